// The result of a plan, judged before it is written: proven by its edits where these are enough, else read as the client
// will find it.

import { findContext } from '../../context/index.js'
import { expectUnchanged } from '../../disk/edited-file.js'
import { fileState, readEditedRecords, readRecords, storageError } from '../../disk/index.js'
import { rest } from '../../disk/rest.js'
import type { RecordSink } from '../../format/found.js'
import type { Plan } from '../../reshape/plan/index.js'
import {
  type Account,
  brokenTranscripts,
  type Examined,
  examination,
  saysPlain,
  type Verdict,
  verify,
  verifyPlain,
} from '../../reshape/verdict/index.js'
import { releaseMemory, releasingMemory } from '../release-memory.js'
import type { OpenOptions } from '../session/open-session.js'
import type { ReshapeCall, Witness } from './reshape.js'
import type { OpenForChange } from './reshape-source.js'

/** Looking at the clock takes longer than an edit. */
const RESTS_AFTER = 1000

export type Result =
  | { readonly kind: 'read'; readonly verdict: Verdict; readonly after: Examined }
  | { readonly kind: 'proven'; readonly verdict: Verdict; readonly bytes: number }

/** Of a plan that changes nothing, and is not written: the session as it is. Undefined for all others. */
export function sameResult(open: OpenForChange, plan: Plan, { judged, witness }: ReshapeCall): Result | undefined {
  const { changes, promises } = plan
  if (witness || changes.sideFiles.length > 0 || promises.leaf !== undefined || promises.until !== undefined)
    return undefined
  for (const _ of changes.edits) return undefined
  const context = findContext(open.before.reading)
  const same = { examined: open.before, context }
  judged?.(same, same)
  return { kind: 'read', verdict: { broken: [], findings: [], before: context, after: context }, after: open.before }
}

/** Of a copy that is proven to be one by its edits; undefined for all others. */
export async function provenResult(
  open: OpenForChange,
  plan: Plan,
  account: Account,
  { now, judged, look, witness }: ReshapeCall,
  { signal }: OpenOptions,
): Promise<Result | undefined> {
  if (judged || look || witness || !saysPlain(plan, open.before)) return undefined
  expectUnchanged(open.source.folder.path, open.state)
  let bytes = open.state.size
  let edits = 0
  for (const { length, content } of account.edits) {
    bytes += content.length - length
    if (!account.onlyIds()) return undefined
    if (++edits % RESTS_AFTER !== 0) continue
    await rest()
    signal?.throwIfAborted()
  }
  releaseMemory(open.state.size)
  const unaccounted = [...brokenTranscripts(plan, open.source)]
  const surroundings = { ...open.surroundings, mtimeMs: now }
  const verdict = verifyPlain(plan, { before: open.before, account, surroundings, unaccounted })
  return verdict && { kind: 'proven', verdict, bytes }
}

/** Of all others: it is read as the client will find it. */
export async function readResult(
  open: OpenForChange,
  plan: Plan,
  account: Account,
  wish: ReshapeCall,
  options: OpenOptions,
): Promise<Result> {
  const after = await examine(open, { ...plan, changes: { ...plan.changes, edits: account.edits } }, wish, options)
  releaseMemory(open.state.size)
  const compared = await comparedWith(open, plan)
  const verdict = verify(plan, {
    before: open.before,
    after,
    compared,
    unaccounted: [...account.broken(), ...brokenTranscripts(plan, open.source)],
    folder: open.source.folder,
  })
  wish.judged?.({ examined: open.before, context: verdict.before }, { examined: after, context: verdict.after })
  return { kind: 'read', verdict, after }
}

/** The result, read as if it were written. */
async function examine(
  open: OpenForChange,
  plan: Plan,
  { now, witness }: ReshapeCall,
  options: OpenOptions,
): Promise<Examined> {
  releaseMemory(open.state.size)
  const examined = examination()
  const sink = witness ? seenByBoth(examined.sink, witness.sink) : examined.sink
  await readEditedRecords(open.source.folder.path, open.state, plan.changes.edits, sink, releasing(options))
  if (witness) await examineAgents(open, plan, witness)
  const { surroundings } = open
  return examined.finish({ ...surroundings, mtimeMs: now, ...(plan.folder ? { folder: plan.folder } : {}) })
}

/** A witness sees the transcripts of agents too, as they will be. */
async function examineAgents({ source: { folder } }: OpenForChange, plan: Plan, { sink }: Witness): Promise<void> {
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
async function comparedWith(open: OpenForChange, { promises: { until } }: Plan): Promise<Examined> {
  if (until === undefined) return open.before
  releaseMemory(open.state.size)
  const examined = examination()
  const { problem } = await readRecords(open.source.folder.path, examined.sink, { limit: until })
  if (problem) throw storageError(problem)
  return examined.finish(open.surroundings)
}
