// The result of a plan, judged before it is written: proven by its edits where these are enough, else read as the client
// will find it.

import { findContext } from '../../context/index.js'
import { expectUnchanged } from '../../disk/edited-file.js'
import { fileState, readEditedRecords, readRecords, storageError } from '../../disk/index.js'
import { rest } from '../../disk/rest.js'
import type { Edit, Edits } from '../../format/changes.js'
import type { RecordSink } from '../../format/found.js'
import type { Plan } from '../../reshape/plan/index.js'
import {
  type Account,
  type Basis,
  brokenTranscripts,
  type Examined,
  examination,
  type JudgedPlan,
  type Judgement,
  saysPlain,
  type Verdict,
  verifyAgainst,
  verifyPlain,
} from '../../reshape/verdict/index.js'
import { releaseMemory, releasingMemory } from '../release-memory.js'
import type { OpenOptions } from '../session/open-session.js'
import type { ReshapeCall, Witness } from './reshape.js'
import type { OpenForChange } from './reshape-source.js'

/** Looking at the clock takes longer than an edit. */
const RESTS_AFTER = 1000

/** Of a plan whose result need not be read. */
export interface KnownResult {
  readonly verdict: Verdict
  readonly bytes: number
}

/**
 * Of a plan that changes nothing, and is not written: the session as it is. Undefined for all others. A witness of the
 * result is not asked: it would see what the plan was made from.
 */
export function sameResult(open: OpenForChange, plan: Plan, { judged, look }: ReshapeCall): KnownResult | undefined {
  const { changes, promises } = plan
  if (look || changes.sideFiles.length > 0 || promises.leaf !== undefined || promises.until !== undefined)
    return undefined
  for (const _ of changes.edits) return undefined
  const context = findContext(open.before.reading)
  const same = { examined: open.before, context }
  judged?.('before', same)
  judged?.('after', same)
  const { bytes } = open.before.reading.conversation.inventory
  return { verdict: { broken: [], findings: [], before: context, after: context }, bytes }
}

/** Of a copy that is proven to be one by its edits; undefined for all others. */
export async function provenResult(
  open: OpenForChange,
  plan: Plan,
  account: Account,
  { now, judged, look, witness }: ReshapeCall,
  options: OpenOptions,
): Promise<KnownResult | undefined> {
  if (judged || look || witness || !saysPlain(plan, open.before)) return undefined
  expectUnchanged(open.folder.path, open.state)
  let bytes = open.state.size
  const isProven = await eachEdit(account.edits, options, ({ length, content }) => {
    bytes += content.length - length
    return account.onlyIds()
  })
  if (!isProven) return undefined
  releaseMemory(open.state.size)
  const unaccounted = [...brokenTranscripts(plan, open.source)]
  const surroundings = { ...open.surroundings, mtimeMs: now }
  const verdict = verifyPlain(plan, { before: open.before, account, surroundings, unaccounted })
  return verdict && { verdict, bytes }
}

/** Goes through them as long as `take` says so; true where it took all. */
export async function eachEdit(edits: Edits, { signal }: OpenOptions, take: (edit: Edit) => boolean): Promise<boolean> {
  let count = 0
  for (const edit of edits) {
    if (!take(edit)) return false
    if (++count % RESTS_AFTER !== 0) continue
    await rest()
    signal?.throwIfAborted()
  }
  return true
}

/** What a plan is judged by when its source is no longer at hand. */
export interface ResultBasis {
  readonly basis: Basis
  readonly unaccounted: readonly string[]
}

type ReadPlan = JudgedPlan & Pick<Plan, 'folder'>

export interface ReadResult {
  readonly judgement: Judgement
  readonly after: Examined
}

/** Of all others: it is read as the client will find it. */
export async function readResult(
  open: OpenForChange,
  plan: ReadPlan,
  { basis, unaccounted }: ResultBasis,
  wish: ReshapeCall,
  options: OpenOptions,
): Promise<ReadResult> {
  const after = await examine(open, plan, wish, options)
  releaseMemory(open.state.size)
  const judgement = verifyAgainst(plan, basis, { after, unaccounted, folder: open.folder })
  wish.judged?.('after', { examined: after, context: judgement.after })
  return { judgement, after }
}

/** The result, read as if it were written. */
async function examine(
  open: OpenForChange,
  plan: ReadPlan,
  { now, witness }: ReshapeCall,
  options: OpenOptions,
): Promise<Examined> {
  releaseMemory(open.state.size)
  const examined = examination()
  const sink = witness ? seenByBoth(examined.sink, witness.sink) : examined.sink
  await readEditedRecords(open.folder.path, open.state, plan.changes.edits, sink, releasing(options))
  if (witness) await examineAgents(open, plan, witness)
  const { surroundings } = open
  return examined.finish({ ...surroundings, mtimeMs: now, ...(plan.folder ? { folder: plan.folder } : {}) })
}

/** A witness sees the transcripts of agents too, as they will be. */
async function examineAgents({ folder }: OpenForChange, plan: JudgedPlan, { sink }: Witness): Promise<void> {
  const agents = new Set(folder.agents.map(agent => agent.path))
  for (const change of plan.changes.sideFiles) {
    if (change.kind !== 'copy' || !agents.has(change.from)) continue
    await readEditedRecords(change.from, fileState(change.from), change.edits ?? [], { ...sink, finding() {} })
  }
}

export function releasing(options: OpenOptions): OpenOptions {
  return { ...options, onProgress: releasingMemory(options) }
}

function seenByBoth(first: RecordSink, second: Witness['sink']): RecordSink {
  return {
    ...first,
    entry(entry, bytes, start, spans) {
      first.entry(entry, bytes, start, spans)
      second.entry(entry, bytes, start, spans)
    },
    gap(gap, bytes, start) {
      first.gap(gap, bytes, start)
      second.gap(gap, bytes, start)
    },
  }
}

/** The source as far as the plan's promise goes. */
export async function comparedWith(open: OpenForChange, { promises: { until } }: Plan): Promise<Examined> {
  if (until === undefined) return open.before
  releaseMemory(open.state.size)
  const examined = examination()
  const { problem } = await readRecords(open.folder.path, examined.sink, { limit: until })
  if (problem) throw storageError(problem)
  return examined.finish(open.surroundings)
}
