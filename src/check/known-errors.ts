// What the API and the client say when they do not take a session, and what in the file makes them say it. One row a
// message; `explain` looks a text up here. The words are those of the API (api-rules A0 to A4) and of the client
// (resume-rules, A5), without quotes and backticks; what varies in them is left open.
//
// The first row that fits is taken: special wordings stand above the general ones that they contain.

import { CLIENT_ERRORS } from './known-errors/client.js'
import { CONTENT_ERRORS } from './known-errors/content.js'
import type { KnownError } from './known-errors/known-error.js'
import { MEDIA_ERRORS } from './known-errors/media.js'
import { THINKING_ERRORS } from './known-errors/thinking.js'
import { TOOL_ERRORS } from './known-errors/tools.js'

export const KNOWN_ERRORS: readonly KnownError[] = [
  ...CLIENT_ERRORS,
  ...THINKING_ERRORS,
  ...TOOL_ERRORS,
  ...CONTENT_ERRORS,
  ...MEDIA_ERRORS,
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
