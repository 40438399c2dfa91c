// Tool calls and their results: missing, apart, twice, or in a form that the API does not take (R-T1 to R-T9, N8, N15
// to N19, A2.5 to A2.8, A2.13).

import type { Path } from '../../context/index.js'
import { parentOf, TAKEN } from '../../context/path.js'
import { messageKey } from '../../context/rules/item-looks.js'
import { INTERRUPTED_RULE } from '../../context/rules/open-round.js'
import { childrenOf, rowsByUuid } from '../../conversation/graph.js'
import type { Name } from '../../conversation/names.js'
import {
  ASSISTANT,
  HAS_TEXT,
  HAS_TOOL_RESULT,
  has,
  isMain,
  NONE,
  type Rows,
  SIDECHAIN,
  SYSTEM,
  textOf,
  USER,
} from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { finding, type RuleFamily } from '../family.js'
import type { Sent } from '../sent.js'
import { type ToolBlock, toolBlocks } from '../tool-blocks.js'
import { placeOf } from '../words.js'

export function tools(): RuleFamily {
  const blocks = toolBlocks()
  return {
    entry: blocks.entry,
    *finish(sent) {
      const { path } = sent
      const { rows } = path
      const rowOf = rowsByUuid(rows)
      // Of several entries with one uuid the last one; those that the client cannot read are told as aside.
      const counts = ({ row }: ToolBlock): boolean =>
        path.on[row] !== 0 || (rows.uuid[row] !== 0 && rowOf[rows.uuid[row]!] === row)
      const uses = blocks.uses.filter(counts)
      const results = blocks.results.filter(counts)
      const isOn = ({ row }: ToolBlock): boolean => path.on[row] !== 0
      const taken: Taken = { sent, path, rows, uses: uses.filter(isOn), results: results.filter(isOn) }
      yield* unanswered(taken)
      yield* surplus(taken)
      yield* order(taken)
      yield* parallel(taken)
      yield* aside(taken, uses, results)
      yield* forms(taken)
      yield* serverTools(taken, blocks.serverUses, blocks.serverResults)
    },
  }
}

/** The blocks of the path, and what is sent of them. */
interface Taken {
  readonly sent: Sent
  readonly path: Path
  readonly rows: Rows
  readonly uses: readonly ToolBlock[]
  readonly results: readonly ToolBlock[]
}

function ids(blocks: readonly ToolBlock[]): ReadonlySet<Name> {
  return new Set(blocks.map(({ id }) => id))
}

function isSent({ blocks, path: { facts } }: Sent, { row, index }: ToolBlock): boolean {
  return blocks[facts.first[row]! + index] === 1
}

/** It is not sent because the two do not fit, and not because of something else that its entry has. */
function isDropped({ is, unpaired }: Sent, { row }: ToolBlock): boolean {
  return is[row] === 1 || unpaired.has(row)
}

function callAt(rows: Rows, { id, name }: ToolBlock): string {
  return `${textOf(rows, name) ?? 'a tool'} (${textOf(rows, id) ?? 'no id'})`
}

/** R-T1, R-T2, N15 to N18: kept with a note, or left out with the whole entry. */
function* unanswered({ sent, path, rows, uses, results }: Taken): Iterable<Finding> {
  const answered = ids(results)
  const told = new Set<string>()
  const sentCalls = ids(uses.filter(use => isSent(sent, use)))
  for (const use of uses) {
    if (answered.has(use.id)) continue
    // Growing chunks repeat a call within its message (R-M2).
    const key = messageKey(path, use.row)
    if (told.has(`${key} ${use.id}`)) continue
    told.add(`${key} ${use.id}`)
    const call = callAt(rows, use)
    const place = placeOf(rows, use.row)
    if (sentCalls.has(use.id)) {
      if (sent.writtenResults.get(textOf(rows, use.id) ?? '') === INTERRUPTED_RULE)
        yield finding(
          'tool-call-pending',
          `${call} has no result yet: the model is told that it was interrupted`,
          place,
        )
      else yield finding('tool-call-unanswered', `${call} has no result: the model is told that it is missing`, place)
    } else if (isDropped(sent, use)) {
      const withText = has(rows, use.row, HAS_TEXT) && !sent.is[use.row] ? ', and neither is the text of its entry' : ''
      yield finding('tool-call-lost', `${call} has no result: the call is not sent${withText}`, place)
    }
  }
}

