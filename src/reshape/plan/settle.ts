// What follows from the decisions, whatever verb made them: no message ends in thinking, no thinking stays behind a
// change, no entry stays empty, no stop reason speaks of calls that are gone, and no list names what is not there.

import { childrenOf } from '../../conversation/graph.js'
import { ASSISTANT, isMain, NONE, type Rows } from '../../conversation/rows.js'
import { type AnswerBlock, type AnswerBlocks, answerBlocks, blockCount } from '../edits/answer-blocks.js'
import { textAt } from '../edits/block-fields.js'
import { endAt, isEnd } from '../tree/end-at.js'
import { keptNames } from '../tree/kept-names.js'
import { roundsOf } from '../tree/rounds.js'
import { prefixes } from '../tree/thinking.js'
import { parentsOf, rowsAbove, wayUp } from '../tree/way-up.js'
import { hangWordsBeside } from '../tree/words-beside.js'
import { addStep, changeOf, type Draft, removeRows, spareRows } from './draft.js'
import { leafOf } from './plan-of-draft.js'

export function settle(draft: Draft): void {
  if (draft.changes.size > 0 || draft.touched.size > 0) settleContent(draft)
  settleBreaks(draft)
  settleEnd(draft)
  settleCheckpoints(draft)
  settlePreserved(draft)
}

/**
 * Where a parent is missing the client takes an entry that is near enough in time (N1). Where that one goes, the next is
 * perhaps too far: so what stays is hung on the entry above it.
 */
function settleBreaks(draft: Draft): void {
  const { conversation, facts } = draft.source
  const { rows, graph } = conversation
  const up = parentsOf(draft.source)
  const kept = keptNames(draft)
  const hung: number[] = []
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    if (draft.removed[row] || rows.parentName[row] === 0 || (parent !== NONE && !facts.unread.has(parent))) continue
    const bridged = up(row)
    if (bridged === NONE || !draft.removed[bridged]) continue
    const name = kept.above(rows.uuid[bridged]!, row)
    if (name === 0) continue
    draft.parents.set(row, name)
    hung.push(row)
  }
  addStep(
    draft,
    'reattach entries',
    hung,
    'their parent is missing, and the entry that the client used instead was removed (N1)',
  )
}

/** Where the last entry went, a branch beside it must not become the end: the client takes the newest below (N4). */
function settleEnd(draft: Draft): void {
  const { rows, leaf, graph } = draft.source.conversation
  if (draft.endsAt !== undefined || leaf.kind === 'none' || !draft.removed[leaf.row]) return
  const end = leafOf(draft)
  if (end === undefined) return
  const below = new Uint8Array(rows.count)
  below[end] = 1
  for (const row of graph.order) {
    if (graph.parent[row] === NONE || !below[graph.parent[row]!]) continue
    below[row] = 1
    if (draft.removed[row] || !isEnd(rows, row) || !isMain(rows, row)) continue
    endAt(draft, end)
    return
  }
}

function settleContent(draft: Draft): void {
  const answers = answerBlocks(draft)
  dropLooseEnds(draft, answers)
  const lost = dropThinkingBehind(draft, answers)
  addStep(
    draft,
    'remove thinking',
    lost.map(({ row }) => row),
    'its signature covers everything before it, and that changed (A0, D13)',
  )
  dropLooseEnds(draft, answers)
  dropEmptied(draft)
  endTurns(draft, answers)
}

const isThinking = ({ is }: AnswerBlock): boolean => is === 'thinking'

function isGone({ changes, removed }: Draft, { row, index }: AnswerBlock): boolean {
  return removed[row] === 1 || changes.get(row)?.blocks.get(index) === 'remove'
}

function isReplaced({ changes }: Draft, { row, index }: AnswerBlock): boolean {
  return typeof changes.get(row)?.blocks.get(index) === 'object'
}

function remove(draft: Draft, { row, index }: AnswerBlock): void {
  changeOf(draft, row).blocks.set(index, 'remove')
}

