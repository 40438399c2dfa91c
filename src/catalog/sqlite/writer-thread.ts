// A thread that writes what another one reads. Two cores then share the work of a first index.

import { parentPort, workerData } from 'node:worker_threads'
import { StoreTrouble } from '../store.js'
import type { WriterAnswer, WriterRequest } from '../writer.js'
import { anyDriver } from './driver.js'
import { openSqlite } from './sqlite-store.js'

void serve()

async function serve(): Promise<void> {
  const driver = await anyDriver()
  if (!driver || !parentPort) throw new Error('this is a thread of the index')
  const port = parentPort
  const store = openSqlite(driver, (workerData as { readonly location: string }).location)
  const answer = (words: WriterAnswer): void => port.postMessage(words)

  // One request at a time: whoever asks waits for the answer.
  port.on('message', async (request: WriterRequest) => {
    try {
      if (request.kind === 'write') {
        answer({ kind: 'written', lost: await store.write(request.updates, request.moreFollows) })
        return
      }
      await store.close()
      answer({ kind: 'ended' })
      port.close()
    } catch (error) {
      if (!(error instanceof StoreTrouble)) throw error
      answer({ kind: 'trouble', trouble: error.kind, message: error.message })
    }
  })
}
