// The layout of the graph: every node once, no crossing that could be avoided, stable, and linear.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readForContext } from '../../src/context/read-context.js'
import type { Conversation } from '../../src/conversation/conversation.js'
import { type GraphLayout, layoutGraph } from '../../src/conversation/graph-layout.js'
import type { GraphAgent } from '../../src/conversation/graph-nodes.js'
import { NONE, uuidOf } from '../../src/conversation/rows.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { runs } from '../runs.js'
import {
  answer,
  answers,
  attachment,
  boundary,
  bytesOf,
  calls,
  checkpoint,
  type Line,
  last,
  progress,
  prompt,
  read,
  result,
  rowOf,
  summaryOf,
  user,
} from './lines.js'

/** `lane id` from top to bottom. */
const shape = (layout: GraphLayout): string => layout.nodes.map(node => `${node.lane} ${node.id}`).join(', ')
const kinds = (layout: GraphLayout): string =>
  layout.nodes.map(({ lane, subject }) => `${lane} ${subject.kind}`).join(', ')
const edges = (layout: GraphLayout): string =>
  layout.edges.map(({ from, to, kind }) => `${from}${kind === 'parent' ? '' : ` ${kind}`} ${to}`).join(', ')

describe('what is drawn', () => {
  test('one node a turn, and the leaf', () => {
    const layout = layoutGraph(read(prompt('p1'), last('a1'), prompt('p2'), calls('a2', 't'), result('r', 't')))
    expect(shape(layout)).toBe('0 turn1, 0 turn2, 0 leaf')
    expect(edges(layout)).toBe('turn1 turn2, turn2 leaf')
    expect(layout.nodes[1]).toMatchObject({ entries: 3, lines: [3, 5], branch: 1 })
  })

  test('a rewind: the branch left behind beside the active one', () => {
    const layout = layoutGraph(
      read(prompt('p1'), last('a1'), prompt('p2'), last('a2'), prompt('p3', { parent: 'a1' }), last('a3')),
    )
    expect(shape(layout)).toBe('0 turn1, 0 fork1, 1 turn2, 0 turn3, 0 leaf')
    expect(edges(layout)).toBe('turn1 fork1, fork1 turn2, fork1 turn3, turn3 leaf')
    expect(layout.lanes).toEqual([
      { number: 0, branch: 1, state: 'active', turns: 2, entries: 4, rows: [0, 4] },
      { number: 1, branch: 2, state: 'abandoned', turns: 1, entries: 2, rows: [1, 2] },
    ])
  })

  test('a checkpoint on the older branch: the leaf stands there, not at the end', () => {
    const layout = layoutGraph(
      read(
        ...[prompt('p1'), last('a1'), prompt('p2'), last('a2'), prompt('p3', { parent: 'a1' }), last('a3')],
        checkpoint('a2'),
      ),
    )
    expect(shape(layout)).toBe('0 turn1, 0 fork1, 0 turn2, 0 leaf, 1 turn3')
  })

  test('two answers to one prompt: the other way is a node of its own', () => {
    const layout = layoutGraph(read(prompt('p1'), last('a1'), last('b1', { parent: 'p1' })))
    expect(kinds(layout)).toBe('0 turn, 0 fork, 1 entry, 0 leaf')
  })

  test('a compaction lies between the turns around it', () => {
    const layout = layoutGraph(read(prompt('p1'), last('a1'), boundary('b'), summaryOf('s'), prompt('p2'), last('a2')))
    expect(shape(layout)).toBe('0 turn1, 0 compaction1, 0 turn2, 0 leaf')
    expect(edges(layout)).toBe('turn1 compaction compaction1, compaction1 turn2, turn2 leaf')
  })

  test('a missing parent cuts; what ended above shares the lane', () => {
    const layout = layoutGraph(read(prompt('p1'), last('a1'), prompt('p2', { parent: 'gone' }), last('a2')))
    expect(shape(layout)).toBe('0 turn1, 0 cut2, 0 turn2, 0 leaf')
    expect(edges(layout)).toBe('turn1 cut cut2, cut2 turn2, turn2 leaf')
    expect(layout.nodes[1]!.subject).toMatchObject({ reason: 'missing-parent', missing: 'gone', cutsOff: 2 })
  })

  test('agents hang at their turn, those that they started at them', () => {
    const conversation = read(prompt('p1'), calls('a1', 't'), result('r', 't'), last('a2'), prompt('p2'), last('a3'))
    const agent = (more: Partial<GraphAgent>): GraphAgent => ({
      from: NONE,
      startedBy: NONE,
      firstRow: NONE,
      lines: undefined,
      entries: 3,
      ...more,
    })
    const agents = [agent({ from: 1 }), agent({ startedBy: 0 }), agent({ startedBy: 3 }), agent({ startedBy: 2 })]
    const layout = layoutGraph(conversation, { agents: [...agents, agent({})] })
    // The third and the fourth are said to have started each other; the last one hangs nowhere.
    expect(shape(layout)).toBe('0 turn1, 1 agent1, 2 agent2, 0 turn2, 0 leaf, 1 agent5, 1 agent3, 2 agent4')
    expect(edges(layout)).toContain('turn1 agent agent1, agent1 agent agent2')
  })

  test('technical forks are folded, and drawn with their reason where all are wanted', () => {
    const conversation = read(
      prompt('p1'),
      answer('a1', { message: 'm', blocks: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }] }),
      answer('a2', { message: 'm', blocks: [{ type: 'tool_use', id: 't2', name: 'Read', input: {} }] }),
      user('r1', [answers('t1')], { parent: 'a1' }),
      user('r2', [answers('t2')], { parent: 'a2' }),
      last('a3'),
    )
    expect(shape(layoutGraph(conversation))).toBe('0 turn1, 0 leaf')
    expect(layoutGraph(conversation).foldedForks).toBe(1)
    const whole = layoutGraph(conversation, { all: true })
    expect(shape(whole)).toBe('0 turn1, 0 fork1, 0 leaf')
    expect(whole.nodes[1]!.subject).toMatchObject({ reason: 'parallel-results', ways: 2, side: 1 })
    expect(whole.foldedForks).toBe(0)
  })

  test('nothing to draw', () => {
    expect(layoutGraph(read()).nodes).toEqual([])
    expect(layoutGraph(read({ type: 'summary', summary: 'x', leafUuid: 'y' })).nodes).toEqual([])
  })

  test('a ring of parents, and parents that stand later in the file', () => {
    check(layoutGraph(read(prompt('p1', { parent: 'a2' }), last('a1'), prompt('p2'), last('a2')), { all: true }))
    check(layoutGraph(read(prompt('p2', { parent: 'a1' }), last('a2'), prompt('p1', { parent: null }), last('a1'))))
  })
})

