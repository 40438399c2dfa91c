// What becomes of each tool call: the strongest of the rules that fit it.

import type { Name } from '../../conversation/names.js'
import { NONE } from '../../conversation/rows.js'
import type { ToolCall } from '../../conversation/tool-calls.js'
import type { Draft } from '../plan/draft.js'
import { isOnOddLine } from '../tree/odd-lines.js'
import { type Region, regionOf } from '../zones/region.js'
import { namesFit, type StripRule, type ToolMode } from './rule.js'

export interface ToolDecision {
  /** Of the call itself; undefined where only its result changes. */
  readonly call: ToolMode | undefined
  readonly result: ToolMode
}

/** By the id of the call: all calls and results with this id. */
export type ToolDecisions = Map<Name, ToolDecision>

const STRENGTH: readonly ToolMode[] = ['truncate', 'stub', 'remove']

export function toolDecisions(draft: Draft, rules: readonly StripRule[]): ToolDecisions {
  const { conversation } = draft.source
  const { rows, toolCalls } = conversation
  const regions = rules.map(rule => regionOf(draft.source, rule.where))
  const decisions: ToolDecisions = new Map()
  const odd = oddMessages(draft)
  for (const call of toolCalls.list) {
    const { use } = call
    // Source document 004's flat calls are entries of their own; nothing here writes that dialect (D14).
    if (use.index === NONE || use.id === 0) continue
    if (odd.has(use.messageId || -1 - use.row)) continue
    const name = rows.names.text(use.name)
    rules.forEach((rule, position) => {
      if (!fits(rule, regions[position]!, call, name)) return
      decisions.set(use.id, strongest(decisions.get(use.id), decisionOf(rule)))
    })
  }
  return decisions
}

/** Messages with a call or a result on a damaged line: their calls stay together. */
function oddMessages(draft: Draft): ReadonlySet<number> {
  const found = new Set<number>()
  if (draft.source.facts.unread.size === 0) return found
  for (const { use, result } of draft.source.conversation.toolCalls.list) {
    if (isOnOddLine(draft, use.row) || (result && isOnOddLine(draft, result.row)))
      found.add(use.messageId || -1 - use.row)
  }
  return found
}

function fits(rule: StripRule, inRegion: Region, { use, result }: ToolCall, name: string): boolean {
  const size = (rule.kind === 'tools' ? use.inputBytes : 0) + (result?.contentBytes ?? 0)
  return (
    inRegion(use.row) &&
    namesFit(rule, name) &&
    (rule.calls === undefined || rule.calls.has(use.id)) &&
    (rule.where.largerThan === undefined || size > rule.where.largerThan)
  )
}

function decisionOf({ kind, mode }: StripRule): ToolDecision {
  return kind === 'tools'
    ? { call: mode ?? 'remove', result: mode ?? 'remove' }
    : { call: undefined, result: mode ?? 'stub' }
}

function strongest(a: ToolDecision | undefined, b: ToolDecision): ToolDecision {
  if (!a) return b
  const of = (x: ToolMode | undefined, y: ToolMode | undefined): ToolMode | undefined =>
    STRENGTH.findLast(mode => mode === x || mode === y)
  return { call: of(a.call, b.call), result: of(a.result, b.result)! }
}
