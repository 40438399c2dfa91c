// Is this still the file that was read, with more behind it? As file-print.ts asks it, without loading what makes hashes
// that nobody can forge: for what is only shown.

import { closeSync } from 'node:fs'
import { hashOfText } from '../format/hash-of-text.js'
import { readFully } from './read-session.js'
import { openRegular } from './regular-file.js'

const LENGTH = 4096

/** Of the first bytes and of the last ones before `offset`; undefined where they are not there. */
export function quickPrint(path: string, offset: number): string | undefined {
  const opened = openRegular(path)
  if (opened.kind === 'problem') return undefined
  try {
    if (opened.size < offset) return undefined
    const bytes = Buffer.alloc(Math.min(LENGTH, offset))
    return [0, offset - bytes.length]
      .map(at => {
        readFully(opened.fd, bytes, at)
        return hashOfText(bytes.toString('latin1')).toString(36)
      })
      .join('-')
  } finally {
    closeSync(opened.fd)
  }
}
