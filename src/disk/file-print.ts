// Is this still the file that was read, with more behind it? Told by its first bytes and the last ones that were read.

import { closeSync } from 'node:fs'
import { crypto } from './crypto.js'
import { readFully } from './read-session.js'
import { openRegular } from './regular-file.js'

export interface FilePrint {
  readonly head: string
  readonly tail: string
}

const LENGTH = 4096

/** Of the first `offset` bytes; undefined where they are not there. */
export function filePrint(path: string, offset: number, root?: string): FilePrint | undefined {
  const opened = openRegular(path, root)
  if (opened.kind === 'problem') return undefined
  try {
    if (opened.size < offset) return undefined
    const length = Math.min(LENGTH, offset)
    const bytes = new Uint8Array(length)
    const hashAt = (at: number): string | undefined =>
      readFully(opened.fd, bytes, at) < length
        ? undefined
        : crypto().createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
    const head = hashAt(0)
    const tail = hashAt(offset - length)
    return head === undefined || tail === undefined ? undefined : { head, tail }
  } finally {
    closeSync(opened.fd)
  }
}
