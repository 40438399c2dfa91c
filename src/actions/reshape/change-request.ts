// What is asked of every verb that makes a session out of another one. All of it has a default: a copy beside the
// session, with ids of its own.

import { timeAt } from '../action.js'
import type { Place } from '../session/place.js'
import type { LookAtResult, ReshapeCall, Where } from './reshape.js'

export interface ChangeRequest {
  /** The session, as people name it; the latest where nothing is said. */
  readonly reference?: string | undefined
  /** Default: a new session in the same project. */
  readonly where?: Where
  /** Plan and verify, and write nothing. */
  readonly dryRun?: boolean
  readonly keepIds?: boolean
  /** The same call with the same words gives the same ids. */
  readonly idsFrom?: string | undefined
  /** Also words that the model gets, where thinking is lost by it. */
  readonly allTexts?: boolean
  readonly title?: string | undefined
  /** The words of the call, for the receipt. */
  readonly call?: readonly string[]
  readonly now?: number
  /** Shown the result before it is written. */
  readonly look?: LookAtResult | undefined
}

export type ChangeCall = Omit<ReshapeCall, 'request'>

export function changeCall(place: Place, verb: string, request: ChangeRequest): ChangeCall {
  const { reference = 'latest' } = request
  return {
    verb,
    call: request.call ?? [verb, reference],
    reference,
    where: request.where ?? { kind: 'same-project' },
    dryRun: request.dryRun ?? false,
    now: request.now ?? timeAt(place),
    keepIds: request.keepIds ?? false,
    idsFrom: request.idsFrom,
    allTexts: request.allTexts ?? false,
    title: request.title,
    look: request.look,
  }
}