/** R-T4, R-T8, R-T9: results without a call, second results, second calls. */
function* surplus({ sent, path, rows, uses, results }: Taken): Iterable<Finding> {
  const firstUse = new Map<Name, ToolBlock>()
  const twice = new Set<Name>()
  for (const use of uses) {
    const first = firstUse.get(use.id)
    if (!first) firstUse.set(use.id, use)
    else if (messageKey(path, first.row) !== messageKey(path, use.row)) {
      twice.add(use.id)
      if (isSent(sent, use)) continue
      const what = `${callAt(rows, use)} has the same id as the call on line ${rows.line[first.row]}: it is sent as interrupted`
      yield finding('tool-id-duplicate', `${what}, without its result`, placeOf(rows, use.row))
    }
  }
  const sentResult = new Map<Name, ToolBlock>()
  for (const result of results) if (isSent(sent, result)) sentResult.set(result.id, result)
  for (const result of results) {
    if (isSent(sent, result)) continue
    const other = sentResult.get(result.id)
    const id = textOf(rows, result.id) ?? 'no id'
    if (!firstUse.has(result.id)) {
      if (isDropped(sent, result))
        yield finding(
          'tool-result-orphan',
          `result of ${id} has no call: "(no content)" is sent instead`,
          placeOf(rows, result.row),
        )
    } else if (other && !twice.has(result.id)) yield surplusResult(rows, id, other, result)
  }
}

function surplusResult(rows: Rows, id: string, sent: ToolBlock, other: ToolBlock): Finding {
  const isSecond = sent.row <= other.row
  const what = `${isSecond ? 'second' : 'first'} result of ${id}; the ${isSecond ? 'first' : 'second'}, on line ${rows.line[sent.row]}, is sent`
  const place = placeOf(rows, other.row)
  return sent.print === other.print
    ? finding('tool-result-repeated', `${what}, and they are identical`, place)
    : finding('tool-result-duplicate', `${what}, but not this one`, place)
}

/** R-T7, N19: the API wants a result right behind its call. */
function* order({ sent, path, rows, uses, results }: Taken): Iterable<Finding> {
  const calls = new Map(uses.toReversed().map(use => [use.id, use])) // the first one
  const answered = ids(results.filter(result => isSent(sent, result)))
  const walls = results.length > 0 ? wallsBefore(path) : undefined
  const told = new Set<Name>() // the first result counts (R-T8)
  for (const result of results) {
    const call = calls.get(result.id)
    if (!call || told.has(result.id)) continue
    const id = textOf(rows, result.id) ?? 'no id'
    const place = placeOf(rows, result.row)
    if (isSent(sent, result)) {
      told.add(result.id)
      const [from, to] = [walls!.get(call.row)!, walls!.get(result.row)!]
      // What is taken along stands where it stands in the file, and is told as parallel.
      if (path.on[result.row] === TAKEN || (from.prompts === to.prompts && from.at <= to.at)) continue
      const what = `result of ${id} is not next to its call: the client moves it there`
      yield finding('tool-result-displaced', what, place)
    } else if (!answered.has(result.id) && isDropped(sent, result)) {
      told.add(result.id)
      yield finding('tool-result-apart', `result of ${id} is separated from its call: it is not sent`, place)
    }
  }
}

/** By row of the path: its place, and how many prompts and local commands stand before it. */
function wallsBefore({ rows, chain, on }: Path) {
  const localCommand = rows.names.find('local_command')
  const walls = new Map<number, { readonly at: number; readonly prompts: number }>()
  let prompts = 0
  chain.forEach((row, at) => {
    if (!on[row]) return
    const isPrompt = rows.role[row] === USER && !has(rows, row, HAS_TOOL_RESULT)
    if (isPrompt || (rows.role[row] === SYSTEM && localCommand !== 0 && rows.subtype[row] === localCommand)) prompts++
    walls.set(row, { at, prompts })
  })
  return walls
}