/** Trees as steps: what each new pair of prompt and answer hangs on, and what else is written around it. */
interface Step {
  readonly on: number
  readonly what:
    | 'turn'
    | 'answer'
    | 'progress'
    | 'attachment'
    | 'compaction'
    | 'orphan'
    | 'root'
    | 'checkpoint'
    | 'copy'
}
const step: fc.Arbitrary<Step> = fc.record({
  // Mostly at the end, as people do; sometimes far back.
  on: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(40)),
  what: fc.oneof(
    { weight: 8, arbitrary: fc.constant('turn' as const) },
    fc.constantFrom<Step['what']>('answer', 'progress', 'attachment', 'compaction'),
    fc.constantFrom<Step['what']>('orphan', 'root', 'checkpoint', 'copy'),
  ),
})

function linesOf(steps: readonly Step[]): readonly (readonly Line[])[] {
  const uuids: string[] = []
  return steps.map(({ on, what }, index) => {
    const parent = uuids[uuids.length - 1 - (on % Math.max(1, uuids.length))] ?? null
    const name = `${index}`
    const lines = ((): readonly Line[] => {
      switch (what) {
        case 'turn':
          return [prompt(`p${name}`, { parent }), last(`a${name}`)]
        case 'answer':
          return [last(`a${name}`, { parent })]
        case 'progress':
          return [progress(`x${name}`, { parent })]
        case 'attachment':
          return [attachment(`x${name}`, 'date', {}, { parent })]
        case 'compaction':
          return [boundary(`b${name}`, {}, { logicalParentUuid: parent }), summaryOf(`s${name}`)]
        case 'orphan':
          return [prompt(`p${name}`, { parent: `gone${name}` }), last(`a${name}`)]
        case 'root':
          return [prompt(`p${name}`, { parent: null }), last(`a${name}`)]
        case 'checkpoint':
          return [checkpoint(parent, { explicit: on % 2 === 1 })]
        case 'copy':
          return parent === null ? [] : [prompt(parent, { parent: null })]
      }
    })()
    for (const line of lines) if (typeof line['uuid'] === 'string') uuids.push(line['uuid'])
    return lines
  })
}

