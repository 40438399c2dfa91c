// The thread that writes the index while sessions are read, where the program that runs has one.

import type { Writer } from '../catalog/writer.js'

let program: URL | undefined

/** Said by a program that has the thread's code at hand; all others write by themselves. */
export function useIndexWriter(code: URL): void {
  program = code
}

/** Less is written before a thread has started. */
const WORTH_A_THREAD = 8_000_000

export async function indexWriter(location: string, bytes: number): Promise<Writer | undefined> {
  if (program === undefined || bytes < WORTH_A_THREAD) return undefined
  const { writerThread } = await import('../catalog/writer.js')
  return writerThread(program, location)
}
