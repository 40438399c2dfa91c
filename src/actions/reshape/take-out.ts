// A session without what somebody pointed at: calls, all calls of a tool, kinds of content, whole turns, together in one
// plan.

import { InputError } from '../../format/error.js'
import { cutOut } from '../../reshape/cut/index.js'
import type { DraftVerb } from '../../reshape/plan/index.js'
import { type StripKind, type StripRule, strip } from '../../reshape/strip/index.js'
import { type Doing, openOptions } from '../action.js'
import type { Place } from '../session/place.js'
import { type ChangeRequest, changeCall } from './change-request.js'
import { partsRows, partsWords, type TurnRange } from './cut.js'
import { reshape } from './reshape.js'
import type { ReshapeReport } from './reshape-report.js'
import type { OpenForChange } from './reshape-source.js'

export interface TakeOutCall extends ChangeRequest {
  /** Ids of tool calls, which go with their results. */
  readonly calls?: readonly string[] | undefined
  /** Ids of tool calls whose results become a note. */
  readonly results?: readonly string[] | undefined
  /** Names of tools, all calls of which go. */
  readonly tools?: readonly string[] | undefined
  readonly kinds?: readonly StripKind[] | undefined
  readonly turns?: readonly TurnRange[] | undefined
}

export async function takeOut(place: Place, call: TakeOutCall, doing: Doing = {}): Promise<ReshapeReport> {
  const request = (open: OpenForChange) => ({ verbs: verbsOf(open, call) })
  return reshape(place, { ...changeCall(place, 'take-out', call), request }, openOptions(place, doing))
}

function verbsOf(open: OpenForChange, { calls = [], results = [], tools = [], kinds = [], turns = [] }: TakeOutCall) {
  const { names } = open.source.conversation.rows
  const known = new Set(open.source.conversation.toolCalls.list.map(({ use }) => use.id))
  const named = (ids: readonly string[]) =>
    new Set(
      ids.map(id => {
        const name = names.find(id)
        if (name === 0 || !known.has(name))
          throw new InputError('call-unknown', `no tool call has the id ${JSON.stringify(id)}`)
        return name
      }),
    )
  const rules: StripRule[] = [
    ...(calls.length > 0 ? [{ kind: 'tools' as const, calls: named(calls), where: {} }] : []),
    ...(tools.length > 0 ? [{ kind: 'tools' as const, only: tools, where: {} }] : []),
    ...(results.length > 0 ? [{ kind: 'results' as const, calls: named(results), where: {} }] : []),
    ...kinds.map(kind => ({ kind, where: {} })),
  ]
  const parts = { turns, messages: [] }
  const verbs: readonly DraftVerb[] = [
    ...(rules.length > 0 ? [strip(rules)] : []),
    ...(turns.length > 0 ? [cutOut(partsRows(open.source, parts), partsWords(parts))] : []),
  ]
  if (verbs.length === 0) throw new InputError('usage', 'nothing was chosen to take out')
  return verbs
}
