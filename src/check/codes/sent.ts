// What the API would say of the history as it is sent: reported by `context`.

import type { CodeEntry } from './code-entry.js'

export const SENT_CODES = {
  'sent-answer-first': {
    severity: 'cosmetic',
    title: 'history starts with an answer',
    cause: 'The first prompt is not in the file, or was cut off.',
    effect: 'The API used to reject this, but accepts it now.',
    remedy: 'Nothing to do.',
    rules: ['A1.1'],
  },
  'sent-call-unanswered': {
    severity: 'refuses',
    title: 'tool call sent without its result',
    cause: 'The result is missing or misplaced, and this client does not fix that.',
    effect: 'The API rejects every request.',
    remedy: 'Resume with client 2.1, which answers such calls itself, or move the result after its call.',
    rules: ['A2.1'],
  },
  'sent-result-orphan': {
    severity: 'refuses',
    title: 'tool result sent without its call',
    cause: 'The call is missing or misplaced, and this client does not fix that.',
    effect: 'The API rejects every request.',
    remedy: 'Resume with client 2.1, which replaces such results, or remove the result.',
    rules: ['A2.2'],
  },
  'sent-id-twice': {
    severity: 'refuses',
    title: 'two tool calls sent with the same id',
    cause: 'A tool copied entries within the session, and this client sends both.',
    effect: 'The API rejects every request.',
    remedy: 'Give the later call and its result their own id.',
    rules: ['A2.5'],
  },
  'sent-result-twice': {
    severity: 'refuses',
    title: 'two results sent for one tool call',
    cause: 'The result was written twice, and this client sends both.',
    effect: 'The API rejects every request.',
    remedy: 'Remove one of them, or resume with client 2.1.',
    rules: ['A2.6'],
  },
  'sent-text-after-call': {
    severity: 'refuses',
    title: 'text sent after a tool call',
    cause: 'The entries of an answer are not in the order in which they were written.',
    effect: 'The API rejects every request.',
    remedy: 'Move the text before the call.',
    rules: ['A2.4'],
  },
  'sent-result-written': {
    severity: 'cosmetic',
    title: 'tool result added by the client',
    cause: 'The result of a call is missing, or is not where the client looks for it.',
    effect: 'The model is told that the outcome is unknown.',
    remedy: 'Nothing to do.',
    rules: ['R-T1', 'N14', 'N18'],
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
