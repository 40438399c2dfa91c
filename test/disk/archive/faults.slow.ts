// System calls fail, or the process is killed there, while sessions are archived, archived again, pruned and restored.
// Whatever happens: nothing that was kept is lost, no file of a client is touched or torn, the next run finishes, and
// nothing lies about then. `RETHREAD_FAULTS=all`: every fault at every call; `=each`: at every call the process is killed,
// one call fails, and all from there on fail, with one error after another. `=each:300` goes on behind the first 300 calls.

import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readRecords, unpack, verifyArchive } from '../../../src/disk/archive/index.js'
import { isLeftover } from '../../../src/disk/atomic-replace.js'
import { endUnfinished } from '../../../src/disk/index.js'
import { bundledWorker } from '../bundled-worker.js'
import { filesOf, fillHome, SESSION, sameFiles, sessionPath } from '../faulty-home.js'
import { type Fault, hasStrace, injection, inParallel, killedAt, runTraced, tracedCalls } from '../strace.js'
import type { Step } from './archive-worker.js'

if (!hasStrace) console.error('SKIPPED: strace is missing, so no fault was injected (apt-get install strace)')

const CALLS = [
  'openat',
  'write',
  'fsync',
  'close',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'pread64',
  'utimensat',
]
const EVERY = ['KILL', 'ENOSPC', 'EIO', 'EACCES', 'EDQUOT', 'EROFS', 'EIO+']
const ERRORS = ['ENOSPC', 'EIO', 'EACCES', 'EDQUOT', 'EROFS']
const SOME = ['KILL', 'ENOSPC', 'KILL', 'EIO', 'EIO+']
const [mode = 'some', first = '0'] = (process.env['RETHREAD_FAULTS'] ?? 'some').split(':')
/** How many of each step are tried. */
const TRIED = mode === 'some' ? 15 : Infinity
const HOURS = 3_600_000

/** What happens at one call, the `turn`th of those that are tried. */
function kindsAt(turn: number): readonly string[] {
  if (mode === 'all') return EVERY
  return mode === 'each' ? ['KILL', ERRORS[turn % ERRORS.length]!, 'EIO+'] : [SOME[turn % SOME.length]!]
}

const CLONE = '00000009-0000-4000-8000-000000000000'

interface Scenario {
  readonly name: string
  readonly step: Step
  /** What was done before. */
  readonly before: (root: string) => void
}

let base = ''
let worker = ''
beforeAll(async () => {
  ;({ folder: base, worker } = await bundledWorker('archive/archive-worker.ts'))
})

const run = (step: Step, root: string): void => {
  const { stderr, status } = spawnSync(process.execPath, [worker, step, root], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'archive', step: 'archive', before: () => {} },
  {
    name: 'archive again',
    step: 'archive',
    before: root => {
      run('archive', root)
      appendFileSync(sessionPath(root), `${'more '.repeat(1000)}\n`)
      rmSync(join(root, 'claude', 'tasks'), { recursive: true })
    },
  },
  {
    name: 'prune',
    step: 'prune',
    before: root => {
      run('archive', root)
      // It needs most of what the first one has, and that one has more.
      cpSync(sessionPath(root), join(dirname(sessionPath(root)), `${CLONE}.jsonl`))
      run('archive', root)
    },
  },
  {
    name: 'restore',
    step: 'restore',
    before: root => {
      run('archive', root)
      rmSync(join(root, 'claude'), { recursive: true })
      mkdirSync(join(root, 'claude'))
    },
  },
]

describe.skipIf(!hasStrace)('faults with the archive', () => {
  test.each(SCENARIOS)('$name', { timeout: mode === 'some' ? HOURS / 4 : 8 * HOURS }, async scenario => {
    const before = makeHome(scenario, 'before')
    const after = makeHome(scenario, 'after')
    run(scenario.step, after)
    const [old, done] = [await state(before), await state(after)]
    expect(old).not.toEqual(done)
    const calls = tracedCalls(
      [process.execPath, worker, scenario.step, makeHome(scenario, 'listing')],
      CALLS,
      join(base, 'listing.log'),
      join(base, 'listing'),
    )
    const every = Math.max(1, Math.floor(calls.length / TRIED))
    const faults = calls
      .slice(Number(first))
      .filter((_, at) => at % every === 0)
      .flatMap(({ call, at }, turn) =>
        kindsAt(turn).map((kind): Fault => ({ call, at, kind: call === 'write' ? kind.replace('+', '') : kind })),
      )
    const hits = await inParallel(faults, (fault, slot) => inject(scenario, fault, slot, old, done))
    console.log(
      `${scenario.name}: ${calls.length} calls, ${faults.length} runs, ${hits.filter(Boolean).length} faults hit`,
    )
    expect(hits.filter(Boolean).length).toBeGreaterThan(8)
  })
})

