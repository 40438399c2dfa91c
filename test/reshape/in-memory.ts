// A change of a session in memory: planned, made, and judged as the commands do it.

import { newIdentity } from '../../src/actions/reshape/identities.js'
import { contextCalibration, readForContext } from '../../src/context/index.js'
import { NONE } from '../../src/conversation/rows.js'
import { applyEdits } from '../../src/format/changes.js'
import { recordReader } from '../../src/format/records.js'
import { searchable } from '../../src/format/searchable.js'
import type { SessionFolder } from '../../src/format/session-folder.js'
import { staleFigures } from '../../src/reshape/plan/figures.js'
import type { Plan, ReshapeSource } from '../../src/reshape/plan/plan.js'
import { planForFigures, type ReshapeRequest } from '../../src/reshape/plan/reshape.js'
import { accountFor, brokenTranscripts, saidOf } from '../../src/reshape/verdict/account.js'
import { type Examined, examination } from '../../src/reshape/verdict/examine.js'
import { verifyPlain } from '../../src/reshape/verdict/plain-copy.js'
import { comparedContext, type Verdict, verify } from '../../src/reshape/verdict/verify.js'

export interface Changed {
  readonly bytes: Uint8Array
  readonly plan: Plan
  readonly before: Examined
  readonly after: Examined
  readonly verdict: Verdict
  /** Without reading the result; undefined where that is not enough to judge it. */
  readonly proven: Verdict | undefined
}

export type Request = Partial<ReshapeRequest>

export function change(
  bytes: Uint8Array,
  request: Request | ((source: ReshapeSource) => Request) = {},
  id = idIn(bytes),
): Changed {
  const before = examine(bytes, folderOf(id))
  const source = sourceOf(bytes, before, id)
  const wanted = typeof request === 'function' ? request(source) : request
  const asked = { target: newTarget(id), verbs: [], ...wanted }
  const { plan: first, withFigures } = planForFigures(source, asked)
  const edits = [...first.changes.edits]
  const figures = staleAfter(first, before, applyEdits(bytes, edits))
  const plan = figures.length === 0 ? first : withFigures(figures, edits)
  return judged(bytes, plan, source, before)
}

/** The plan, made and judged, whatever its edits are. */
export function judged(bytes: Uint8Array, plan: Plan, source: ReshapeSource, before: Examined): Changed {
  const { id } = source.folder!
  const { until } = plan.promises
  const compared = until === undefined ? before : examine(bytes.subarray(0, until), folderOf(id))
  const result = applyEdits(bytes, [...plan.changes.edits])
  const after = examine(result, plan.folder ?? folderOf(id))
  const account = accountFor(source, plan.changes.edits, saidOf(plan, source.folder))
  for (const _ of account.edits);
  const ofAgents = [...brokenTranscripts(plan, source)]
  const unaccounted = [...account.broken(), ...ofAgents]
  const surroundings = surroundingsOf(source.folder!)
  return {
    bytes: result,
    plan,
    before,
    after,
    verdict: verify(plan, { before, after, compared, unaccounted, folder: source.folder }),
    proven: verifyPlain(plan, { before, account, surroundings, unaccounted: ofAgents }),
  }
}

/** As the commands do it: what is smaller than the client would take it for gets figures of its own. */
function staleAfter({ promises, sourceRows }: Plan, before: Examined, result: Uint8Array) {
  if (promises.context === 'same' && promises.leaf === undefined) return []
  const calibration = contextCalibration(before.reading, comparedContext(before, promises.leaf))
  return staleFigures(readForContext(result), calibration, row => sourceRows[row] ?? NONE)
}

export function newTarget(id: string, seed = 'seed'): ReshapeRequest['target'] {
  const { sessionId, newId, newAgentId } = newIdentity(id, seed, undefined)
  return { kind: 'new-session', sessionId, newId, newAgentId, allTexts: false, title: undefined }
}

export const IN_PLACE: ReshapeRequest['target'] = { kind: 'in-place' }

export function sourceOf(bytes: Uint8Array, { reading }: Examined, id: string): ReshapeSource {
  const whole = searchable(bytes)
  return {
    ...reading,
    size: bytes.length,
    read: (offset, length) => whole.subarray(offset, offset + length),
    folder: folderOf(id),
    agents: [],
    texts: new Map(),
  }
}

export function examine(bytes: Uint8Array, folder: SessionFolder): Examined {
  const examined = examination()
  const reader = recordReader(examined.sink)
  reader.push(bytes)
  reader.end()
  return examined.finish(surroundingsOf(folder))
}

function surroundingsOf(folder: SessionFolder) {
  return { folder, now: Date.parse('2026-11-16'), cleanupDays: 30 }
}

export function folderOf(id: string): SessionFolder {
  return {
    id,
    path: `/projects/p/${id}.jsonl`,
    projectFolder: '/projects/p',
    agents: [],
    toolResults: [],
    fileHistory: [],
    tasks: [],
    todos: [],
    imageCache: [],
    sessionEnv: [],
    others: [],
  }
}

/** The id that most entries say. */
export function idIn(bytes: Uint8Array): string {
  const counts = new Map<string, number>()
  for (const [, id] of new TextDecoder().decode(bytes).matchAll(/"sessionId"\s*:\s*"([^"]+)"/g))
    counts.set(id!, (counts.get(id!) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '00000000-0000-4000-8000-000000000000'
}

// biome-ignore lint/suspicious/noExplicitAny: entries are looked at by hand here
export type Json = Record<string, any>

export function records(bytes: Uint8Array): readonly Json[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .flatMap(line => {
      try {
        const value: unknown = JSON.parse(line)
        return typeof value === 'object' && value !== null ? [value as Json] : []
      } catch {
        return []
      }
    })
}

export function lines(bytes: Uint8Array): readonly string[] {
  return new TextDecoder().decode(bytes).split('\n')
}

export function session(...entries: readonly object[]): Uint8Array {
  return new TextEncoder().encode(entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))
}
