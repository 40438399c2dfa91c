// The thread of second-reader.ts.

import { parentPort, workerData } from 'node:worker_threads'
import { createLedger } from './ledger.js'
import { readFiles } from './read-files.js'
import { KILOBYTES, NEXT, type ReaderTask, type Share } from './second-reader.js'

void serve(workerData as ReaderTask)

async function serve({ files, shared }: ReaderTask): Promise<void> {
  const ledger = createLedger()
  const read = await readFiles(files, ledger, {
    next: () => Atomics.add(shared, NEXT, 1),
    onRead: ({ size }) => Atomics.add(shared, KILOBYTES, Math.round(size / 1024)),
  })
  const state = ledger.state()
  const share: Share = { state, read }
  // All columns lie in one piece of memory, which changes hands.
  parentPort?.postMessage(share, [state.rows.id.buffer as ArrayBuffer])
}
