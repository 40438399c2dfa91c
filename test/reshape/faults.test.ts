// A plan that is wrong is refused, whatever the verb and the fault: "no error found" would mean that nobody looks.

import { describe, expect, test } from 'vitest'
import { cutOut, turnRows } from '../../src/reshape/cut/cut-turns.js'
import { pathFinder } from '../../src/reshape/paths/path-places.js'
import { renamePaths } from '../../src/reshape/paths/rename-paths.js'
import type { Plan, ReshapeSource } from '../../src/reshape/plan/plan.js'
import { planReshape } from '../../src/reshape/plan/reshape.js'
import { redact } from '../../src/reshape/redact/redact.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { trimLadder } from '../../src/reshape/trim/ladder.js'
import { trim } from '../../src/reshape/trim/trim.js'
import { endOfTurn } from '../../src/reshape/zones/point.js'
import { randomFrom } from '../../tools/generator/random.js'
import { randomSession } from '../../tools/generator/random-session.js'
import {
  a,
  boundary,
  call,
  id,
  keeps,
  result,
  session as rowsOf,
  summaryOf,
  text,
  think,
  u,
} from '../client/experiments/builders.js'
import { runs } from '../runs.js'
import { compressing } from './compressing.js'
import { FAULTS, given } from './faults.js'
import { type Changed, change, examine, folderOf, IN_PLACE, idIn, judged, newTarget, sourceOf } from './in-memory.js'
import type { Way } from './ways.js'

/** 100 kB, where a letter in the middle is easily passed over. */
const LONG = 'some words of a long text. '.repeat(4000)

/** With thinking, calls, a branch that was left, a snapshot, and what a compaction keeps. */
function full(): Uint8Array {
  const used = { message: { usage: { input_tokens: 12, output_tokens: 34 } } }
  const of = (name: string) => ({ sourceToolAssistantUUID: id(name) })
  return rowsOf([
    u('u1', null, 'begin with some words'),
    { type: 'file-history-snapshot', messageId: id('u1'), snapshot: { messageId: id('u1'), note: 'words' } },
    a('a1', 'u1', 'm1', call('c1'), used),
    u('r1', 'a1', [result('c1')], of('a1')),
    a('a2', 'r1', 'm2', call('c2'), used),
    u('r2', 'a2', [result('c2', 'came out of it')], of('a2')),
    a('a3', 'r2', 'm3', [think('so'), text('the first answer')], used),
    u('x1', 'a3', 'a branch that was left'),
    a('x2', 'x1', 'm4', 'an answer there', used),
    u('u2', 'a3', 'the second prompt in /old/place'),
    a('a4', 'u2', 'm5', call('c3'), used),
    u('r4', 'a4', [result('c3', 'and this came out')], of('a4')),
    a('e4', 'r4', 'm8', [text('the second answer')], used),
    boundary('b1', null, keeps('s1', 'u2', 'a4', 'r4', 'e4'), { logicalParentUuid: id('e4') }),
    summaryOf('s1', 'b1', 'what was before'),
    u('u3', 's1', 'the third prompt'),
    a('a5', 'u3', 'm6', [think('then'), text('the third answer')], used),
    { type: 'last-prompt', lastPrompt: 'the third prompt', leafUuid: id('a5') },
    u('u4', 'a5', 'the fourth prompt'),
    a('a6', 'u4', 'm7', [text('the end of it')], used),
  ])
}

const renames = [{ from: '/old/place', to: '/new/place' }]

const WAYS: Readonly<Record<string, Way>> = {
  clone: {},
  'clone --keep-ids': source => ({ target: { ...newTarget(source.folder!.id), newId: undefined } as never }),
  'clone --linear': { linear: true },
  'clone --to-turn': source => {
    const { list } = source.conversation.turns
    const last = list[Math.max(0, list.length - 2)]
    const row = last && endOfTurn(source, last.index)
    return row === undefined ? {} : { cut: { row, what: 'a turn' } }
  },
  'strip --results --in-place': { verbs: [strip([{ kind: 'results', where: {} }])], target: IN_PLACE },
  'strip --tools --thinking': {
    verbs: [
      strip([
        { kind: 'tools', where: {} },
        { kind: 'thinking', where: {} },
      ]),
    ],
  },
  'trim --in-place': source => ({ verbs: [trim(trimLadder(source, TRIM).items)], target: IN_PLACE }),
  'cut --in-place': source => ({ verbs: [cutOut(turnRows(source, [1]), 'turn 1')], target: IN_PLACE }),
  compress: source => compressing({ kind: 'oldest', share: 0.5 }, 'SUMMARY')(source),
  'redact --in-place': source => ({
    verbs: [redact(secretsIn(source), { inPlace: true, short: 0 })],
    target: IN_PLACE,
  }),
  move: {
    verbs: [renamePaths({ find: pathFinder(renames[0]!, []), renames, allTexts: false })],
    target: IN_PLACE,
  },
}

const TRIM = { protectLast: 0, protect: [] }

