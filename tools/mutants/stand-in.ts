// Stands in for vitest in the programs that try mutants: the same tests, kept as functions that can be run one by one
// and as often as wanted. What is expected is still judged by vitest.

export { expect, vi } from 'vitest'

type Hook = () => unknown
type Body = (...args: readonly unknown[]) => unknown

export interface Suite {
  readonly above: Suite | undefined
  readonly name: string
  readonly beforeAll: Hook[]
  readonly beforeEach: Hook[]
  readonly afterEach: Hook[]
  readonly afterAll: Hook[]
}

export interface KeptTest {
  readonly name: string
  readonly suite: Suite
  run(): Promise<void>
}

const newSuite = (above: Suite | undefined, name: string): Suite => ({
  above,
  name,
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
  afterAll: [],
})

let here = newSuite(undefined, '')
let kept: KeptTest[] = []
let atEnd: Hook[] = []

/** The tests of a file. What its suites do while they are declared is part of loading it. */
export async function testsOf(file: string, load: () => Promise<unknown>): Promise<readonly KeptTest[]> {
  kept = []
  here = newSuite(undefined, file)
  await load()
  return kept
}

export const onTestFinished = (hook: Hook): void => {
  atEnd.push(hook)
}

/** Also where vitest has a bundle of it: called while a `beforeAll` runs, it belongs to the test that made it run. */
export const afterAll = (hook: Hook): void => {
  here.afterAll.push(hook)
}
export const beforeAll = (hook: Hook): void => {
  here.beforeAll.push(hook)
}
export const beforeEach = (hook: Hook): void => {
  here.beforeEach.push(hook)
}
export const afterEach = (hook: Hook): void => {
  here.afterEach.push(hook)
}

export const expectTypeOf = (): unknown => ANYTHING
const ANYTHING: unknown = new Proxy(() => ANYTHING, { get: () => ANYTHING })

const bodyOf = (args: readonly unknown[]): Body | undefined =>
  args.find((one): one is Body => typeof one === 'function')

type Declare = (name: string, body: Body, args: () => readonly unknown[]) => void

const declareTest: Declare = (name, body, args) => {
  const suite = here
  const full = `${pathOf(suite)} > ${name}`
  kept.push({ name: full, suite, run: () => runOne(suite, body, args()) })
}

const declareSuite: Declare = (name, body, args) => {
  const above = here
  here = newSuite(above, name)
  try {
    body(...args())
  } finally {
    here = above
  }
}

const CONTEXT = { onTestFinished, skip: () => undefined }

const pathOf = (suite: Suite): string => (suite.above ? `${pathOf(suite.above)} > ${suite.name}` : suite.name)

export const suitesOf = (suite: Suite): readonly Suite[] => (suite.above ? [...suitesOf(suite.above), suite] : [suite])

async function runOne(suite: Suite, body: Body, args: readonly unknown[]): Promise<void> {
  const all = suitesOf(suite)
  atEnd = []
  try {
    for (const one of all) for (const hook of one.beforeEach) await hook()
    await body(...args, CONTEXT)
  } finally {
    for (const one of all.toReversed()) for (const hook of one.afterEach) await hook()
    for (const hook of atEnd.toReversed()) await hook()
    atEnd = []
  }
}

interface Declaring {
  (name: unknown, ...args: readonly unknown[]): void
  each(...table: readonly unknown[]): (name: string, ...args: readonly unknown[]) => void
  for(table: readonly unknown[]): (name: string, ...args: readonly unknown[]) => void
  skipIf(isSkipped: unknown): Declaring
  runIf(isRun: unknown): Declaring
  readonly skip: Declaring
  readonly concurrent: Declaring
}

function declaring(declare: Declare, isOn: boolean): Declaring {
  const one = (name: unknown, ...args: readonly unknown[]): void => {
    const body = bodyOf(args)
    if (isOn && body) declare(nameOf(name), body, () => [])
  }
  const table = (spread: boolean) => (rows: unknown) => {
    return (name: string, ...args: readonly unknown[]): void => {
      const body = bodyOf(args)
      if (!isOn || !body) return
      for (const [at, row] of (rows as readonly unknown[]).entries())
        declare(`${name} [${at}]`, body, () => (spread && Array.isArray(row) ? row : [row]))
    }
  }
  const made = Object.assign(one, {
    each: table(true),
    for: table(false),
    skipIf: (isSkipped: unknown) => declaring(declare, isOn && !isSkipped),
    runIf: (isRun: unknown) => declaring(declare, isOn && Boolean(isRun)),
  })
  return Object.defineProperties(made, {
    skip: { get: () => declaring(declare, false) },
    // One after the other is a way of doing it at the same time.
    concurrent: { get: () => declaring(declare, isOn) },
  }) as Declaring
}

const nameOf = (name: unknown): string => (typeof name === 'function' ? name.name : String(name))

export const test = declaring(declareTest, true)
export const it = declaring(declareTest, true)
export const describe = declaring(declareSuite, true)

/** Hooks of suites, made once for all tests of one try. */
export class Hooks {
  private readonly begun = new Set<Suite>()

  async begin(suite: Suite): Promise<void> {
    for (const one of suitesOf(suite)) {
      if (this.begun.has(one)) continue
      this.begun.add(one)
      for (const hook of one.beforeAll) await hook()
    }
  }

  async end(): Promise<void> {
    for (const one of [...this.begun].toReversed()) for (const hook of one.afterAll) await hook()
    this.begun.clear()
  }
}