/**
 * A3.5: a message must not end in thinking; and white space that stood beside a call must not stand alone (A1.5).
 * Only of messages that lost something: what the client left behind itself is not ours to mend here.
 */
function dropLooseEnds(draft: Draft, answers: AnswerBlocks): void {
  for (const message of answers.changed()) {
    const blocks = answers.of(message)
    const left = blocks.filter(block => !isGone(draft, block))
    if (left.length === blocks.length) continue
    if (left.every(block => isThinking(block) || block.is === 'blank')) for (const block of left) remove(draft, block)
    else if (!isThinking(blocks.at(-1)!)) {
      for (let at = left.length - 1; at >= 0 && isThinking(left[at]!); at--) remove(draft, left[at]!)
    }
  }
}

/** Until nothing more follows: thinking that goes is a change itself. */
function dropThinkingBehind(draft: Draft, answers: AnswerBlocks): readonly AnswerBlock[] {
  const { behind } = prefixes(draft.source)
  const lost: AnswerBlock[] = []
  const all = answers.thinking()
  for (let more = true; more; ) {
    more = false
    const changed = changedRows(draft)
    const state = behind(changed)
    for (const block of all) {
      if (isGone(draft, block) || !(state[block.row] || isBehindInRow(draft, block))) continue
      remove(draft, block)
      lost.push(block)
      more = true
    }
  }
  return lost
}

/** Rows of which the model gets something else. */
function changedRows({ source, changes, touched }: Draft): Uint8Array {
  const changed = new Uint8Array(source.conversation.rows.count)
  for (const [row, { blocks }] of changes) if (blocks.size > 0) changed[row] = 1
  for (const row of touched) changed[row] = 1
  return changed
}

function isBehindInRow({ changes }: Draft, { row, index }: AnswerBlock): boolean {
  for (const place of changes.get(row)?.blocks.keys() ?? []) if (place < index) return true
  return false
}

function dropEmptied(draft: Draft): void {
  const { rows, graph } = draft.source.conversation
  spareOldCopies(draft)
  spareLastRound(draft)
  const removed = removeRows(draft, emptiedRows(draft))
  hangOnRestOfAnswer(draft, removed)
  hangWordsBeside(draft)
  addStep(draft, 'remove entries', removed, 'they are empty now; their children move to the previous entry')
  // Of copies the last one counts (N7): without it an older one would come back.
  for (const row of graph.duplicates) {
    const { last } = graph.copies.get(rows.uuid[row]!)!
    if (draft.removed[last]) draft.removed[row] = 1
  }
}

/**
 * Older clients let the next prompt hang on the first entry of an answer, and its other entries hang beside (N8). Where
 * that first one goes, the prompt is hung on what stays of the answer, or all of that would be on no path.
 */
function hangOnRestOfAnswer(draft: Draft, removed: readonly number[]): void {
  const { rows, graph } = draft.source.conversation
  const isOfAnswer = (row: number, of: number): boolean =>
    rows.role[row] === ASSISTANT && rows.messageId[row] === rows.messageId[of] && !draft.removed[row]
  for (const row of removed) {
    if (rows.role[row] !== ASSISTANT || rows.messageId[row] === 0) continue
    const children = [...childrenOf(graph, row)]
    let rest = children.find(child => isOfAnswer(child, row))
    for (let below = rest; below !== undefined; below = [...childrenOf(graph, below)].find(one => isOfAnswer(one, row)))
      rest = below
    if (rest === undefined) continue
    for (const child of children)
      if (!isOfAnswer(child, row) && !draft.removed[child] && !draft.parents.has(child))
        draft.parents.set(child, rows.uuid[rest]!)
  }
}

function emptiedRows(draft: Draft): readonly number[] {
  return [...draft.changes.keys()].filter(row => isEmptied(draft, row))
}

