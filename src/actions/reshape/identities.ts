// Ids for a session of its own: new ones, or ones that come out the same whenever they are made from the same seed.

import { createHash, randomUUID } from 'node:crypto'
import type { NewId } from '../../reshape/ids/index.js'

export interface NewIdentity {
  readonly sessionId: string
  readonly newId: NewId
  /** Eight hexadecimal digits, as 2.0 clients name agents. */
  readonly newAgentId: (old: string) => string
}

/** `named` is the id that the result has anyway, from the name of its file. */
export function newIdentity(source: string, seed: string | undefined, named: string | undefined): NewIdentity {
  const make = seed === undefined ? () => randomUUID() : (old: string) => uuidFrom(`${seed}\n${old}`)
  return {
    sessionId: named ?? make(`session ${source}`),
    newId: make,
    newAgentId: old => make(`agent ${source} ${old}`).slice(0, 8),
  }
}

/** A hash in the form of a random uuid (version 4). */
function uuidFrom(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
