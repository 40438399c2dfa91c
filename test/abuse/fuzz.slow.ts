// No input makes a command crash, hang or print what it must not: 20,000 fuzzed inputs through all of them.
// One failing input again: RETHREAD_FUZZ_SEED=<seed> RETHREAD_SUITE=slow npx vitest run test/abuse/fuzz.slow.ts

import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFiles } from '../../tools/samples.js'
import type { FuzzResult, FuzzTask } from './fuzz-worker.js'

const INPUTS = 20_000
const FIRST_SEED = 1_000_000
/** Promised are two seconds; by the clock of a busy machine only what hangs can be told from what is slow. */
const DEADLINE_MS = process.env['RETHREAD_LIMITS'] === 'strict' ? 2_000 : 20_000
const WHOLE_MS = 900_000
const HEAP_MB = 512
/** Small enough that thousands of inputs go through all commands in minutes. */
const LARGEST_SAMPLE = 12_000

const samples = [...sampleFiles()].flatMap(([path, bytes]) =>
  path.endsWith('.jsonl') && bytes.length <= LARGEST_SAMPLE ? [bytes] : [],
)

const root = join(import.meta.dirname, '../..')
let folder = ''

beforeAll(async () => {
  // Beside node_modules, for the imports that stay imports.
  folder = mkdtempSync(join(root, 'node_modules', '.fuzz-'))
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'fuzz-worker.ts'),
    platform: 'node',
    external: [/^node:/, 'zod'],
  })
  await bundle.write({ file: join(folder, 'worker.mjs'), format: 'esm' })
  await bundle.close()
  setFlagsFromString('--expose-gc')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Outcome = FuzzResult | { readonly hung: number } | { readonly died: number; readonly error: string }

function runWorker(seeds: readonly number[]): Promise<Outcome> {
  const clock = new SharedArrayBuffer(16)
  const now = new Float64Array(clock)
  const task: FuzzTask = { seeds, samples, clock }
  const worker = new Worker(join(folder, 'worker.mjs'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  return new Promise(resolve => {
    const end = (outcome: Outcome): void => {
      clearInterval(watch)
      void worker.terminate()
      resolve(outcome)
    }
    const watch = setInterval(() => {
      if (now[1]! > 0 && Date.now() - now[1]! > DEADLINE_MS) end({ hung: now[0]! })
    }, 100)
    worker.once('message', end)
    worker.once('error', error => end({ died: now[0]!, error: String(error) }))
  })
}

/** One seed after the other is given to as many threads as there are cores; a slow one gets a second chance, alone. */
async function fuzz(seeds: readonly number[]): Promise<FuzzResult> {
  const lanes = Math.max(1, Math.min(availableParallelism(), 4, seeds.length))
  const shares = Array.from({ length: lanes }, (_, lane) => seeds.filter((_, index) => index % lanes === lane))
  return merged((await Promise.all(shares.map(share => fuzzShare(share)))).flat())
}

async function fuzzShare(share: readonly number[]): Promise<readonly FuzzResult[]> {
  const results: FuzzResult[] = []
  let left = share
  while (left.length > 0) {
    const outcome = await runWorker(left)
    if ('problems' in outcome) return [...results, outcome]
    const seed = 'hung' in outcome ? outcome.hung : outcome.died
    const problem = 'hung' in outcome ? `took longer than ${DEADLINE_MS} ms` : outcome.error
    const again = left.length > 1 && 'hung' in outcome ? await runWorker([seed]) : outcome
    if (!('problems' in again)) results.push(failed(seed, problem))
    // What was done before it is done again: rare, and nothing is left out.
    left = left.filter(one => one !== seed)
    if (results.length > 3) break
  }
  return results
}

function failed(seed: number, problem: string): FuzzResult {
  return { problems: [{ seed, kind: '?', problem }], kinds: {}, slowest: { seed, ms: DEADLINE_MS }, heapGrowth: 0 }
}

function merged(results: readonly FuzzResult[]): FuzzResult {
  const kinds: Record<string, number> = {}
  for (const result of results)
    for (const [kind, count] of Object.entries(result.kinds)) kinds[kind] = (kinds[kind] ?? 0) + count
  return {
    problems: results.flatMap(result => result.problems),
    kinds,
    slowest: results.map(result => result.slowest).toSorted((a, b) => b.ms - a.ms)[0]!,
    heapGrowth: Math.max(...results.map(result => result.heapGrowth)),
  }
}

test('20,000 inputs: no throw, no hang, nothing that a terminal acts on, no leak', { timeout: WHOLE_MS }, async () => {
  const one = process.env['RETHREAD_FUZZ_SEED']
  const seeds = one === undefined ? Array.from({ length: INPUTS }, (_, at) => FIRST_SEED + at) : [Number(one)]
  const { problems, kinds, slowest, heapGrowth } = await fuzz(seeds)
  console.log(
    `seeds ${seeds[0]} to ${seeds.at(-1)}: ${JSON.stringify(kinds)}, slowest ${Math.round(slowest.ms)} ms ` +
      `(seed ${slowest.seed}), heap ${Math.round(heapGrowth / 1e6)} MB more at the end`,
  )
  for (const { seed, kind, problem } of problems.slice(0, 20)) console.log(`seed ${seed} (${kind}): ${problem}`)
  expect(problems.map(({ seed }) => seed)).toEqual([])
  expect(Object.values(kinds).reduce((a, b) => a + b, 0)).toBe(seeds.length)
  expect(heapGrowth).toBeLessThan(100_000_000)
})
