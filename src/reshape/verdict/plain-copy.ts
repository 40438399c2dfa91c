// A copy in which nothing but ids changes need not be read again: every edit replaces a whole id, in a field that holds
// ids, under one map by which no two become the same and every new one is new (account.ts). Such a copy is to a client
// what its source is, entry for entry and byte for byte. Whatever is not as simple as that is read as it will be.

import type { Surroundings } from '../../check/family.js'
import { findContext } from '../../context/index.js'
import type { SessionFolder } from '../../format/session-folder.js'
import type { Plan } from '../plan/plan.js'
import type { Account } from './account.js'
import { foundBefore } from './basis.js'
import type { Examined } from './examine.js'
import { sideFilesKept } from './side-files.js'
import { newFindings, newProblem, type Verdict } from './verify.js'

/** By what the plan says of itself; its edits are looked at in any case. */
export function saysPlain({ named, promises, sourceRows }: Plan, { reading, gaps }: Examined): boolean {
  const { rows, findings } = reading.conversation
  return (
    promises.context === 'same' &&
    promises.leaf === undefined &&
    promises.until === undefined &&
    promises.mended === undefined &&
    [promises.gone, promises.rewritten, named.changed, named.rehung, named.figures, named.moved].every(isEmpty) &&
    named.idBefore !== undefined &&
    named.newIds &&
    named.replaces === undefined &&
    !named.gaps &&
    // On damaged lines ids stand where no list of fields finds them.
    gaps.length === 0 &&
    findings.length === 0 &&
    reading.inherited === undefined &&
    sourceRows.length === rows.count &&
    sourceRows.every((source, row) => source === row)
  )
}

const isEmpty = ({ size }: { readonly size: number }): boolean => size === 0

export interface PlainEvidence {
  readonly before: Examined
  /** Whose edits were all asked for. */
  readonly account: Account
  readonly surroundings: Surroundings
  /** Of the transcripts of agents. */
  readonly unaccounted: readonly string[]
}

/** Undefined where it is not proven: then the result is read. */
export function verifyPlain(plan: Plan, evidence: PlainEvidence): Verdict | undefined {
  const { before, account, surroundings, unaccounted } = evidence
  if (!saysPlain(plan, before) || !account.onlyIds() || account.broken().length > 0) return undefined
  const context = findContext(before.reading)
  const findings = newBesides(plan, before, surroundings)
  return {
    broken: [...unaccounted, ...sideFilesKept(plan, surroundings.folder), ...findings.map(newProblem)],
    findings,
    before: context,
    after: context,
  }
}

/** What its entries are found with is found in the source as well; what lies beside it may be missing. */
function newBesides(plan: Plan, before: Examined, surroundings: Surroundings) {
  const { folder } = plan
  if (!folder || !surroundings.folder || !hasSideFiles(surroundings.folder)) return []
  // The same folder under the id that the entries of the source have.
  const after = before.findingsWith({ ...surroundings, folder: { ...folder, id: surroundings.folder.id } })
  return newFindings(plan, foundBefore(plan, before), { ...before, findings: after })
}

function hasSideFiles({ agents, toolResults, fileHistory, tasks, todos, imageCache, sessionEnv }: SessionFolder) {
  return [agents, toolResults, fileHistory, tasks, todos, imageCache, sessionEnv].some(files => files.length > 0)
}
