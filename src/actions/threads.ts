// Threads that share long work, where the program that runs has their code at hand; all others work by themselves.

import type { ReaderFor } from '../catalog/usage/second-reader.js'
import type { Writer } from '../catalog/writer.js'

/** The programs of the threads. */
export interface Threads {
  /** Writes the index while sessions are read. */
  readonly indexWriter: URL
  /** Reads half of the transcripts that are counted. */
  readonly usageReader: URL
}

let programs: Threads | undefined

export function useThreads(threads: Threads): void {
  programs = threads
}

/** Less is written before a thread has started. */
const WORTH_A_WRITER = 8_000_000

export async function indexWriter(location: string, bytes: number): Promise<Writer | undefined> {
  if (programs === undefined || bytes < WORTH_A_WRITER) return undefined
  const { writerThread } = await import('../catalog/writer.js')
  return writerThread(programs.indexWriter, location)
}

/** Less is read before a thread has started. */
const WORTH_A_READER = 150_000_000

export const usageReader: ReaderFor = async (files, bytes) => {
  if (programs === undefined || bytes < WORTH_A_READER) return undefined
  const { secondReader } = await import('../catalog/usage/second-reader.js')
  return secondReader(programs.usageReader, files)
}
