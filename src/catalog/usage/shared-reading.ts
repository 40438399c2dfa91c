// Transcripts that are to be counted are read here and, where there is much of them, by a second thread as well.

import type { Ledger } from './ledger.js'
import { type FileRead, type FileToRead, readFiles } from './read-files.js'
import type { ReaderFor, SecondReader } from './second-reader.js'

export interface SharedDoing {
  readonly readerFor?: ReaderFor | undefined
  readonly signal?: AbortSignal
  readonly progress?: (bytes: number, of: number) => void
}

/** What was read of each transcript, in the order of the ledger's new sources. */
export async function readShared(
  files: readonly FileToRead[],
  ledger: Ledger,
  { readerFor, signal, progress }: SharedDoing,
): Promise<readonly FileRead[]> {
  if (files.length === 0) return []
  const of = files.reduce((sum, { size }) => sum + size, 0)
  const second = files.length > 1 ? await readerFor?.(files, of) : undefined
  let bytes = 0
  const doing = {
    onRead: ({ size }: FileToRead) => {
      bytes += size
      progress?.(Math.min(of, bytes + (second?.kilobytes ?? 0) * 1024), of)
    },
    ...(signal ? { signal } : {}),
  }
  if (!second) return readFiles(files, ledger, { ...doing, next: counter(files.length) })
  try {
    const own = await readFiles(files, ledger, { ...doing, next: second.next })
    const others = await taken(second, ledger, signal)
    const isRead = new Set([...own, ...others].map(({ at }) => at))
    // None, unless something went wrong in the thread.
    const left = [...files.keys()].filter(at => !isRead.has(at))
    const rest = await readFiles(files, ledger, { ...doing, next: () => left.shift() ?? files.length })
    return [...own, ...others, ...rest]
  } finally {
    await second.end()
  }
}

async function taken(
  second: SecondReader,
  ledger: Ledger,
  signal: AbortSignal | undefined,
): Promise<readonly FileRead[]> {
  const share = await second.share()
  // Its memory is given back before more is needed here.
  await second.end()
  signal?.throwIfAborted()
  if (share === undefined) return []
  ledger.takeUp(share.state)
  return share.read
}

function counter(end: number): () => number {
  let at = 0
  return () => Math.min(at++, end)
}
