// A process that holds the tests of an area and tries mutants on them. It is told what to do over IPC, and tells what
// came out over a pipe that is written at once: from a loop without end no other message would come.

import { writeSync } from 'node:fs'
import fc from 'fast-check'
import { Hooks, type KeptTest, testsOf } from './stand-in.js'
import { isReached, noteReached, turnOn } from './switch.js'

/** What the worker is asked. */
export type Order =
  | { readonly do: 'survey'; readonly backwards: boolean }
  | { readonly do: 'try'; readonly mutant: number; readonly tests: readonly number[] }
  | { readonly do: 'end' }

/** What it tells. */
export type Told =
  | { readonly tells: 'ready'; readonly tests: readonly string[]; readonly atLoad: readonly number[] }
  | {
      readonly tells: 'surveyed'
      readonly test: number
      readonly ms: number
      readonly trouble?: string
      readonly reached: readonly number[]
    }
  | { readonly tells: 'test'; readonly test: number }
  | {
      readonly tells: 'tried'
      readonly mutant: number
      /** The test that failed. */
      readonly by?: number
      readonly trouble?: string
      readonly isReached: boolean
      /** The same test fails with no mutant on: what came before has left something behind. */
      readonly isSpoilt: boolean
    }
  | { readonly tells: 'done' }
  | { readonly tells: 'failed'; readonly trouble: string }

const PIPE = 3
const tell = (told: Told): void => {
  const bytes = Buffer.from(`${JSON.stringify(told)}\n`)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(PIPE, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

/** `RETHREAD_MUTANT` is on from the beginning, for what is computed while files are loaded. */
export async function serve(files: Readonly<Record<string, () => Promise<unknown>>>, mutants: number): Promise<void> {
  // What is drawn at random is the same each time: a mutant is killed or not, not now and then.
  fc.configureGlobal({ seed: 1 })
  // A promise that a mutant has made fail and nobody waits for must not end the process of the next one.
  process.on('unhandledRejection', () => undefined)
  const reached = new Uint8Array(mutants + 1)
  noteReached(reached)
  turnOn(Number(process.env['RETHREAD_MUTANT'] ?? 0))
  const tests: KeptTest[] = []
  try {
    for (const [file, load] of Object.entries(files)) tests.push(...(await testsOf(file, load)))
  } catch (error) {
    tell({ tells: 'failed', trouble: troubleOf(error) })
    process.exit(0)
  }
  const wasReachedAtLoad = isReached()
  noteReached(undefined)
  process.on('message', async (order: Order) => {
    if (order.do === 'end') process.exit(0)
    if (order.do === 'survey') await survey(tests, order.backwards, mutants)
    else await tryMutant(tests, order.mutant, order.tests, wasReachedAtLoad)
  })
  tell({ tells: 'ready', tests: tests.map(({ name }) => name), atLoad: numbersIn(reached) })
}

const numbersIn = (reached: Uint8Array): readonly number[] => {
  const numbers: number[] = []
  for (let id = 1; id < reached.length; id++) if (reached[id] === 1) numbers.push(id)
  return numbers
}

/** Every test without a mutant: does it pass, how long does it take, which mutants does it reach? */
async function survey(tests: readonly KeptTest[], backwards: boolean, mutants: number): Promise<void> {
  const order = tests.map((_, at) => at)
  for (const at of backwards ? order.toReversed() : order) {
    // Hooks again for each: what they reach is reached by each test that needs them.
    const hooks = new Hooks()
    const reached = new Uint8Array(mutants + 1)
    noteReached(reached)
    const start = performance.now()
    const trouble = await troubleIn(tests[at]!, hooks)
    const ms = performance.now() - start
    noteReached(undefined)
    await hooks.end()
    tell({
      tells: 'surveyed',
      test: at,
      ms,
      ...(trouble === undefined ? {} : { trouble }),
      reached: numbersIn(reached),
    })
  }
  tell({ tells: 'done' })
}

async function tryMutant(
  tests: readonly KeptTest[],
  mutant: number,
  order: readonly number[],
  wasReachedAtLoad: boolean,
): Promise<void> {
  const hooks = new Hooks()
  turnOn(mutant)
  for (const at of order) {
    tell({ tells: 'test', test: at })
    const trouble = await troubleIn(tests[at]!, hooks)
    if (trouble === undefined) continue
    const reached = isReached() || wasReachedAtLoad
    turnOn(0)
    await quietly(() => hooks.end())
    const isFixed = process.env['RETHREAD_MUTANT'] !== undefined
    const again = new Hooks()
    const isSpoilt = !isFixed && (await troubleIn(tests[at]!, again)) !== undefined
    await quietly(() => again.end())
    tell({ tells: 'tried', mutant, by: at, trouble, isReached: reached, isSpoilt })
    return
  }
  const reached = isReached() || wasReachedAtLoad
  turnOn(0)
  await quietly(() => hooks.end())
  tell({ tells: 'tried', mutant, isReached: reached, isSpoilt: false })
}

async function troubleIn(test: KeptTest, hooks: Hooks): Promise<string | undefined> {
  try {
    await hooks.begin(test.suite)
    await test.run()
    return undefined
  } catch (error) {
    return troubleOf(error)
  }
}

/** What a failed try leaves behind may not be there to be cleared up. */
async function quietly(what: () => Promise<void>): Promise<void> {
  try {
    await what()
  } catch (error) {
    console.error(troubleOf(error))
  }
}

const troubleOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300)