const trees = fc.array(step, { minLength: 1, maxLength: 40 })

/** What must hold of every layout. */
function check(layout: GraphLayout): void {
  const { nodes, lanes } = layout
  expect(new Set(nodes.map(node => node.id)).size).toBe(nodes.length)
  expect(nodes.map(node => node.row)).toEqual(nodes.map((_, row) => row))
  const rowOfNode = new Map(nodes.map(node => [node.id, node.row]))
  const branchAt = new Map(lanes.map(lane => [lane.branch, lane]))

  // What takes a lane: branches, and agents down to the last that they started.
  const taken = lanes.map(({ number, rows: [from, to], branch }) => {
    const first = nodes.find(node => node.branch === branch && node.subject.kind !== 'agent')!.row
    // The active branch keeps its lane to the end, for what will be appended.
    const isActive = branch === 1
    return { lane: number, from, to: isActive ? nodes.length : to, first, isActive, least: 0 }
  })
  for (const node of nodes) {
    if (node.subject.kind !== 'agent') {
      const lane = branchAt.get(node.branch)!
      expect(node.lane).toBe(lane.number)
      expect(node.row).toBeGreaterThanOrEqual(lane.rows[0])
      expect(node.row).toBeLessThanOrEqual(lane.rows[1])
      continue
    }
    const below = layout.edges.filter(edge => edge.from === node.id && edge.kind === 'agent')
    const above = layout.edges.find(edge => edge.to === node.id && edge.kind === 'agent')
    const least = above ? nodes[rowOfNode.get(above.from)!]!.lane + 1 : 0
    const to = below.reduce((row, edge) => Math.max(row, rowOfNode.get(edge.to)!), node.row)
    taken.push({ lane: node.lane, from: node.row, to, first: node.row, isActive: false, least })
  }
  for (const one of taken) {
    if (one.isActive) expect(one.lane).toBe(0)
    // Two that overlap never share a lane: so no line passes a node of another branch.
    const overlapping = taken.filter(other => other !== one && other.from <= one.to && other.to >= one.from)
    expect(overlapping.filter(other => other.lane === one.lane)).toEqual([])
    // No lane further out than it must be: every lower one is taken by what was there before.
    for (let lane = one.least; lane < one.lane; lane++) {
      const before = overlapping.filter(other => other.lane === lane && (other.isActive || other.first < one.first))
      expect(before.length, `lane ${lane} was free`).toBeGreaterThan(0)
    }
  }
  for (const { from, to, kind } of layout.edges) {
    const [a, b] = [nodes[rowOfNode.get(from)!]!, nodes[rowOfNode.get(to)!]!]
    expect(a).not.toBe(b)
    // A line from one branch to another begins at a fork, so that it is drawn where it leaves.
    if (kind !== 'cut' && kind !== 'agent' && a.branch !== b.branch) expect(a.subject.kind).toBe('fork')
  }
}

