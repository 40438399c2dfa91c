// Who writes what is read: the store itself, or a thread beside the reading.

import { Worker } from 'node:worker_threads'
import { type SourceUpdate, type Store, StoreTrouble } from './store.js'

/** As the store writes; the next call may be made when the last one has answered. */
export interface Writer extends Pick<Store, 'write'> {
  /** Everything that was written is kept then. */
  end(): Promise<void>
}

export type WriterRequest =
  | { readonly kind: 'write'; readonly updates: readonly SourceUpdate[]; readonly moreFollows: boolean }
  | { readonly kind: 'end' }

export type WriterAnswer =
  | { readonly kind: 'written'; readonly lost: readonly string[] }
  | { readonly kind: 'ended' }
  | { readonly kind: 'trouble'; readonly trouble: StoreTrouble['kind']; readonly message: string }

/** `program` is writer-thread.ts as it was built; `location` says where the index lies. */
export function writerThread(program: URL, location: string): Writer {
  // What comes to it is written and forgotten: more room would only wait to be collected.
  const thread = new Worker(program, { workerData: { location }, resourceLimits: { maxYoungGenerationSizeMb: 8 } })
  let failure: unknown
  let waiting: { resolve(answer: WriterAnswer): void; reject(error: unknown): void } | undefined
  const fail = (error: unknown): void => {
    failure ??= error
    waiting?.reject(failure)
    waiting = undefined
  }
  thread.on('message', (answer: WriterAnswer) => {
    waiting?.resolve(answer)
    waiting = undefined
  })
  thread.on('error', error => fail(isTrouble(error) ? new StoreTrouble(error.kind, error.message) : error))
  thread.on('exit', () => fail(new StoreTrouble('unwritable', 'the index could not be written')))

  async function ask(request: WriterRequest): Promise<WriterAnswer> {
    if (failure !== undefined) throw failure
    const answer = await new Promise<WriterAnswer>((resolve, reject) => {
      waiting = { resolve, reject }
      thread.postMessage(request)
    })
    if (answer.kind === 'trouble') throw new StoreTrouble(answer.trouble, answer.message)
    return answer
  }

  return {
    async write(updates, moreFollows = false) {
      const answer = await ask({ kind: 'write', updates, moreFollows })
      return answer.kind === 'written' ? answer.lost : []
    },
    async end() {
      try {
        if (failure === undefined) await ask({ kind: 'end' })
      } finally {
        await thread.terminate()
      }
    },
  }
}

/** An error that has come from another thread has lost its class. */
function isTrouble(error: Error): error is StoreTrouble {
  return error.name === 'StoreTrouble' && 'kind' in error
}