/** What the client has, and what each kept session would be given back as. */
interface State {
  readonly files: Readonly<Record<string, string>>
  readonly kept: Readonly<Record<string, Readonly<Record<string, string>>>>
}

async function state(root: string): Promise<State> {
  const dataDir = join(root, 'data', 'rethread')
  const kept: Record<string, Readonly<Record<string, string>>> = {}
  for (const { session } of readRecords(dataDir, { broken: path => expect.unreachable(`${path} is damaged`) })) {
    const out = join(root, 'out')
    rmSync(out, { recursive: true, force: true })
    const { damaged, files } = await unpack(dataDir, session, out)
    expect(damaged).toEqual([])
    kept[session.id] = Object.fromEntries(
      files.map(one => [`${one.file.in}/${one.file.name}`, readFileSync(one.path, 'latin1')]),
    )
    rmSync(out, { recursive: true })
  }
  return { files: filesOf(root), kept }
}

async function inject(scenario: Scenario, fault: Fault, slot: number, old: State, done: State): Promise<boolean> {
  const root = makeHome(scenario, `run-${slot}`)
  const log = join(base, `run-${slot}.log`)
  const { code, stderr } = await runTraced(
    ['-y', ...injection(fault), process.execPath, worker, scenario.step, root],
    log,
  )
  const lines = readFileSync(log, 'latin1').split('\n')
  const hit =
    lines.some(line => line.includes('INJECTED') && line.includes(root)) ||
    (fault.kind === 'KILL' && killedAt(lines, root))
  const where = `${scenario.name}, ${JSON.stringify(fault)}: ${stderr}`
  const now = await state(root)
  // Each kept session is what it was or what it was to become.
  for (const [id, files] of Object.entries(now.kept))
    expect([old.kept[id], done.kept[id]].filter(Boolean), where).toContainEqual(files)
  for (const id of Object.keys(old.kept)) if (done.kept[id]) expect(Object.keys(now.kept), where).toContain(id)
  const dataDir = join(root, 'data', 'rethread')
  if (existsSync(dataDir)) {
    expect((await verifyArchive(dataDir, { note: false })).sessionsHit, where).toEqual([])
    await endUnfinished(dataDir)
  }
  if (scenario.step !== 'restore') expect(sameFiles(filesOf(root), old.files), where).toBe(true)
  else
    for (const [name, text] of Object.entries(filesOf(root)))
      expect(text === done.files[name], `${where} ${name}`).toBe(true)
  if (fault.kind !== 'KILL' && hit && code !== 0) expect(stderr.trim(), where).not.toBe('')
  // The next run, without faults, brings it to its end. What is forgotten already cannot be named again.
  const isForgotten = scenario.step === 'prune' && now.kept[SESSION] === undefined
  if (!isForgotten) {
    const again = spawnSync(process.execPath, [worker, scenario.step, root], { encoding: 'utf8' })
    expect([again.stderr, again.status], where).toEqual(['', 0])
  }
  const { files, kept } = await state(root)
  expect(kept, where).toEqual(done.kept)
  expect(sameFiles(files, done.files), where).toBe(true)
  if (!isForgotten) expect(leftIn(join(root, 'data')), where).toEqual([])
  return hit
}

function leftIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => isLeftover(name.split('/').at(-1)!))
}

/** Records name paths: so each home is made where it is used, once, and copied from then on. */
function makeHome(scenario: Scenario, name: string): string {
  const root = join(base, name)
  const kept = join(base, `kept-${name}-${scenario.name.replaceAll(' ', '-')}`)
  rmSync(root, { recursive: true, force: true })
  if (!existsSync(kept)) {
    fillHome(root)
    writeFileSync(join(root, 'claude', 'settings.json'), '{"cleanupPeriodDays": 3000}')
    scenario.before(root)
    cpSync(root, kept, { recursive: true, preserveTimestamps: true })
  } else cpSync(kept, root, { recursive: true, preserveTimestamps: true })
  return root
}
