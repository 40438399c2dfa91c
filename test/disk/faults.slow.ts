// Every system call that a change makes on its files is made to fail, or the process is killed there (quality.md 9).
//
// A first run without faults tells which calls there are; then each of them gets its faults, one run each. Afterwards
// every file must be wholly old or wholly new, an error must have been told, and the next change must find everything
// in order: all old or all new, nothing left over. Each call gets one fault, in turn; `RETHREAD_FAULTS=all` runs every
// fault at every call.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { endUnfinished, listReceipts } from '../../src/disk/index.js'
import { bundledWorker } from './bundled-worker.js'
import type { Change } from './change-worker.js'
import { filesOf, fillHome, leftoversIn, lostSessions, sameFiles, sessionPath, tornFiles } from './faulty-home.js'
import { type Fault, hasStrace, injection, inParallel, killedAt, runTraced, tracedCalls } from './strace.js'

if (!hasStrace) console.error('SKIPPED: strace is missing, so no fault was injected (apt-get install strace)')

/** Calls that change something, or without which nothing can be changed. */
const CALLS = ['openat', 'write', 'fsync', 'close', 'rename', 'link', 'unlink', 'mkdir', 'rmdir', 'fchmod', 'pread64']
/** With a plus: from then on for good. */
const EVERY = ['KILL', 'ENOSPC', 'EIO', 'EACCES', 'EDQUOT', 'EROFS', 'ENOSPC+', 'EIO+']
/** One at each call, in turn. Seven and the number of calls that belong together have nothing in common. */
const SOME = ['KILL', 'ENOSPC', 'EIO', 'KILL', 'EACCES', 'EDQUOT', 'EIO+']
const all = process.env['RETHREAD_FAULTS'] === 'all'

interface Outcome {
  readonly fault: Fault
  /** The fault happened, and on a file of ours. */
  readonly hit: boolean
  readonly code: number
  readonly said: string
  readonly torn: readonly string[]
  /** Sessions that were nowhere before the next start; of a change that takes none away. */
  readonly lost: readonly string[]
  /** Before the next start. */
  readonly leftovers: number
  /** After it. */
  readonly state: 'old' | 'new' | 'mixed'
  readonly receipts: number
  readonly stillLeft: readonly string[]
}

interface Scenario {
  readonly what: Change
  /** Changes that were made before. */
  readonly after: readonly Change[]
  readonly receiptsBefore: number
  /** Of its calls only each so many is tried: one with many files has the same ones again and again. */
  readonly every?: number
}

const SCENARIOS: readonly Scenario[] = [
  { what: 'in-place', after: [], receiptsBefore: 0 },
  { what: 'new-session', after: [], receiptsBefore: 0 },
  { what: 'rm', after: [], receiptsBefore: 0 },
  { what: 'undo', after: ['in-place'], receiptsBefore: 1, every: 2 },
  { what: 'move', after: [], receiptsBefore: 0, every: 5 },
  { what: 'undo', after: ['move'], receiptsBefore: 1, every: 8 },
]

let base = ''
let worker = ''
beforeAll(async () => {
  ;({ folder: base, worker } = await bundledWorker('change-worker.ts'))
})

