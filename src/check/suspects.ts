// Defects of blocks are seen when an entry is read, but whether they matter is known only when all are: until then they
// are suspects.

import type { Finding } from '../format/finding.js'
import type { Code } from './codes.js'
import { finding } from './family.js'
import type { Sent } from './sent.js'
import { placeOf } from './words.js'

export interface Suspect {
  readonly row: number
  readonly code: Code
  readonly message: string
}

/** As it is where the entry is sent; a note where it is not: another branch, or before a compaction. */
export function judged({ conversation, is }: Sent, { row, code, message }: Suspect): Finding {
  const place = placeOf(conversation.rows, row)
  return is[row]
    ? finding(code, message, place)
    : finding('block-not-sent', `${message} (${code}), but the client does not send this entry`, place)
}