/** A word of the first prompt, as if it were a secret. */
function secretsIn({ conversation: { rows }, read }: ReshapeSource) {
  const found = new Map<number, { start: number; end: number; content: Uint8Array; kind: string }[]>()
  for (let row = 0; row < rows.count && found.size === 0; row++) {
    const entry = new TextDecoder('latin1').decode(read(rows.offset[row]!, rows.length[row]!))
    const at = entry.search(/"content":"[a-z]{4,} /)
    if (at < 0) continue
    const start = at + '"content":"'.length
    const content = new TextEncoder().encode('[REDACTED:word]')
    found.set(row, [{ start, end: entry.indexOf(' ', start), content, kind: 'word' }])
  }
  return { main: { rows: found, gaps: [] }, agents: new Map(), files: new Map(), shared: new Map() }
}

const SESSIONS: Readonly<Record<string, () => Uint8Array>> = {
  'a session with a bit of everything': full,
  ...Object.fromEntries(
    Array.from({ length: runs(1, 4) }, (_, at) => [
      `random session ${at}`,
      () => randomSession(400 + at, { turns: 5, generation: at % 2 === 0 ? '2.1' : '2.0' }).bytes,
    ]),
  ),
}

/** Tries of one fault in one plan. */
const TRIES = runs(1, 6)
const tried = new Map<string, number>()

function expectCaught(bytes: Uint8Array, changed: Changed, what: string): void {
  const { plan, before } = changed
  const source = sourceOf(bytes, before, idIn(bytes))
  const at = given(bytes, changed)
  for (const [name, fault] of Object.entries(FAULTS)) {
    const random = randomFrom(name.length * 1000 + what.length)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const wrong = fault(at, list => (list.length === 0 ? undefined : random.pick(list)))
      if (!wrong) continue
      const broken = brokenOf(bytes, { ...plan, changes: { ...plan.changes, ...wrong } }, source, before)
      expect(broken, `${what}: ${name}, attempt ${attempt}`).not.toEqual([])
      tried.set(name, (tried.get(name) ?? 0) + 1)
    }
  }
}

/** Edits that cannot even be made are noticed as well. */
function brokenOf(bytes: Uint8Array, plan: Plan, source: ReshapeSource, before: Changed['before']): readonly string[] {
  try {
    const { verdict, proven } = judged(bytes, plan, source, before)
    // What is proven to be a copy is not read: there every fault must be seen as well.
    return proven && proven.broken.length === 0 ? [] : verdict.broken
  } catch (error) {
    if (error instanceof RangeError) return [error.message]
    throw error
  }
}

describe.each(Object.entries(SESSIONS))('%s', (what, make) => {
  test.each(Object.entries(WAYS))('%s', (name, way) => {
    const bytes = make()
    const changed = change(bytes, way)
    expect(changed.verdict.broken).toEqual([])
    expectCaught(bytes, changed, `${what}, ${name}`)
  })
})

test('a letter in the middle of a text of 100 kB', () => {
  const bytes = rowsOf([u('u1', null, `begin ${LONG} and end`), a('a1', 'u1', 'm1', 'done')])
  for (const way of [{}, { target: IN_PLACE }]) {
    const changed = change(bytes, way)
    expect(changed.verdict.broken).toEqual([])
    const { plan, before } = changed
    const source = sourceOf(bytes, before, idIn(bytes))
    const edit = { offset: 60_000, length: 1, content: new TextEncoder().encode('#') }
    const edits = [...plan.changes.edits, edit].toSorted((one, other) => one.offset - other.offset)
    const { verdict } = judged(bytes, { ...plan, changes: { ...plan.changes, edits } }, source, before)
    expect(verdict.broken.join()).toContain('bytes would change that the plan does not name')
    expect(verdict.broken.join()).toContain('the model would not see the same')
  }
})

test('side files: one that is not copied, and one that is removed', () => {
  const bytes = full()
  const own = idIn(bytes)
  const file = (name: string) => ({ name, path: `/projects/p/${own}/${name}`, size: 3, mtimeMs: 0 })
  const folder = {
    ...folderOf(own),
    tasks: [file('1.json')],
    todos: [file(`${own}-agent-${own}.json`)],
    others: [file('notes.txt'), file('more.txt')],
    sessionEnv: [file('env.sh')],
    imageCache: [file('1.png')],
    fileHistory: [file('abc@v1')],
    titleFile: file('custom-title.json'),
  }
  const before = examine(bytes, folder)
  const source = { ...sourceOf(bytes, before, own), folder }
  const plan = planReshape(source, { target: newTarget(own), verbs: [] })
  expect(judged(bytes, plan, source, before).verdict.broken).toEqual([])
  const { sideFiles } = plan.changes
  expect(sideFiles.length).toBe(8)
  for (const one of sideFiles) {
    const without = { ...plan, changes: { ...plan.changes, sideFiles: sideFiles.filter(other => other !== one) } }
    expect(judged(bytes, without, source, before).verdict.broken.join()).toContain('a side file would be lost')
    const twice = { ...plan, changes: { ...plan.changes, sideFiles: [...sideFiles, one] } }
    expect(judged(bytes, twice, source, before).verdict.broken.join()).toContain('two side files would have')
  }
  const inPlace = planReshape(source, { target: IN_PLACE, verbs: [] })
  expect(judged(bytes, inPlace, source, before).verdict.broken).toEqual([])
  const path = folder.others[0]!.path
  const removed = { ...inPlace, changes: { ...inPlace.changes, sideFiles: [{ kind: 'remove' as const, path }] } }
  expect(judged(bytes, removed, source, before).verdict.broken.join()).toContain('a side file would be lost')
})

test('every fault was tried', () => {
  const told = [...tried].map(([name, count]) => `${count} × ${name}`)
  console.log(told.join(', '))
  // In the fast suite a plan may not have the place for each.
  expect(told.length, told.join(', ')).toBeGreaterThanOrEqual(Object.keys(FAULTS).length - runs(3, 1))
})
