// Runs inputs in a thread of its own, so that one that hangs is seen from outside (fuzz.slow.ts bundles this file).

import { parentPort, workerData } from 'node:worker_threads'
import { fuzzInputs } from './fuzz-input.js'
import { printingProblem } from './printed.js'
import { answersOf, SEEDS } from './through-everything.js'

export interface FuzzTask {
  readonly seeds: readonly number[]
  readonly samples: readonly Uint8Array[]
  /** [seed at work, when it began], shared with the one who watches. */
  readonly clock: SharedArrayBuffer
}

export interface FuzzResult {
  readonly problems: readonly { readonly seed: number; readonly kind: string; readonly problem: string }[]
  readonly kinds: Readonly<Record<string, number>>
  readonly slowest: { readonly seed: number; readonly ms: number }
  readonly heapGrowth: number
}

async function run({ seeds, samples, clock }: FuzzTask): Promise<FuzzResult> {
  const now = new Float64Array(clock)
  const inputOf = fuzzInputs(samples)
  const problems: FuzzResult['problems'][number][] = []
  const kinds: Record<string, number> = {}
  let slowest = { seed: -1, ms: 0 }
  let heapBefore = 0
  for (const [index, seed] of seeds.entries()) {
    if (index === Math.min(500, seeds.length - 1)) heapBefore = heapNow()
    now[0] = seed
    now[1] = Date.now()
    const { kind, bytes } = inputOf(seed)
    kinds[kind] = (kinds[kind] ?? 0) + 1
    const start = performance.now()
    const problem = await problemWith(bytes, seed)
    const ms = performance.now() - start
    if (problem !== undefined) problems.push({ seed, kind, problem })
    if (ms > slowest.ms) slowest = { seed, ms }
  }
  now[1] = 0
  return { problems, kinds, slowest, heapGrowth: heapNow() - heapBefore }
}

async function problemWith(bytes: Uint8Array, seed: number): Promise<string | undefined> {
  try {
    for (const answer of await answersOf(bytes, { seeds: [SEEDS[seed % SEEDS.length]!] })) {
      JSON.stringify(answer.report)
      const problem = printingProblem(answer)
      if (problem !== undefined) return problem
    }
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

function heapNow(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  return process.memoryUsage().heapUsed
}

void run(workerData as FuzzTask).then(result => parentPort?.postMessage(result))
