// What the API would say of the history as it is sent: reported by `context`.

import type { CodeEntry } from './code-entry.js'

export const SENT_CODES = {
  'sent-answer-first': {
    severity: 'cosmetic',
    title: 'a history that begins with an answer',
    cause: 'The first prompt is not in the file, or was cut off.',
    effect: 'The API refused this once, and takes it now (A1.1).',
    remedy: 'Nothing needs to be done.',
  },
  'sent-call-unanswered': {
    severity: 'refuses',
    title: 'a call that is sent without its result',
    cause: 'The result is missing or stands elsewhere, and this client does not mend that.',
    effect: 'The API refuses every request (A2.1).',
    remedy: 'Resume with client 2.1, which answers such calls itself, or bring the result behind its call.',
  },
  'sent-result-orphan': {
    severity: 'refuses',
    title: 'a result that is sent without its call',
    cause: 'The call is missing or stands elsewhere, and this client does not mend that.',
    effect: 'The API refuses every request (A2.2).',
    remedy: 'Resume with client 2.1, which replaces such results, or remove the result.',
  },
  'sent-id-twice': {
    severity: 'refuses',
    title: 'two calls with the same id are sent',
    cause: 'A tool copied entries within the session, and this client sends both.',
    effect: 'The API refuses every request (A2.5).',
    remedy: 'Give the later call and its result an id of their own.',
  },
  'sent-result-twice': {
    severity: 'refuses',
    title: 'two results for one call are sent',
    cause: 'The result was written twice, and this client sends both.',
    effect: 'The API refuses every request (A2.6).',
    remedy: 'Remove one of them, or resume with client 2.1.',
  },
  'sent-text-after-call': {
    severity: 'refuses',
    title: 'text that is sent behind a call',
    cause: 'The entries of an answer stand in another order than they were written.',
    effect: 'The API refuses every request (A2.4).',
    remedy: 'Bring the text in front of the call.',
  },
  'sent-result-written': {
    severity: 'cosmetic',
    title: 'a result that the client writes itself',
    cause: 'The result of a call is missing, or is not where the client looks for it.',
    effect: 'The model reads that the outcome is unknown (R-T1, N14, N18).',
    remedy: 'Nothing needs to be done.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