/** R-T5: of no matter to client 2.1, so it is said once. */
function* parallel({ sent, path, rows, results }: Taken): Iterable<Finding> {
  const beside = results.filter(result => path.on[result.row] === TAKEN && isSent(sent, result))
  const first = beside[0]
  if (!first) return
  const count = beside.length === 1 ? '1 result' : `${beside.length} results`
  const what = `${count} of parallel calls off the main path: client 2.1 sends them, 2.0 and 1.0 lose those calls`
  yield finding('tool-results-parallel', what, placeOf(rows, first.row))
}

/** On paths that are not resumed nothing is lost. */
function* aside(
  { sent, path, rows }: Taken,
  uses: readonly ToolBlock[],
  results: readonly ToolBlock[],
): Iterable<Finding> {
  const answered = ids(results)
  const called = ids(uses)
  const where = (row: number): string =>
    has(rows, row, SIDECHAIN) ? 'in a subagent' : 'on a branch that is not resumed'
  const told = new Set<Name>()
  for (const use of uses) {
    if (path.on[use.row] || answered.has(use.id) || told.has(use.id)) continue
    told.add(use.id)
    yield finding('tool-call-aside', `${callAt(rows, use)} has no result, ${where(use.row)}`, placeOf(rows, use.row))
  }
  const isBeside = besideAnswers(sent)
  for (const { row, id } of results) {
    if (path.on[row] || called.has(id)) continue
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
function besideAnswers({ conversation: { rows, graph }, path }: Sent): (row: number) => boolean {
  let below: ReadonlyMap<number, number> | undefined
  return row => {
    const parent = graph.parent[row]!
    if (parent === NONE || !isMain(rows, row)) return false
    below ??= belowOnPath(path)
    const next = below.get(parent)
    const goesOn = next !== undefined && rows.role[next] === ASSISTANT
    if (!goesOn && path.on[parent] !== TAKEN) return false
    for (const child of childrenOf(graph, row))
      if (rows.role[child] === USER || rows.role[child] === ASSISTANT) return false
    return true
  }
}

/** By row of the path: the row of the path that hangs on it; what is passed over between them does not count. */
export function belowOnPath(path: Path): ReadonlyMap<number, number> {
  const { walked, on } = path
  const below = new Map<number, number>()
  for (let at = 1; at < walked.length; at++) {
    const [above, row] = [walked[at - 1]!, walked[at]!]
    if (on[above] && parentOf(path, row) === above) below.set(above, row)
  }
  return below
}

const ID = /^[a-zA-Z0-9_-]+$/

/** A2.7, A2.8: sent as they stand, and refused. Every id is said once. */
function* forms({ sent, rows, uses, results }: Taken): Iterable<Finding> {
  const told = new Set<Name>()
  for (const block of [...uses, ...results]) {
    const { row, id } = block
    if (told.has(id) || !isSent(sent, block)) continue
    told.add(id)
    const text = textOf(rows, id)
    if (text === undefined) yield finding('tool-id-invalid', 'tool call or result without an id', placeOf(rows, row))
    else if (!ID.test(text)) yield finding('tool-id-invalid', `invalid tool id ${text}`, placeOf(rows, row))
  }
  for (const use of uses) {
    if (use.hasInput || !isSent(sent, use)) continue
    yield finding('tool-input-invalid', `input of ${callAt(rows, use)} is not an object`, placeOf(rows, use.row))
  }
}

/** A2.13: both in one answer, the call first. */
function* serverTools(
  { sent, path, rows }: Taken,
  uses: readonly ToolBlock[],
  results: readonly ToolBlock[],
): Iterable<Finding> {
  const calls = new Map(uses.map(use => [use.id, use]))
  for (const result of results) {
    if (!isSent(sent, result)) continue
    const call = calls.get(result.id)
    const fits =
      call !== undefined &&
      isSent(sent, call) &&
      messageKey(path, call.row) === messageKey(path, result.row) &&
      (call.row < result.row || (call.row === result.row && call.index < result.index))
    if (fits) continue
    const what = `server tool result ${textOf(rows, result.id) ?? 'without id'} has no call before it`
    yield finding('server-tool-orphan', what, placeOf(rows, result.row))
  }
}
