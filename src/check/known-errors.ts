// What the API and the client say when they do not take a session, and what in the file makes them say it. One row a
// message; `explain` looks a text up here. The words are those of the API (api-rules A0 to A4) and of the client
// (resume-rules, A5), without quotes and backticks; what varies in them is left open.
//
// The first row that fits is taken: special wordings stand above the general ones that they contain.

import type { Code } from './codes.js'

export interface KnownError {
  /** Stable: part of the JSON. */
  readonly id: string
  readonly by: 'API' | 'client'
  /** The rule that is broken. */
  readonly rule: string
  readonly says: RegExp
  /** What it means, in plain words. */
  readonly cause: string
  /** The findings that show the place, the most telling first. Empty where no check looks for it. */
  readonly codes: readonly Code[]
  /** What an index or an id in the message names. */
  readonly names?: Named
  /** What to do where no finding has a command. */
  readonly advice: string
}

export type Named = 'call' | 'result' | 'thinking' | 'text' | 'media' | 'block' | 'message'

const TAKE_OUT =
  'Take the block out, or the whole entry where nothing else stands in it, and hang its children on its parent.'
const THINKING_GOES =
  'Take out the thinking from that message on, up to the end; removing the one block is not enough (A0). Client 2.1 does it by itself: it tries again without thinking.'

