// A session in memory, repaired and judged as the command does it.

import { newIdentity } from '../../../src/actions/reshape/identities.js'
import { applyEdits } from '../../../src/format/changes.js'
import type { Target } from '../../../src/reshape/plan/reshape.js'
import { planRepair, type RepairPlan } from '../../../src/reshape/repair/repair.js'
import { brokenEdits, saidOf } from '../../../src/reshape/verdict/account.js'
import type { Examined } from '../../../src/reshape/verdict/examine.js'
import { type Verdict, verify } from '../../../src/reshape/verdict/verify.js'
import { examine, folderOf, idIn, newTarget, sourceOf } from '../in-memory.js'

export interface Repaired {
  readonly bytes: Uint8Array
  readonly plan: RepairPlan
  readonly before: Examined
  readonly after: Examined
  readonly verdict: Verdict
}

export interface RepairOptions {
  readonly assume?: boolean
  /** Else a session of its own, with the ids of its entries kept. */
  readonly inPlace?: boolean
  readonly id?: string
}

export function repair(
  bytes: Uint8Array,
  { assume = false, inPlace = true, id = idIn(bytes) }: RepairOptions = {},
): Repaired {
  const folder = folderOf(id)
  const before = examine(bytes, folder)
  const surroundings = { folder, now: Date.parse('2026-11-16'), cleanupDays: 30 }
  const source = sourceOf(bytes, before, id)
  const plan = planRepair(source, {
    target: inPlace ? { kind: 'in-place' } : ({ ...newTarget(id), newId: undefined } as Target),
    assume,
    findings: before.findings,
    gaps: before.gaps,
    surroundings,
    newId: newIdentity(id, 'seed', undefined).newId,
  })
  const result = applyEdits(bytes, [...plan.changes.edits])
  const after = examine(result, plan.folder ?? folder)
  const unaccounted = brokenEdits(source, plan.changes.edits, saidOf(plan, folder))
  return { bytes: result, plan, before, after, verdict: verify(plan, { before, after, unaccounted, folder }) }
}
