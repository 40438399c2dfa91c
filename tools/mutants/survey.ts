// Which tests there are, how long they take and which mutants they reach: once in order and once backwards, in a process
// each. A test that passes in only one of the two needs others before it, and is left out.

import type { Keeper } from './keeper.js'

export interface Survey {
  readonly names: readonly string[]
  readonly ms: readonly number[]
  readonly usable: readonly number[]
  readonly left: readonly string[]
  /** By mutant. */
  readonly reachedBy: ReadonlyMap<number, readonly number[]>
  readonly atLoad: ReadonlySet<number>
}

export async function survey(start: () => Keeper, patience: number): Promise<Survey> {
  const there = await surveyOnce(start(), false, patience)
  const back = await surveyOnce(start(), true, patience)
  const left: string[] = []
  const usable: number[] = []
  const reachedBy = new Map<number, number[]>()
  for (const [at, name] of there.names.entries()) {
    const trouble = there.tests[at]!.trouble ?? back.tests[at]!.trouble
    if (trouble !== undefined) {
      left.push(`${name}: ${trouble}`)
      continue
    }
    usable.push(at)
    for (const id of new Set([...there.tests[at]!.reached, ...back.tests[at]!.reached])) {
      const list = reachedBy.get(id)
      if (list) list.push(at)
      else reachedBy.set(id, [at])
    }
  }
  const ms = there.tests.map((one, at) => Math.max(one.ms, back.tests[at]!.ms))
  if (process.env['RETHREAD_MUTANTS_TIMES'])
    for (const [at, name] of there.names.entries()) console.log(`${ms[at]!.toFixed(0)} ms ${name}`)
  return { names: there.names, ms, usable, left, reachedBy, atLoad: new Set(there.atLoad) }
}

interface Once {
  readonly names: readonly string[]
  readonly atLoad: readonly number[]
  readonly tests: readonly Surveyed[]
}

interface Surveyed {
  readonly ms: number
  readonly trouble?: string
  readonly reached: readonly number[]
}

async function surveyOnce(keeper: Keeper, backwards: boolean, patience: number): Promise<Once> {
  try {
    const ready = await keeper.next(patience)
    if (typeof ready === 'string') throw new Error(`the tests cannot be loaded: the worker is ${ready}`)
    if (ready.tells !== 'ready')
      throw new Error(`the tests cannot be loaded: ${ready.tells === 'failed' ? ready.trouble : ready.tells}`)
    keeper.ask({ do: 'survey', backwards })
    const tests: Surveyed[] = []
    for (;;) {
      const told = await keeper.next(patience)
      if (typeof told === 'string') throw new Error(`a test without any mutant does not end: the worker is ${told}`)
      if (told.tells === 'done') return { names: ready.tests, atLoad: ready.atLoad, tests }
      if (told.tells === 'surveyed') tests[told.test] = told
    }
  } finally {
    keeper.end()
  }
}
