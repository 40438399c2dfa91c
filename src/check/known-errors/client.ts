// What the client says itself, before it sends anything or in place of the words of the API (resume-rules, A5).

import { type KnownError, TAKE_OUT } from './known-error.js'

export const CLIENT_ERRORS: readonly KnownError[] = [
  {
    id: 'no-conversation',
    by: 'client',
    rule: 'R-F14',
    says: /no conversation found/i,
    cause:
      'The client found nothing to resume: no prompt or answer of the main conversation, a last entry without a valid timestamp, a checkpoint on an entry of a subagent, or a file whose name is not the id asked for.',
    codes: [
      'session-empty',
      'session-all-sidechain',
      'checkpoint-sidechain',
      'timestamp-tip',
      'name-not-uuid',
      'timestamp-bad',
    ],
    advice: 'Mend what is named here; where nothing is, resume with the id that is the name of the file.',
  },
  {
    id: 'not-an-id',
    by: 'client',
    rule: 'R-F8',
    says: /(not a (valid )?(uuid|session id)|requires a valid session id|must be a (valid )?uuid)/i,
    cause: 'The client resumes a session by its uuid, which is the name of the file.',
    codes: ['name-not-uuid'],
    advice: 'Rename the file to a uuid, with `.jsonl`, and resume with that.',
  },
  {
    id: 'session-ended',
    by: 'client',
    rule: 'R-F16',
    says: /claude ended this conversation/i,
    cause: 'The model closed this conversation, and an entry of type `ended-by-model` says so.',
    codes: ['session-ended'],
    advice: 'The session can still be read; what to keep of it can be taken to a new one.',
  },
  {
    id: 'failed-to-resume',
    by: 'client',
    rule: 'R-M10',
    says: /failed to resume/i,
    cause: 'Clients 2.0 and 1.0 stop at an answer whose content is a plain text, or that has no message at all.',
    codes: ['message-missing', 'content-invalid'],
    names: 'message',
    advice: 'Resume with client 2.1, or make the content a list of blocks.',
  },
  {
    id: 'tool-concurrency',
    by: 'client',
    rule: 'A2.1',
    says: /tool use concurrency/i,
    cause:
      'The API refused the request because a tool call has no result in the message after it; the client hides the words of the API.',
    codes: ['tool-call-lost', 'text-before-result', 'tool-result-apart', 'tool-call-unanswered', 'text-after-use'],
    names: 'call',
    advice: 'Give the call a result right behind it, or take the call out.',
  },
  {
    id: 'orphaned-result',
    by: 'client',
    rule: 'A2.2',
    says: /orphaned tool_result/i,
    cause: 'The API refused the request because a tool result has no call in the message before it.',
    codes: ['tool-result-orphan', 'tool-result-apart'],
    names: 'result',
    advice: 'Take the result out, or bring its call back in front of it.',
  },
  {
    id: 'duplicate-call',
    by: 'client',
    rule: 'A2.5',
    says: /duplicate tool_use id/i,
    cause: 'The API refused the request because two tool calls have the same id.',
    codes: ['tool-id-duplicate'],
    names: 'call',
    advice: 'Give the later call and its result an id of their own, or remove the copy.',
  },
  {
    id: 'image-refused',
    by: 'client',
    rule: 'A4.2',
    says: /image base64 size .* exceeds api limit/i,
    cause:
      'An image has more than 5 MB of base64. The client refuses before it sends anything, so the session cannot be resumed at all.',
    codes: ['image-too-large'],
    names: 'media',
    advice: TAKE_OUT,
  },
]