function checkTurns(conversation: Conversation, layout: GraphLayout): void {
  const turns = layout.nodes.flatMap(({ subject }) => (subject.kind === 'turn' ? [subject.turn] : []))
  expect(turns.toSorted((a, b) => a - b)).toEqual(conversation.turns.list.map((_, position) => position))
  // Every turn but those at the top of a line of conversation hangs on something.
  const compactions = layout.nodes.filter(node => node.subject.kind === 'compaction')
  expect(compactions).toHaveLength(conversation.compactions.length)
  expect(layout.nodes.filter(node => node.subject.kind === 'leaf')).toHaveLength(
    conversation.leaf.kind === 'none' ? 0 : 1,
  )
  for (const branch of conversation.branches.list) {
    const isEmpty =
      branch.number === 1 && !layout.nodes.some(node => node.branch === 1 && node.subject.kind !== 'agent')
    if (!isEmpty) expect(layout.lanes.map(lane => lane.branch)).toContain(branch.number)
  }
}

describe('generated trees', () => {
  test('every node once, no lane further out than it must be, no line through another branch', () => {
    fc.assert(
      fc.property(trees, fc.boolean(), (steps, all) => {
        const conversation = readForContext(bytesOf(...linesOf(steps))).conversation
        const layout = layoutGraph(conversation, { all })
        check(layout)
        checkTurns(conversation, layout)
        expect(layoutGraph(conversation, { all })).toEqual(layout)
      }),
      { numRuns: runs(40, 400) },
    )
  })

  test('random sessions, sound and damaged', () => {
    for (let seed = 1; seed <= runs(4, 30); seed++) {
      const conversation = readForContext(randomSession(seed, { turns: 15, damage: seed % 2 === 0 }).bytes).conversation
      for (const all of [false, true]) {
        const layout = layoutGraph(conversation, { all, agents: inlineAgents(conversation) })
        check(layout)
        checkTurns(conversation, layout)
      }
    }
  })

  test('in any order of lines', () => {
    fc.assert(
      fc.property(trees, fc.infiniteStream(fc.nat()), (steps, numbers) => {
        const lines = linesOf(steps).flat()
        // Hung on their parents by name first: moved, they would hang elsewhere.
        const text = new TextDecoder().decode(bytesOf(lines)).trimEnd().split('\n')
        const shuffled = text.map(line => [numbers.next().value!, line] as const).toSorted((a, b) => a[0] - b[0])
        const bytes = new TextEncoder().encode(shuffled.map(([, line]) => `${line}\n`).join(''))
        check(layoutGraph(readForContext(bytes).conversation, { all: true }))
      }),
      { numRuns: runs(20, 200) },
    )
  })
})

function inlineAgents(conversation: Conversation): readonly GraphAgent[] {
  return conversation.sidechains.map(({ root, from, rows }) => ({
    from,
    startedBy: NONE,
    firstRow: root,
    lines: undefined,
    entries: rows.length,
  }))
}

