// Blocks of messages: thinking, content, fields, images (check/families/thinking.ts, content.ts, block-fields.ts,
// images.ts). A defect in an entry that is not sent is `block-not-sent`, whatever it is.

import type { CodeEntry } from './code-entry.js'

const REMOVE_BLOCK =
  'Take the block out, or the entry where nothing else stands in it, and hang its children on its parent.'

export const BLOCK_CODES = {
  'block-not-sent': {
    severity: 'cosmetic',
    title: 'a defect in an entry that is not sent',
    cause: 'The entry stands on another branch or before a compaction, or the client leaves this block out by itself.',
    effect: 'None now. It counts when that branch is resumed; the message names the code it would have.',
    remedy: 'Nothing to do.',
  },

  'thinking-unsigned': {
    severity: 'loses',
    title: 'thinking without a signature',
    cause: 'A tool that edited the session, another provider, or a line put together by hand.',
    effect:
      'The API refuses it; client 2.1 then takes all thinking out of the request and tries again (A3.2, A0). Older clients are stuck.',
    remedy: 'Take the block out, and all thinking behind it (A0).',
  },
  'thinking-redacted-empty': {
    severity: 'loses',
    title: 'redacted thinking without its data',
    cause: 'A tool that emptied what it could not read.',
    effect: 'The API refuses it; client 2.1 then takes all thinking out of the request and tries again (A3.2, A0).',
    remedy: 'Take the block out, and all thinking behind it (A0).',
  },
  'thinking-moved': {
    severity: 'loses',
    title: 'thinking that is not where it was made',
    cause: 'Entries of one message in another order than the API sent them, or one thinking block in two messages.',
    effect:
      'Thinking is signed together with all that stands before it: the API refuses it, and client 2.1 takes all thinking out and tries again (A0, A3.1).',
    remedy: 'Bring the entries into the order of `apiBlockIndex`, or take out the thinking from there on.',
  },
  'thinking-last': {
    severity: 'refuses',
    title: 'a message that ends with thinking',
    cause: 'The text or the call behind the thinking was removed.',
    effect: 'The client sends it as it is, and the API refuses it (A3.5); the client does not mend this.',
    remedy: REMOVE_BLOCK,
  },
  'thinking-not-first': {
    severity: 'refuses',
    title: 'text before the thinking of its message',
    cause: 'Entries of a message in another order, or a first thinking block that was removed.',
    effect: 'Models of generation 4.5 refuse a message with thinking that does not begin with it (A3.4).',
    remedy: 'Take the thinking of this message out, or resume with a newer model.',
  },
  'thinking-other-model': {
    severity: 'cosmetic',
    title: 'thinking of another model',
    cause: 'The model was changed in the session, or the old one is no longer served.',
    effect: 'The client leaves it out without a word (N28, N29); the answers stay.',
    remedy: 'Nothing to do.',
  },

  'text-empty': {
    severity: 'refuses',
    title: 'a text block without text',
    cause: 'A tool that emptied a text instead of removing its block.',
    effect: 'The client sends it, and the API refuses the request: text content blocks must be non-empty (A1b).',
    remedy: REMOVE_BLOCK,
  },
  'user-empty': {
    severity: 'refuses',
    title: 'a prompt without text',
    cause: 'A tool that emptied a prompt instead of removing its entry.',
    effect: 'The API refuses the request: user messages must have non-empty content (A1b, R-M9).',
    remedy: 'Remove the entry and hang its children on its parent.',
  },
  'message-blank': {
    severity: 'refuses',
    title: 'a user message of white space only',
    cause: 'A tool that blanked a prompt, or a prompt of line breaks from a script.',
    effect: 'The API refuses the request: text content blocks must contain non-whitespace text (A1b).',
    remedy: 'Remove the entry and hang its children on its parent.',
  },
  'content-dropped': {
    severity: 'cosmetic',
    title: 'an entry with nothing in it',
    cause: 'An answer that was interrupted, or blocks that a tool removed without their entry.',
    effect: 'The client leaves it out, or sends "(no content)" for it (R-M7 to R-M9, N12).',
    remedy: 'Nothing to do.',
  },
  'text-before-result': {
    severity: 'refuses',
    title: 'text before a tool result',
    cause: 'Two user entries put together by a tool.',
    effect: 'A single entry is sent as it stands (N20), and the API wants results first (A2.3).',
    remedy: 'Put the results in front, in the same entry.',
  },
  'text-after-use': {
    severity: 'cosmetic',
    title: 'text behind a tool call',
    cause: 'Entries of a message put together in another order.',
    effect: 'The API would refuse it, but client 2.1 puts the text in front of the call (A2.4, N11).',
    remedy: 'Nothing to do.',
  },

  'block-extra-field': {
    severity: 'refuses',
    title: 'a field that does not belong in a block',
    cause: 'A tool that keeps its own notes inside message.content.',
    effect: 'The client sends it, and the API refuses it: Extra inputs are not permitted (A2.14).',
    remedy: 'Take the field out of the block; notes belong on the entry.',
  },
  'cache-mark': {
    severity: 'cosmetic',
    title: 'a stored cache mark',
    cause: 'An entry copied from a recorded request.',
    effect: 'The client sends it besides its own three; four are allowed (A2.15).',
    remedy: 'Take `cache_control` out of the block.',
  },
  'cache-marks-many': {
    severity: 'refuses',
    title: 'more cache marks than the API takes',
    cause: 'Entries copied from recorded requests.',
    effect: 'The client adds three to those stored, and the API refuses more than four (A2.15).',
    remedy: 'Take `cache_control` out of the blocks.',
  },
  'error-result-media': {
    severity: 'loses',
    title: 'a failed tool result with more than text',
    cause: 'A tool that failed but gave an image, or a mark that was set later.',
    effect: 'A failed result may hold text only (A2.9): the client leaves the other blocks out (N23).',
    remedy: 'Take `is_error` off where the call did not fail.',
  },
  'tool-reference': {
    severity: 'cosmetic',
    title: 'a reference to a tool that may be gone',
    cause: 'The result of a tool search, without the record of the tools that it found.',
    effect: 'The client leaves out the names of tools that it does not have (A2.12, N22).',
    remedy: 'Nothing to do.',
  },

  'image-type': {
    severity: 'refuses',
    title: 'an image of a kind that the API does not take',
    cause: 'A tool that gave something else than JPEG, PNG, GIF or WebP.',
    effect: 'The client sends it, and the API refuses the request (A4.1).',
    remedy: REMOVE_BLOCK,
  },
  'image-mismatch': {
    severity: 'refuses',
    title: 'an image that is not what it says',
    cause: 'The media type was guessed from a file name.',
    effect: 'The API refuses the request: the image does not match the provided media type (A4.1).',
    remedy: 'Correct `media_type`, or take the block out.',
  },
  'image-empty': {
    severity: 'refuses',
    title: 'an image without data',
    cause: 'A tool that removed the data instead of the block.',
    effect: 'The API refuses the request: image cannot be empty (A4.1).',
    remedy: REMOVE_BLOCK,
  },
  'image-too-large': {
    severity: 'refuses',
    title: 'an image of more than 5 MB',
    cause: 'A screenshot or a photo that was not made smaller.',
    effect: 'The client itself refuses to send it: the session cannot be resumed at all (A4.2).',
    remedy: REMOVE_BLOCK,
  },
  'image-too-wide': {
    severity: 'refuses',
    title: 'an image of more than 8000 pixels a side',
    cause: 'A screenshot of a whole page.',
    effect: 'The client sends it, and the API refuses the request (A4.3).',
    remedy: REMOVE_BLOCK,
  },
  'images-many-wide': {
    severity: 'refuses',
    title: 'more than 20 images, one of them above 2000 pixels',
    cause: 'A long session with many screenshots.',
    effect: 'With more than 20 images in a request the API takes 2000 pixels a side at most (A4.3).',
    remedy: 'Take out the large images, or so many that 20 are left.',
  },
  'images-too-many': {
    severity: 'refuses',
    title: 'more images than the API takes',
    cause: 'A long session with many screenshots.',
    effect: 'A request holds 100 images and documents, 600 on models with a large window (A4.4).',
    remedy: 'Take out the older images.',
  },
  'request-too-large': {
    severity: 'refuses',
    title: 'a request of more than 32 MB',
    cause: 'Many images or very long tool outputs since the last compaction.',
    effect: 'The client sends it without a check, and the API refuses it (A4.6). The size is an estimate.',
    remedy: 'Take out images or tool outputs.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
