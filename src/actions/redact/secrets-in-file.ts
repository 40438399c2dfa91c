// The secrets of a file that is no transcript. It may have any size, and hold anything: it is looked through in pieces,
// and in whatever encoding its text is.

import { type FileState, fileState, openEdited, openSource } from '../../disk/index.js'
import type { Edit } from '../../format/changes.js'
import {
  contentKind,
  HEAD_SIZE,
  type SecretHit,
  type SecretScanner,
  type TextForm,
  type Unscanned,
  utf16Kind,
} from '../../secrets/index.js'
import { maskedContext } from './masked.js'

export interface FileSecrets {
  readonly hits: readonly SecretHit[]
  /** What stands around each. */
  readonly contexts: readonly string[]
  /** The line of each, where the file is one of lines. */
  readonly lines?: readonly number[]
  /** It is no text: nothing in it may change its place. */
  readonly isFixed: boolean
  /** Before it was read. */
  readonly state: FileState
}

export function secretsInFile(path: string, scanner: SecretScanner, unscanned: (what: Unscanned) => void): FileSecrets {
  const state = fileState(path)
  const source = openSource(path)
  try {
    const head = source.read(0, Math.min(HEAD_SIZE, source.size))
    const kind = contentKind(head)
    if (kind !== 'text') {
      unscanned(kind)
      return { hits: [], contexts: [], isFixed: true, state }
    }
    const hits = scanner.scanSource(source, formOf(path, head), unscanned)
    const read = (offset: number, length: number) => source.read(offset, length)
    const contexts = hits.map((_, at) => maskedContext(read, source.size, hits, at))
    return { hits, contexts, isFixed: head.includes(0) && utf16Kind(head) === undefined, state }
  } finally {
    source.close()
  }
}

function formOf(path: string, head: Uint8Array): TextForm {
  return /\.jsonl?$/.test(path) && (head[0] === 0x7b || head[0] === 0x5b) ? 'json' : 'text'
}

/** What would be found in the file with these edits made. */
export function secretsLeftIn(
  path: string,
  state: FileState,
  edits: readonly Edit[],
  scanner: SecretScanner,
): readonly SecretHit[] {
  const source = openEdited(path, state, edits)
  try {
    return scanner.scanSource(source, formOf(path, source.read(0, Math.min(HEAD_SIZE, source.size))))
  } finally {
    source.close()
  }
}