describe('stable when entries are appended', () => {
  /** The nodes of both, without the mark of the leaf, which moves. */
  function common(before: GraphLayout, after: GraphLayout) {
    const there = new Map(after.nodes.map(node => [node.id, node]))
    const nodes = before.nodes.filter(node => node.subject.kind !== 'leaf')
    return nodes.flatMap(node => (there.has(node.id) ? [[node, there.get(node.id)!] as const] : []))
  }

  /** What stable asks for: each entry stays in its branch, and only the active branch and new ones grow. */
  function isSame(before: Conversation, after: Conversation): boolean {
    if (before.leaf.kind === 'none' || after.leaf.kind === 'none') return false
    // A command becomes a turn with its answer, and work without a prompt ends being one with the first prompt.
    const starts = (one: Conversation) => one.turns.list.map(turn => `${turn.kind} ${uuidOf(one.rows, turn.row)}`)
    const were = starts(before)
    if (starts(after).slice(0, were.length).join() !== were.join()) return false
    for (let row = 0; row < before.rows.count; row++) {
      if (before.branches.of[row] !== after.branches.of[row]) return false
    }
    return before.branches.list.every(({ number, entries }) => {
      return number === 1 || after.branches.list.find(one => one.number === number)?.entries === entries
    })
  }

  function compare(before: Conversation, after: Conversation): boolean {
    const [a, b] = [layoutGraph(before), layoutGraph(after)]
    const pairs = common(a, b)
    expect(pairs.map(([, node]) => node.row)).toEqual(pairs.map(([, node]) => node.row).toSorted((x, y) => x - y))
    if (!isSame(before, after)) return false
    expect(pairs.map(([, node]) => `${node.lane} ${node.id}`)).toEqual(pairs.map(([node]) => `${node.lane} ${node.id}`))
    // None goes; but a cut below rows that lead nowhere is one only while those are the active path's beginning.
    const mayGo = new Set(['leaf', 'cut'])
    const stays = a.nodes.filter(node => !mayGo.has(node.subject.kind))
    expect(pairs.filter(([node]) => !mayGo.has(node.subject.kind))).toHaveLength(stays.length)
    return true
  }

  test('generated trees, cut at every step', () => {
    let kept = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 25 }), steps => {
        // A copy of an entry that was there changes what was there.
        const lines = linesOf(steps.filter(one => one.what !== 'copy'))
        const bytes = new TextDecoder().decode(bytesOf(...lines)).split('\n')
        const upTo = (count: number) =>
          readForContext(new TextEncoder().encode(`${bytes.slice(0, count).join('\n')}\n`)).conversation
        const after = upTo(bytes.length)
        for (let count = 1; count < bytes.length; count++) if (compare(upTo(count), after)) kept++
      }),
      { numRuns: runs(30, 150) },
    )
    expect(kept).toBeGreaterThan(runs(60, 300))
  })

  test('random sessions, cut at every tenth line', () => {
    let kept = 0
    for (let seed = 1; seed <= runs(3, 10); seed++) {
      const lines = new TextDecoder()
        .decode(randomSession(seed, { turns: 12 }).bytes)
        .trimEnd()
        .split('\n')
      const upTo = (count: number) =>
        readForContext(new TextEncoder().encode(`${lines.slice(0, count).join('\n')}\n`)).conversation
      const after = upTo(lines.length)
      for (let count = 10; count < lines.length; count += 10) if (compare(upTo(count), after)) kept++
    }
    expect(kept).toBeGreaterThan(runs(6, 20))
  })

  test('branches opened beside an active path that a checkpoint holds', () => {
    const lines: Line[] = [prompt('p0', { parent: null }), last('a0'), prompt('p1'), last('a1'), checkpoint('a1')]
    // Each turn from the first answer, written after the checkpoint on another branch (N5).
    for (let index = 2; index < 8; index++) {
      const before = read(...lines)
      lines.push(prompt(`p${index}`, { parent: 'a0' }), last(`a${index}`))
      const after = read(...lines)
      expect(compare(before, after)).toBe(index > 2 || before.leaf.kind !== 'checkpoint' || isSame(before, after))
      const drawn = layoutGraph(after)
      check(drawn)
      expect(drawn.nodes.find(node => node.subject.kind === 'leaf')!.source).toBe(rowOf(after, 'a1'))
    }
    expect(shape(layoutGraph(read(...lines)))).toBe(
      '0 turn1, 0 fork1, 0 turn2, 0 leaf, 1 turn3, 2 turn4, 3 turn5, 4 turn6, 5 turn7, 6 turn8',
    )
  })
})
