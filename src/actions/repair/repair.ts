// A session mended: what the client or the API does not take, and what it would lose.

import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Conversation } from '../../conversation/conversation.js'
import { ASSISTANT, isMain, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import type { Step } from '../../reshape/plan/index.js'
import { type RepairPlan, repairInSteps, type UnsurePlace } from '../../reshape/repair/index.js'
import { type Doing, openOptions } from '../action.js'
import { releaseMemory } from '../release-memory.js'
import { type ChangeRequest, changeCall } from '../reshape/change-request.js'
import { newIdentity } from '../reshape/identities.js'
import { type Judged, reshape } from '../reshape/reshape.js'
import type { ReshapeReport } from '../reshape/reshape-report.js'
import type { Place } from '../session/place.js'
import { type AgentRepair, type AgentRepairs, mendAgents } from './mend-agents.js'

export interface RepairCall extends ChangeRequest {
  /** Also do what may have been meant otherwise. */
  readonly assume?: boolean
}

export interface RepairReport extends ReshapeReport {
  /** False where there was nothing to mend: then nothing is written. */
  readonly repairs: boolean
  /** Prompts, answers and results that the client takes up, and all that are in the file. */
  readonly reachable: { readonly before: number; readonly after: number; readonly inFile: number }
  /** What is still found in the result. */
  readonly left: readonly Finding[]
  /** Entries that were left where they are, because another place is as possible; --assume hangs them. */
  readonly unsure: readonly UnsurePlace[]
  /** Its agents whose own transcripts have something wrong. */
  readonly agents: readonly AgentRepair[]
}

export async function repair(place: Place, call: RepairCall, doing: Doing = {}): Promise<RepairReport> {
  const options = openOptions(place, doing)
  let mended: Pick<RepairPlan, 'repair' | 'isNothing'> | undefined
  let agents: AgentRepairs | undefined
  let reachable = { before: 0, after: 0, inFile: 0 }
  const newId = call.idsFrom === undefined ? () => randomUUID() : newIdentity('repair', call.idsFrom, undefined).newId
  const report = await reshape(
    place,
    {
      ...changeCall(place, 'repair', call),
      request: () => ({ verbs: [] }),
      async plan(open, target) {
        const { source, surroundings, before } = open
        const { findings, gaps } = before
        const choices = { assume: call.assume ?? false, surroundings, newId }
        agents = await mendAgents(open, choices, options)
        const work = repairInSteps(source, { ...choices, target, findings, gaps, agents: agents.mended })
        for (let step = work.next(); ; step = work.next()) {
          if (step.done) {
            const { repair: told, isNothing = false } = step.value
            mended = { repair: told, isNothing }
            return withSteps(step.value, agents.steps)
          }
          releaseMemory(source.size)
          await setImmediate()
          options.signal?.throwIfAborted()
        }
      },
      refuses: () => agents!.refused,
      judged(which, one) {
        if (which === 'before') reachable = { ...reachable, before: sentEntries(one) }
        else reachable = { ...reachable, after: sentEntries(one), inFile: talk(one) }
      },
    },
    options,
  )
  const { left, unsure } = mended!.repair
  return { ...report, repairs: !mended!.isNothing, reachable, left, unsure, agents: agents!.agents }
}

function withSteps(plan: RepairPlan, steps: readonly Step[]): RepairPlan {
  return { ...plan, steps: [...plan.steps, ...steps] }
}

function talks({ rows }: Conversation, row: number): boolean {
  return rows.role[row] === USER || rows.role[row] === ASSISTANT
}

/** Prompts, answers and results of which something is sent. */
function sentEntries({ examined, context }: Judged): number {
  const { conversation } = examined.reading
  const rows = new Set<number>()
  for (const { parts } of context.messages)
    for (const part of parts) if (part.kind === 'stored' && talks(conversation, part.row)) rows.add(part.row)
  return rows.size
}

function talk({ examined: { reading } }: Judged): number {
  const { conversation } = reading
  let count = 0
  for (let row = 0; row < conversation.rows.count; row++)
    if (talks(conversation, row) && isMain(conversation.rows, row)) count++
  return count
}