function isEmptied(draft: Draft, row: number): boolean {
  const change = draft.changes.get(row)
  if (!change || draft.removed[row]) return false
  let gone = 0
  for (const how of change.blocks.values()) if (how === 'remove') gone++
  return gone > 0 && gone === blockCount(draft, row)
}

/** An older copy gives an entry its place (N7), though nothing of what it says counts: it stays as it is. */
function spareOldCopies(draft: Draft): void {
  const { rows, graph } = draft.source.conversation
  const spared = graph.duplicates.filter(row => {
    const { last } = graph.copies.get(rows.uuid[row]!)!
    return draft.changes.has(row) && !draft.removed[last] && !isEmptied(draft, last)
  })
  if (spared.length > 0) spareRows(draft, new Set(spared))
}

/** Where nothing above it stays, the round that the session ends with is all that there is of it. */
function spareLastRound(draft: Draft): void {
  const { conversation } = draft.source
  const { leaf } = conversation
  if (leaf.kind === 'none' || !isEmptied(draft, leaf.row)) return
  for (const row of rowsAbove(wayUp(draft.source), leaf.row)) if (!draft.removed[row] && !isEmptied(draft, row)) return
  const rounds = roundsOf(conversation)
  const spared = new Set([leaf.row])
  rounds.forEach((round, row) => {
    if (round !== 0 && round === rounds[leaf.row]) spared.add(row)
  })
  spareRows(draft, spared)
}

/** On every entry of the message: clients repeat the reason on each (D2). Usage stays: it was paid for. */
function endTurns(draft: Draft, answers: AnswerBlocks): void {
  const { rows } = draft.source.conversation
  const toolUse = rows.names.find('tool_use')
  const ended: number[] = []
  for (const message of answers.changed()) {
    if (message.stopReason !== toolUse || toolUse === 0) continue
    const calls = answers.of(message).filter(block => block.is === 'call')
    if (calls.length === 0 || calls.some(call => !isGone(draft, call) && !isReplaced(draft, call))) continue
    for (const row of message.rows) {
      if (draft.removed[row]) continue
      changeOf(draft, row).endsTurn = true
      ended.push(row)
    }
  }
  addStep(draft, 'set the stop reason', ended, 'their message no longer has a tool call')
}

/** A checkpoint whose entry went names the one above; where there is none, it has nothing to say. */
function settleCheckpoints(draft: Draft): void {
  const { conversation, read } = draft.source
  const { rows } = conversation
  const type = rows.names.find('last-prompt')
  if (type === 0) return
  const kept = keptNames(draft)
  const gone: number[] = []
  for (let row = 0; row < rows.count; row++) {
    if (rows.type[row] !== type || draft.removed[row]) continue
    const name = rows.names.find(textAt(read(rows.offset[row]!, rows.length[row]!), 0, 'leafUuid') ?? '')
    if (name !== 0 && kept.isRemoved(name) && kept.above(name, row) === 0) gone.push(row)
  }
  addStep(
    draft,
    'remove checkpoints',
    removeRows(draft, gone),
    'the entry they name was removed, with all its ancestors',
  )
}

/** R-C8: one name in the list that is not there, and the client forgets all of it. */
function settlePreserved(draft: Draft): void {
  const { rows, compactions } = draft.source.conversation
  const kept = keptNames(draft)
  const shortened: number[] = []
  for (const { row, preserved, segment, keptRows } of compactions) {
    if (draft.removed[row] || (preserved.length === 0 && !segment)) continue
    const names = preserved.length > 0 ? preserved.map(uuid => rows.names.find(uuid)) : uuidsOf(rows, keptRows)
    if (!names.some(kept.isRemoved)) continue
    shortened.push(row)
    if (names.every(name => name === 0 || kept.isRemoved(name))) changeOf(draft, row).dropsPreserved = true
  }
  addStep(draft, 'shorten preserved lists', shortened, 'they must name existing entries only (R-C8)')
}

function uuidsOf(rows: Rows, list: readonly number[]): readonly number[] {
  return list.map(row => (row === NONE ? 0 : rows.uuid[row]!))
}