export const KNOWN_ERRORS: readonly KnownError[] = [
  // The client's own words
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

  // Thinking
  {
    id: 'thinking-bound',
    by: 'API',
    rule: 'A0',
    says: /bound to a different conversation|not created in this conversation|thinking block that preceded this one/i,
    cause:
      'Thinking is signed together with everything before it. Something before this block has changed: a prompt, an answer, a result, the system prompt or the tools.',
    codes: ['thinking-moved', 'uuid-duplicate-differs', 'parent-missing', 'parent-null'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-modified',
    by: 'API',
    rule: 'A3.1',
    says: /blocks in the latest assistant message cannot be modified/i,
    cause: 'The thinking of the last answer is not as the API made it: changed, moved, or some of it gone.',
    codes: ['thinking-moved', 'thinking-unsigned', 'thinking-redacted-empty'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-data',
    by: 'API',
    rule: 'A3.2',
    says: /invalid data in redacted_thinking/i,
    cause: 'A redacted thinking block has no data, or data that the API did not make.',
    codes: ['thinking-redacted-empty'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-unsigned',
    by: 'API',
    rule: 'A3.2',
    says: /thinking\.signature: field required/i,
    cause: 'A thinking block has no signature.',
    codes: ['thinking-unsigned'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-signature',
    by: 'API',
    rule: 'A3.2',
    says: /invalid signature in thinking block/i,
    cause:
      'The signature of a thinking block is not the one that the API made for it: the text, the signature or what stands before it has changed, or another provider made it.',
    codes: ['thinking-unsigned', 'thinking-moved'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-empty',
    by: 'API',
    rule: 'A3.3',
    says: /each thinking block must contain/i,
    cause:
      'A thinking block without text. New models make such blocks and want them back; models of generation 4 refuse them.',
    codes: ['thinking-unsigned'],
    names: 'thinking',
    advice: 'Resume with the model that made the block, or take out the thinking from there on.',
  },
  {
    id: 'thinking-not-first',
    by: 'API',
    rule: 'A3.4',
    says: /expected thinking or redacted_thinking, but found|first block must be thinking or redacted_thinking/i,
    cause:
      'An answer with thinking has to begin with it on models up to generation 4.5, and the answer of the last tool round has to have it.',
    codes: ['thinking-not-first'],
    names: 'message',
    advice: 'Take the thinking of this answer out, or resume with a newer model.',
  },
  {
    id: 'thinking-last',
    by: 'API',
    rule: 'A3.5',
    says: /final block in an assistant message cannot be thinking/i,
    cause: 'An answer ends with thinking: what stood behind it was removed.',
    codes: ['thinking-last'],
    names: 'message',
    advice: TAKE_OUT,
  },

  // Tools
  {
    id: 'server-tool-orphan',
    by: 'API',
    rule: 'A2.13',
    says: /unexpected tool_use_id found in (?!tool_result)\w+_tool_result blocks/i,
    cause: 'The result of a tool that the API runs itself stands in an answer without its call before it.',
    codes: ['server-tool-orphan'],
    names: 'block',
    advice: 'Take the result out as well, or bring the call back before it.',
  },
  {
    id: 'tool-result-unexpected',
    by: 'API',
    rule: 'A2.2',
    says: /unexpected tool_use_id found in tool_result blocks/i,
    cause:
      'A tool result has no call in the message before it. Client 2.1 leaves such results out; older clients send them.',
    codes: ['tool-result-orphan', 'tool-result-apart'],
    names: 'result',
    advice: 'Take the result out, or bring its call back in front of it; or resume with client 2.1.',
  },
  {
    id: 'tool-use-unanswered',
    by: 'API',
    rule: 'A2.1',
    says: /tool_use ids were found without tool_result blocks immediately after|did not find \d+ tool_result block/i,
    cause:
      'A tool call has no result in the message after it: the result is gone, stands elsewhere, or has text before it (A2.3, A2.4).',
    codes: ['text-before-result', 'tool-call-lost', 'tool-result-apart', 'tool-call-unanswered', 'text-after-use'],
    names: 'call',
    advice: 'Give the call a result right behind it, or take the call out.',
  },
  {
    id: 'tool-id-repeated',
    by: 'API',
    rule: 'A2.5',
    says: /tool_use ids must be unique/i,
    cause: 'Two tool calls have the same id: entries were copied, or two copies of a session were joined.',
    codes: ['tool-id-duplicate'],
    names: 'call',
    advice: 'Give the later call and its result an id of their own, or remove the copy.',
  },
  {
    id: 'tool-results-many',
    by: 'API',
    rule: 'A2.6',
    says: /must have a single result|multiple tool_result blocks with id/i,
    cause: 'A tool call has two results. Client 2.1 keeps the first; older clients send both.',
    codes: ['tool-result-duplicate', 'tool-result-repeated'],
    names: 'result',
    advice: 'Take the result out that is not wanted, or resume with client 2.1.',
  },
  {
    id: 'tool-id-characters',
    by: 'API',
    rule: 'A2.7',
    says: /tool_use(_id|\.id): string should match pattern/i,
    cause: 'A tool id has other characters than letters, digits, _ and -: it was made by another provider or a tool.',
    codes: ['tool-id-invalid'],
    names: 'block',
    advice: 'Rewrite the id in the call and in its result.',
  },
  {
    id: 'tool-input-not-object',
    by: 'API',
    rule: 'A2.8',
    says: /tool_use\.input: input should be (a valid dictionary|an object)/i,
    cause: 'The input of a tool call is something else than an object.',
    codes: ['tool-input-invalid'],
    names: 'call',
    advice: 'Make the input an object; `{}` will do.',
  },
  {
    id: 'error-result-media',
    by: 'API',
    rule: 'A2.9',
    says: /content must be type text if is_error is true/i,
    cause: 'A failed tool result holds an image. Client 2.1 leaves the image out; older clients send it.',
    codes: ['error-result-media'],
    names: 'result',
    advice: 'Take `is_error` off where the call did not fail, or take the image out.',
  },
  {
    id: 'tool-reference-unknown',
    by: 'API',
    rule: 'A2.12',
    says: /tool reference .* not found in available tools/i,
    cause: 'The result of a tool search names a tool that the client does not have any more.',
    codes: ['tool-reference'],
    names: 'result',
    advice:
      'Resume with client 2.1 and with the plugin or server that has the tool, or take the result of the search out.',
  },

  // Blocks and messages
  {
    id: 'extra-field',
    by: 'API',
    rule: 'A2.14',
    says: /extra inputs are not permitted/i,
    cause: 'A block has a field that the API does not know: a tool wrote its own notes into the content.',
    codes: ['block-extra-field', 'cache-mark'],
    names: 'block',
    advice: 'Take the field out of the block.',
  },
  {
    id: 'cache-marks',
    by: 'API',
    rule: 'A2.15',
    says: /maximum of 4 blocks with cache_control/i,
    cause: 'Blocks in the file carry `cache_control`; the client sends these besides its own three.',
    codes: ['cache-marks-many', 'cache-mark'],
    names: 'block',
    advice: 'Take `cache_control` out of the blocks.',
  },
  {
    id: 'text-empty',
    by: 'API',
    rule: 'A1.5',
    says: /text content blocks must be non-empty/i,
    cause: 'A text block without text is sent: a tool emptied it instead of taking it out.',
    codes: ['text-empty'],
    names: 'text',
    advice: TAKE_OUT,
  },
  {
    id: 'text-blank',
    by: 'API',
    rule: 'A1.5',
    says: /text content blocks must contain non-whitespace text/i,
    cause: 'A message of nothing but white space is sent.',
    codes: ['message-blank'],
    names: 'message',
    advice: 'Remove the entry and hang its children on its parent.',
  },
  {
    id: 'message-empty',
    by: 'API',
    rule: 'A1.5',
    says: /must have non-empty content/i,
    cause: 'A message without content is sent: a tool emptied it instead of removing its entry.',
    codes: ['user-empty', 'text-empty', 'message-blank', 'content-dropped'],
    names: 'message',
    advice: 'Remove the entry and hang its children on its parent.',
  },
  {
    id: 'first-not-user',
    by: 'API',
    rule: 'A1.1',
    says: /first message must use the user role/i,
    cause: 'The history begins with an answer: the prompt before it is gone, or the chain to it is broken.',
    codes: ['parent-missing', 'parent-null', 'parent-cycle', 'parent-unknown-type', 'line-cut', 'message-missing'],
    names: 'message',
    advice: 'Hang the entry on the one before it, or begin at a prompt.',
  },
  {
    id: 'roles-alternate',
    by: 'API',
    rule: 'A1.2',
    says: /roles must alternate/i,
    cause:
      'Two messages of one role follow each other. The API puts them together today; an older one, or another provider, refuses.',
    codes: ['content-dropped', 'tool-call-lost', 'message-missing'],
    names: 'message',
    advice: 'Bring back what stood between them, or join the two entries.',
  },
  {
    id: 'role-system',
    by: 'API',
    rule: 'A1.6',
    says: /role system|unexpected role system/i,
    cause:
      'The client puts its own notes among the messages, in a role that this model does not take. Nothing in the file is wrong; the client tries again without them.',
    codes: [],
    names: 'message',
    advice: 'Resume with a model of the session, or with a newer client.',
  },
  {
    id: 'prefill',
    by: 'API',
    rule: 'A1.3',
    says: /does not support assistant message prefill|final assistant content cannot end with trailing whitespace/i,
    cause:
      'The request ended with an answer. A resume always ends with a prompt, so this comes from another program than the client.',
    codes: [],
    names: 'message',
    advice: 'Add a prompt at the end.',
  },

  // Images, documents, size
  {
    id: 'image-type',
    by: 'API',
    rule: 'A4.1',
    says: /media_type: input should be/i,
    cause: 'An image is of a kind that the API does not take: it takes JPEG, PNG, GIF and WebP.',
    codes: ['image-type'],
    names: 'media',
    advice: TAKE_OUT,
  },
  {
    id: 'image-mismatch',
    by: 'API',
    rule: 'A4.1',
    says: /does not match the provided media type|image was specified using the .* media type/i,
    cause: 'An image is not of the kind that it says it is.',
    codes: ['image-mismatch'],
    names: 'media',
    advice: 'Correct `media_type`, or take the block out.',
  },
  {
    id: 'image-empty',
    by: 'API',
    rule: 'A4.1',
    says: /image cannot be empty/i,
    cause: 'An image has no data: a tool removed it and left the block.',
    codes: ['image-empty'],
    names: 'media',
    advice: TAKE_OUT,
  },
  {
    id: 'image-too-large',
    by: 'API',
    rule: 'A4.2',
    says: /image exceeds .* maximum/i,
    cause: 'An image has more than 5 MB of base64.',
    codes: ['image-too-large'],
    names: 'media',
    advice: TAKE_OUT,
  },
  {
    id: 'images-many-wide',
    by: 'API',
    rule: 'A4.3',
    says: /dimensions exceed max allowed size for many-image requests/i,
    cause: 'With more than 20 images in a request, none may be larger than 2000 pixels a side.',
    codes: ['images-many-wide'],
    names: 'media',
    advice: 'Take out the large images, or so many that 20 are left.',
  },
  {
    id: 'image-too-wide',
    by: 'API',
    rule: 'A4.3',
    says: /image dimensions exceed max allowed size/i,
    cause: 'An image is larger than 8000 pixels a side.',
    codes: ['image-too-wide', 'images-many-wide'],
    names: 'media',
    advice: TAKE_OUT,
  },
  {
    id: 'images-too-many',
    by: 'API',
    rule: 'A4.4',
    says: /too many images and documents|too much media/i,
    cause: 'The request holds more images and document pages than the API takes.',
    codes: ['images-too-many'],
    names: 'media',
    advice: 'Take out the older images.',
  },
  {
    id: 'image-unreadable',
    by: 'API',
    rule: 'A4.1',
    says: /could not process image/i,
    cause: 'An image is damaged, empty, or of another kind than it says.',
    codes: ['image-mismatch', 'image-empty', 'image-type'],
    names: 'media',
    advice: TAKE_OUT,
  },
  {
    id: 'document-refused',
    by: 'API',
    rule: 'A4.5',
    says: /could not process pdf|pdf pages may be provided|pdf specified/i,
    cause: 'A PDF has too many pages, a password, or is damaged.',
    codes: [],
    names: 'media',
    advice: TAKE_OUT,
  },
  {
    id: 'prompt-too-long',
    by: 'API',
    rule: 'A4.7',
    says: /prompt is too long|exceed context limit|input is too long/i,
    cause: 'The history has more tokens than the model takes. The client compacts by itself and goes on.',
    codes: [],
    advice: 'Compact, or take out the largest entries.',
  },
  {
    id: 'request-too-large',
    by: 'API',
    rule: 'A4.6',
    says: /request_too_large|request (entity )?too large|exceeds the maximum (allowed )?(number of )?bytes/i,
    cause: 'The request has more than 32 MB, mostly images and long tool outputs.',
    codes: ['request-too-large'],
    advice: 'Take out the largest entries.',
  },
  {
    id: 'lone-surrogate',
    by: 'API',
    rule: 'A4.8',
    says: /no low surrogate|not valid json/i,
    cause:
      'A text was cut inside of a character and holds one half of it. Client 2.1 mends this when it sends; older clients are stuck.',
    codes: ['line-lone-surrogate', 'line-invalid-utf8'],
    names: 'block',
    advice: 'Resume with client 2.1, or take out the half character.',
  },
]

/** The row that a message fits. */
export function knownError(text: string): KnownError | undefined {
  const plain = plainWords(text)
  return KNOWN_ERRORS.find(({ says }) => says.test(plain))
}

/** Without quotes, backticks and backslashes, which differ by where the message was copied from. */
function plainWords(text: string): string {
  return text.replace(/[`'"\\“”‘’]/g, '').replace(/\s+/g, ' ')
}