describe.skipIf(!hasStrace)('faults', () => {
  let total = 0

  test.each(SCENARIOS)('$what after $after', { timeout: all ? 3_600_000 : 900_000 }, async scenario => {
    const before = filesOf(makeHome('before', scenario.after))
    const after = filesOf(makeHome('after', [...scenario.after, scenario.what]))
    const { every = 1 } = scenario
    const faults = faultsFor(scenario).filter((_, at) => all || at % every === 0)
    const outcomes = await inParallel(faults, (fault, slot) => inject(fault, scenario, slot, before, after))
    const hits = outcomes.filter(one => one.hit)
    total += hits.length
    const killed = hits.filter(one => one.fault.kind === 'KILL')
    const told = hits.filter(one => one.code !== 0 && one.fault.kind !== 'KILL')
    console.log(
      `${scenario.what}: ${faults.length} runs, ${hits.length} faults hit (${killed.length} killed, ${told.length} told), ` +
        `${outcomes.filter(one => one.torn.length > 0).length} torn, ` +
        `${outcomes.reduce((sum, one) => sum + one.leftovers, 0)} files left by kills, all swept; ` +
        `ended old ${outcomes.filter(one => one.state === 'old').length}, new ${outcomes.filter(one => one.state === 'new').length}`,
    )
    expect(hits.length).toBeGreaterThan(60)
    expect(outcomes.filter(one => one.torn.length > 0)).toEqual([])
    expect(outcomes.filter(one => one.lost.length > 0)).toEqual([])
    expect(outcomes.filter(one => one.state === 'mixed' || one.stillLeft.length > 0)).toEqual([])
    // A change has a receipt, and what was taken back has none.
    const wrong = outcomes.filter(one => one.receipts !== scenario.receiptsBefore + (one.state === 'new' ? 1 : 0))
    expect(wrong).toEqual([])
    // Whoever was not killed and did not succeed has said why.
    expect(told.filter(one => one.said.trim() === '' || ![1, 2, 3].includes(one.code))).toEqual([])
    expect(killed.filter(one => one.code !== -1)).toEqual([])
    expect(hits.filter(one => one.code === 0 && one.fault.kind !== 'KILL' && one.state !== 'new')).toEqual([])
    // Only a kill leaves something behind, a failure that goes on while it is taken back, or one of clearing up itself.
    const untidy = outcomes.filter(
      ({ leftovers, fault: { kind }, said }) =>
        leftovers > 0 && kind !== 'KILL' && !kind.endsWith('+') && !said.startsWith('the change was made'),
    )
    expect(untidy).toEqual([])
  })

  test('killed while a project is moved: running it again finishes it, and undo takes it back', async () => {
    const before = filesOf(makeHome('before', []))
    const after = filesOf(makeHome('after', ['move']))
    const kills = faultsFor({ what: 'move', after: [], receiptsBefore: 0 }).filter(({ call }) =>
      ['rename', 'link', 'unlink'].includes(call),
    )
    expect(kills.length).toBeGreaterThan(10)
    const states = new Set<string>()
    for (const [turn, { call, at }] of kills.entries()) {
      if (turn % 6 !== 0) continue
      const root = makeHome('again', [])
      const { code } = await runTraced(
        ['-y', ...injection({ call, at, kind: 'KILL' }), process.execPath, worker, 'move', root],
        join(base, 'again.log'),
      )
      expect(code).not.toBe(0)
      expect(lostSessions(root)).toEqual([])
      await endUnfinished(join(root, 'data'))
      const isNew = sameFiles(filesOf(root), after)
      states.add(isNew ? 'new' : 'old')
      const next: readonly Change[] = isNew ? ['undo', 'move'] : ['move', 'undo']
      for (const what of next) {
        expect(spawnSync(process.execPath, [worker, what, root], { encoding: 'utf8' }).stderr).toBe('')
        expect(filesOf(root)).toEqual(what === 'move' ? after : before)
      }
    }
    expect([...states].toSorted()).toEqual(['new', 'old'])
  }, 600_000)

  test('in all', () => {
    console.log(`${total} faults hit in all`)
    expect(total).toBeGreaterThan(SCENARIOS.length * 60)
  })

  test('control: the sweep sees a plain write tear the file', async () => {
    const torn: string[] = []
    for (const fault of [
      { call: 'write', at: 1, kind: 'ENOSPC' },
      { call: 'write', at: 1, kind: 'KILL' },
    ]) {
      const root = makeHome(`control-${fault.kind}`, [])
      const path = sessionPath(root)
      const { code } = await runTraced(
        ['-P', path, ...injection(fault), process.execPath, worker, 'plain', root],
        join(base, 'control.log'),
      )
      expect(code).not.toBe(0)
      torn.push(...tornFiles(root))
    }
    expect(torn).toHaveLength(2)
  })
})

function faultsFor({ what, after }: Scenario): readonly Fault[] {
  const root = makeHome('listing', after)
  let turn = 0
  return tracedCalls([process.execPath, worker, what, root], CALLS, join(base, 'listing.log'), root).flatMap(
    ({ call, at }) => {
      // A process that can never write again cannot say so either: a full disk is tried in full-disk.slow.ts.
      const kinds = (all ? EVERY : [SOME[turn++ % SOME.length]!]).map(kind =>
        call === 'write' ? kind.replace('+', '') : kind,
      )
      return kinds.map(kind => ({ call, at, kind }))
    },
  )
}

async function inject(
  fault: Fault,
  { what, after }: Scenario,
  slot: number,
  before: Readonly<Record<string, string>>,
  whole: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const root = makeHome(`run-${slot}`, after)
  const log = join(base, `run-${slot}.log`)
  const command = ['-y', ...injection(fault), process.execPath, worker, what, root]
  const { code, stderr } = await runTraced(command, log)
  const lines = readFileSync(log, 'latin1').split('\n')
  const hit =
    lines.some(line => line.includes('INJECTED') && line.includes(root)) ||
    (fault.kind === 'KILL' && killedAt(lines, root))
  const torn = tornFiles(root)
  const lost = what === 'rm' ? [] : lostSessions(root)
  const leftovers = leftoversIn(root).length
  await endUnfinished(join(root, 'data'))
  const now = filesOf(root)
  return {
    fault,
    hit,
    code,
    said: stderr,
    torn,
    lost,
    leftovers,
    state: sameFiles(now, before) ? 'old' : sameFiles(now, whole) ? 'new' : 'mixed',
    receipts: listReceipts(join(root, 'data')).receipts.length,
    stillLeft: leftoversIn(root),
  }
}

/**
 * Each home is filled with the same, so that its states can be compared. Receipts name paths: what was changed before
 * is kept aside for each name, and copied for each run.
 */
function makeHome(name: string, changes: readonly Change[]): string {
  const root = join(base, name)
  const kept = join(base, `kept-${name}-${changes.join('-')}`)
  rmSync(root, { recursive: true, force: true })
  if (!existsSync(kept)) {
    fillHome(root)
    for (const what of changes) {
      expect(spawnSync(process.execPath, [worker, what, root], { encoding: 'utf8' }).stderr).toBe('')
    }
    renameSync(root, kept)
  }
  cpSync(kept, root, { recursive: true })
  return root
}
