// Reads the transcripts that are to be counted, one after the other, into a ledger. Several may share a list: each takes
// the next one that nobody has taken.

import { readMemory } from '../../disk/read-session.js'
import type { FileFinding } from '../../disk/regular-file.js'
import { rest } from '../../disk/rest.js'
import type { Ledger, UsageSource } from './ledger.js'
import { scanTokens } from './scan-file.js'
import { tokenReader } from './token-reader.js'

export interface FileToRead extends UsageSource {
  readonly configDir: string
  readonly size: number
}

export interface FileRead {
  /** Its place in the list. */
  readonly at: number
  readonly damaged: number
  readonly problem: FileFinding | undefined
}

export interface ReadingDoing {
  /** The place of the next one; behind the end of the list where there is none. */
  readonly next: () => number
  readonly onRead?: (file: FileToRead) => void
  readonly signal?: AbortSignal
}

/** What was read of each, in the order of the ledger's new sources. */
export async function readFiles(
  files: readonly FileToRead[],
  ledger: Ledger,
  { next, onRead, signal }: ReadingDoing,
): Promise<readonly FileRead[]> {
  const read: FileRead[] = []
  const reader = tokenReader()
  const memory = readMemory()
  for (let at = next(); at < files.length; at = next()) {
    await rest()
    signal?.throwIfAborted()
    const file = files[at]!
    const { path, session, agentId, configDir: root } = file
    const source = ledger.addSource({ path, session, agentId })
    const options = { root, memory, ...(signal ? { signal } : {}) }
    const { damaged, problem } = await scanTokens(path, reader, event => ledger.add(source, event), options)
    read.push({ at, damaged, problem })
    onRead?.(file)
  }
  return read
}
