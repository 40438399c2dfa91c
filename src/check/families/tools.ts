// Tool calls and their results: missing, apart, twice, or in a form that the API does not take (R-T1 to R-T9, N8, N15
// to N19, A2.5 to A2.8, A2.13).

import type { Conversation } from '../../conversation/conversation.js'
import { childrenOf } from '../../conversation/graph.js'
import type { Name } from '../../conversation/names.js'
import { ASSISTANT, HAS_TEXT, has, isMain, NONE, type Rows, SIDECHAIN, textOf, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { belowOnPath, type ClientPath, clientPath, TAKEN } from '../client-path.js'
import { finding, type Place, type RuleFamily } from '../family.js'
import { messageKey, openRound } from '../open-round.js'
import { type ToolBlock, toolBlocks } from '../tool-blocks.js'
import { orderOnPath } from '../tool-order.js'
import { placeOf } from '../words.js'

export function tools(): RuleFamily {
  const blocks = toolBlocks()
  return {
    entry: blocks.entry,
    *finish(conversation) {
      const path = clientPath(conversation)
      const { rows } = conversation
      const counts = (block: ToolBlock): boolean =>
        path.rowOf[rows.uuid[block.row]!] === block.row && rows.uuid[block.row] !== 0
      const uses = blocks.uses.filter(counts)
      const results = blocks.results.filter(counts)
      const isSent = ({ row }: ToolBlock): boolean => path.sent[row] !== 0
      const sent: Sent = { conversation, path, uses: uses.filter(isSent), results: results.filter(isSent) }
      yield* unanswered(sent)
      yield* surplus(sent)
      yield* order(sent)
      yield* parallel(sent)
      yield* aside(sent, uses, results)
      yield* forms(sent)
      yield* serverTools(sent, blocks.serverUses, blocks.serverResults)
    },
  }
}

/** The blocks that are sent. */
interface Sent {
  readonly conversation: Conversation
  readonly path: ClientPath
  readonly uses: readonly ToolBlock[]
  readonly results: readonly ToolBlock[]
}

function ids(blocks: readonly ToolBlock[]): ReadonlySet<Name> {
  return new Set(blocks.map(({ id }) => id))
}

function callAt(rows: Rows, { id, name }: ToolBlock): string {
  return `${textOf(rows, name) ?? 'a tool'} (${textOf(rows, id) ?? 'no id'})`
}

/** R-T1, R-T2, N15 to N18: kept with a note, or left out with the whole entry. */
function* unanswered({ conversation, path, uses, results }: Sent): Iterable<Finding> {
  const { rows } = conversation
  const answered = ids(results)
  const answeredRows = new Set(uses.flatMap(({ id, row }) => (answered.has(id) ? [row] : [])))
  const round = openRound(rows, path)
  const told = new Set<string>()
  for (const use of uses) {
    if (answered.has(use.id)) continue
    // Growing chunks repeat a call within its message (R-M2).
    const key = messageKey(rows, use.row)
    if (told.has(`${key} ${use.id}`)) continue
    told.add(`${key} ${use.id}`)
    const call = callAt(rows, use)
    const place = placeOf(rows, use.row)
    if (key === round.last) {
      yield finding('tool-call-pending', `${call} has no result yet: the model is told that it was interrupted`, place)
    } else if (answeredRows.has(use.row) || round.earlier.has(key)) {
      yield finding('tool-call-unanswered', `${call} has no result: the model is told that it is missing`, place)
    } else {
      const withText = has(rows, use.row, HAS_TEXT) ? ', and neither is the text of its entry' : ''
      yield finding('tool-call-lost', `${call} has no result: the call is not sent${withText}`, place)
    }
  }
}

/** R-T4, R-T8, R-T9: results without a call, second results, second calls. */
function* surplus({ conversation: { rows }, uses, results }: Sent): Iterable<Finding> {
  const firstUse = new Map<Name, ToolBlock>()
  const twice = new Set<Name>()
  for (const use of uses) {
    const first = firstUse.get(use.id)
    if (!first) firstUse.set(use.id, use)
    else if (messageKey(rows, first.row) !== messageKey(rows, use.row)) {
      twice.add(use.id)
      const what = `${callAt(rows, use)} has the same id as the call on line ${rows.line[first.row]}: it is sent as interrupted`
      yield finding('tool-id-duplicate', `${what}, without its result`, placeOf(rows, use.row))
    }
  }
  const firstResult = new Map<Name, ToolBlock>()
  for (const result of results) {
    const first = firstResult.get(result.id)
    const id = textOf(rows, result.id) ?? 'no id'
    const place = placeOf(rows, result.row)
    if (!firstUse.has(result.id)) {
      yield finding('tool-result-orphan', `result of ${id} has no call: "(no content)" is sent instead`, place)
    } else if (!first) firstResult.set(result.id, result)
    else if (!twice.has(result.id)) yield secondResult(rows, id, first, result, place)
  }
}

function secondResult(rows: Rows, id: string, first: ToolBlock, second: ToolBlock, place: Place): Finding {
  const what = `second result of ${id}; the first, on line ${rows.line[first.row]}, is sent`
  return first.print === second.print
    ? finding('tool-result-repeated', `${what}, and they are identical`, place)
    : finding('tool-result-duplicate', `${what}, but not this one`, place)
}

/** R-T7, N19. */
function* order({ conversation: { rows }, path, uses, results }: Sent): Iterable<Finding> {
  for (const { result, isLost } of orderOnPath(rows, path, uses, results)) {
    const id = textOf(rows, result.id) ?? 'no id'
    const place = placeOf(rows, result.row)
    if (isLost) yield finding('tool-result-apart', `result of ${id} is separated from its call: it is not sent`, place)
    else
      yield finding(
        'tool-result-displaced',
        `result of ${id} is not next to its call: the client moves it there`,
        place,
      )
  }
}

/** R-T5: of no matter to client 2.1, so it is said once. */
function* parallel({ conversation: { rows }, path, results }: Sent): Iterable<Finding> {
  const beside = results.filter(({ row }) => path.sent[row] === TAKEN)
  const first = beside[0]
  if (!first) return
  const count = beside.length === 1 ? '1 result' : `${beside.length} results`
  const what = `${count} of parallel calls off the main path: client 2.1 sends them, 2.0 and 1.0 lose those calls`
  yield finding('tool-results-parallel', what, placeOf(rows, first.row))
}

/** On paths that are not resumed nothing is lost. */
function* aside(
  { conversation, path }: Sent,
  uses: readonly ToolBlock[],
  results: readonly ToolBlock[],
): Iterable<Finding> {
  const { rows } = conversation
  const answered = ids(results)
  const called = ids(uses)
  const where = (row: number): string =>
    has(rows, row, SIDECHAIN) ? 'in a subagent' : 'on a branch that is not resumed'
  const told = new Set<Name>()
  for (const use of uses) {
    if (path.sent[use.row] || answered.has(use.id) || told.has(use.id)) continue
    told.add(use.id)
    yield finding('tool-call-aside', `${callAt(rows, use)} has no result, ${where(use.row)}`, placeOf(rows, use.row))
  }
  const isBeside = besideAnswers(conversation, path)
  for (const { row, id } of results) {
    if (path.sent[row] || called.has(id)) continue
    if (isBeside(row)) {
      const what = `result of ${textOf(rows, id) ?? 'no id'} has no call: it is not sent`
      yield finding('tool-result-orphan', what, placeOf(rows, row))
      continue
    }
    yield finding(
      'tool-result-aside',
      `result of ${textOf(rows, id) ?? 'no id'} has no call, ${where(row)}`,
      placeOf(rows, row),
    )
  }
}

/**
 * N8: a result beside an answer that is on the path, and nothing goes on from it: its call was one of several of that
 * answer, and with the call it would be sent.
 */
function besideAnswers(conversation: Conversation, path: ClientPath): (row: number) => boolean {
  const { rows, graph } = conversation
  let below: ReadonlyMap<number, number> | undefined
  return row => {
    const parent = graph.parent[row]!
    if (parent === NONE || !isMain(rows, row)) return false
    below ??= belowOnPath(conversation)
    const next = below.get(parent)
    const goesOn = next !== undefined && rows.role[next] === ASSISTANT
    if (!goesOn && path.sent[parent] !== TAKEN) return false
    for (const child of childrenOf(graph, row))
      if (rows.role[child] === USER || rows.role[child] === ASSISTANT) return false
    return true
  }
}

const ID = /^[a-zA-Z0-9_-]+$/

/** A2.7, A2.8: sent as they stand, and refused. Every id is said once. */
function* forms({ conversation: { rows }, uses, results }: Sent): Iterable<Finding> {
  const told = new Set<Name>()
  for (const { row, id } of [...uses, ...results]) {
    if (told.has(id)) continue
    told.add(id)
    const text = textOf(rows, id)
    if (text === undefined) yield finding('tool-id-invalid', 'tool call or result without an id', placeOf(rows, row))
    else if (!ID.test(text)) yield finding('tool-id-invalid', `invalid tool id ${text}`, placeOf(rows, row))
  }
  for (const use of uses) {
    if (use.hasInput) continue
    yield finding('tool-input-invalid', `input of ${callAt(rows, use)} is not an object`, placeOf(rows, use.row))
  }
}

/** A2.13: both in one answer, the call first. */
function* serverTools(
  { conversation: { rows }, path }: Sent,
  uses: readonly ToolBlock[],
  results: readonly ToolBlock[],
): Iterable<Finding> {
  const calls = new Map(uses.map(use => [use.id, use]))
  for (const result of results) {
    if (!path.sent[result.row] || path.rowOf[rows.uuid[result.row]!] !== result.row) continue
    const call = calls.get(result.id)
    const fits =
      call !== undefined &&
      path.sent[call.row] &&
      messageKey(rows, call.row) === messageKey(rows, result.row) &&
      (call.row < result.row || (call.row === result.row && call.index < result.index))
    if (fits) continue
    const what = `server tool result ${textOf(rows, result.id) ?? 'without id'} has no call before it`
    yield finding('server-tool-orphan', what, placeOf(rows, result.row))
  }
}
