// A large session made into a new one with very many edits, in a process whose memory is measured (large-change.slow.ts).

import { join } from 'node:path'
import { applyChanges, fileState } from '../../src/disk/index.js'
import type { Edit } from '../../src/format/changes.js'

/** What it prints. */
export interface LargeChange {
  readonly edits: number
  readonly ms: number
  /** The most memory that it ever held, in bytes. */
  readonly peak: number
  readonly peakBefore: number
}

const [path = '', every = ''] = process.argv.slice(2)
const state = fileState(path)
const content = new Uint8Array(36).fill(0x61)
let edits = 0

/** As a clone asks for them: found again each time, held never. */
const found: Iterable<Edit> = {
  *[Symbol.iterator]() {
    for (let offset = 10; offset + 36 < state.size; offset += Number(every)) {
      edits++
      yield { offset, length: 36, content }
    }
  },
}

const peakBefore = process.resourceUsage().maxRSS * 1024
const begun = performance.now()
await applyChanges({
  verb: 'clone',
  call: [],
  source: { id: 'large', path, state },
  changes: { edits: found, sideFiles: [] },
  target: { kind: 'file', path: `${path}.out` },
  dataDir: join(path, '..', 'data'),
})
const ms = performance.now() - begun
const result: LargeChange = { edits, ms, peak: process.resourceUsage().maxRSS * 1024, peakBefore }
process.stdout.write(JSON.stringify(result))
