// Random sessions of all client generations, against what the generator knows of them by construction.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readForContext } from '../../src/context/read-context.js'
import type { Conversation } from '../../src/conversation/conversation.js'
import { ASSISTANT, isMain, NONE, uuidOf } from '../../src/conversation/rows.js'
import { sumUsage } from '../../src/conversation/usage.js'
import { mutate } from '../../tools/generator/damage.js'
import type { GenerationName } from '../../tools/generator/generation.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { runs } from '../runs.js'
import { at } from './lines.js'

const seeds = fc.integer({ min: 1, max: 2 ** 31 })
const generations: readonly GenerationName[] = ['1.0', '2.0', '2.1-early', '2.1']
/** Small values only, so that a counterexample can be read. */
const recipes = fc.record({
  seed: seeds,
  generation: fc.constantFrom(...generations),
  turns: fc.integer({ min: 1, max: 12 }),
})
const options = { numRuns: runs(20, 150), seed: 20_261_115 }

const moves = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('drop', 'copy', 'move')), { maxLength: 12 })
const linesOf = ({ bytes }: { readonly bytes: Uint8Array }): string[] =>
  new TextDecoder().decode(bytes).trimEnd().split('\n')

/** What holds of any file whatsoever. Told by `must`, since a million calls of `expect` take their time. */
function expectSound(conversation: Conversation): void {
  const { rows, turns, branches, messages, toolCalls, graph, inventory } = conversation
  const firstStart = turns.list.reduce((first, turn) => Math.min(first, turn.firstRow), rows.count)
  let inTurns = 0
  let onBranches = 0
  for (let row = 0; row < rows.count; row++) {
    const branch = branches.of[row]!
    must(turns.of[row] !== NONE || row < firstStart, `row ${row} is in no turn`)
    must(
      isMain(rows, row) ? branch >= 1 && branch <= branches.list.length : branch === 0,
      `row ${row}: branch ${branch}`,
    )
    if (turns.of[row] !== NONE) inTurns++
    if (branch !== 0) onBranches++
  }
  for (const { index, row, firstRow, lastRow } of turns.list) {
    must(firstRow <= row && row <= lastRow, `turn ${index} does not hold its start`)
    must(rows.line[firstRow]! >= 1 && rows.line[lastRow]! <= inventory.lines, `turn ${index} is not inside the file`)
  }
  expect(turns.list.reduce((sum, turn) => sum + turn.entries, 0)).toBe(inTurns)
  expect(branches.list.reduce((sum, one) => sum + one.entries, 0)).toBe(onBranches)
  // Every assistant entry is in one message, every block of a message in one of its entries.
  const isIn = new Int32Array(rows.count)
  for (const { rows: own, blocks } of messages) {
    for (const row of own) isIn[row]!++
    for (const { row } of blocks) must(own.includes(row), `a block in row ${row}, which is not its message's`)
  }
  for (let row = 0; row < rows.count; row++)
    must(isIn[row] === (rows.role[row] === ASSISTANT ? 1 : 0), `messages of row ${row}`)
  for (const { use, result, state } of toolCalls.list) {
    must((state === 'paired') === (result !== undefined), `call in row ${use.row} is ${state}`)
    must(result === undefined || result.id === use.id, `the result of the call in row ${use.row}`)
  }
  const nodes = new Set<number>(graph.order)
  const named = rows.uuid.slice(0, rows.count).filter(uuid => uuid !== 0).length
  expect([nodes.size, nodes.size + graph.duplicates.length]).toEqual([graph.order.length, named])
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

function expectTruth(session: ReturnType<typeof randomSession>): Conversation {
  const { truth } = session
  const { conversation, facts } = readForContext(session.bytes)
  const { rows, turns, toolCalls, forks, compactions, messages, leaf } = conversation
  expect(Array.from({ length: rows.count }, (_, row) => uuidOf(rows, row) ?? null)).toEqual(truth.uuids)
  expect(turns.list.map(turn => ({ uuid: at(conversation, turn.row), kind: turn.kind }))).toEqual(truth.prompts)
  const inState = (state: string) =>
    toolCalls.list
      .filter(call => call.state === state)
      .map(call => rows.names.text(call.use.id))
      .toSorted()
  expect(inState('paired')).toEqual(truth.toolCalls.paired.toSorted())
  // Where a destroyed entry broke the chain, or the client does not read a line, the history may end elsewhere (N1, N5):
  // then a call that was lost may be the last one.
  const end = leaf.kind === 'none' ? null : at(conversation, leaf.row)
  const { pending, lost } = truth.toolCalls
  if (end === truth.leaf) expect([inState('pending'), inState('lost')]).toEqual([pending.toSorted(), lost.toSorted()])
  else expect(truth.destroyed.length + facts.unread.size).toBeGreaterThan(0)
  expect([...inState('pending'), ...inState('lost')].toSorted()).toEqual([...pending, ...lost].toSorted())
  expect(toolCalls.orphanResults.map(one => rows.names.text(one.id))).toEqual(truth.toolCalls.orphanResults)
  const branching = forks
    .filter(fork => fork.reason === 'branch')
    .map(fork => ({ parent: at(conversation, fork.row), children: fork.ways.map(way => at(conversation, way)) }))
  expect(byParent(branching)).toEqual(byParent(truth.branches))
  expect(compactions.map(one => at(conversation, one.row))).toEqual(truth.compactions)
  const usage = sumUsage(messages, rows.names)
  expect({
    inputTokens: usage.inputTokens,
    cacheWriteTokens: usage.cacheWrite5mTokens + usage.cacheWrite1hTokens,
    cacheReadTokens: usage.cacheReadTokens,
    outputTokens: usage.outputTokens,
    messages: messages.filter(message => !message.synthetic).length,
  }).toEqual(truth.usage)
  return conversation
}

const byParent = <One extends { readonly parent: string }>(list: readonly One[]) =>
  list.toSorted((a, b) => (a.parent < b.parent ? -1 : 1))

test('sound sessions: turns, calls, branches, compactions, usage and leaf are as they were made', () => {
  fc.assert(
    fc.property(recipes, ({ seed, ...recipe }) => {
      const conversation = expectTruth(randomSession(seed, recipe))
      expectSound(conversation)
      expect(conversation.graph.orphans).toEqual([])
      expect(conversation.findings).toEqual([])
      expect(conversation.unknown).toEqual({ types: {}, fields: {} })
    }),
    options,
  )
}, 60_000)

test('damaged sessions: every record that is left, and the same values from it', () => {
  fc.assert(
    fc.property(recipes, ({ seed, ...recipe }) => {
      const session = randomSession(seed, { ...recipe, damage: true })
      const conversation = expectTruth(session)
      expectSound(conversation)
      const destroyed = new Set(session.truth.destroyed)
      for (const { missing } of conversation.graph.orphans) expect(destroyed.has(missing)).toBe(true)
    }),
    options,
  )
}, 60_000)

test('sessions with random bytes changed: whatever is left holds together', () => {
  fc.assert(
    fc.property(recipes, seeds, ({ seed, ...recipe }, change) => {
      expectSound(readForContext(mutate(randomSession(seed, recipe).bytes, change, 12).bytes).conversation)
    }),
    { ...options, numRuns: runs(10, 60) },
  )
}, 60_000)

test('sessions with entries dropped, doubled and moved: every row has its turn and its branch', () => {
  fc.assert(
    fc.property(recipes, moves, ({ seed, ...recipe }, steps) => {
      const lines = linesOf(randomSession(seed, recipe))
      for (const [from, to, step] of steps) {
        const index = from % lines.length
        const line = lines[index]!
        if (step !== 'copy') lines.splice(index, 1)
        if (step !== 'drop') lines.splice(to % (lines.length + 1), 0, line)
      }
      expectSound(readForContext(new TextEncoder().encode(`${lines.join('\n')}\n`)).conversation)
    }),
    { ...options, numRuns: runs(10, 60) },
  )
}, 60_000)

test('sessions with parents changed at random: rings and forward parents lose nothing', () => {
  fc.assert(
    fc.property(recipes, moves, ({ seed, ...recipe }, steps) => {
      const rows = linesOf(randomSession(seed, recipe)).map(line => JSON.parse(line) as Record<string, unknown>)
      const chained = rows.filter(row => typeof row['uuid'] === 'string')
      for (const [child, parent] of steps)
        chained[child % chained.length]!['parentUuid'] = chained[parent % chained.length]!['uuid']
      const text = rows.map(row => `${JSON.stringify(row)}\n`).join('')
      const conversation = readForContext(new TextEncoder().encode(text)).conversation
      expectSound(conversation)
      expect(conversation.graph.roots.length).toBeGreaterThan(0)
    }),
    { ...options, numRuns: runs(10, 60) },
  )
}, 60_000)
