// A session mended: one kind of damage after the other, and again until nothing more is found. What is damaged below is
// mended first: lines before fields, fields before the tree, the tree before calls, calls before blocks.

import type { Surroundings } from '../../check/family.js'
import { type Sent, sentBy } from '../../check/sent.js'
import { contextCalibration, findContext } from '../../context/index.js'
import type { SideFileChange } from '../../format/changes.js'
import type { Finding } from '../../format/finding.js'
import type { FoundGap } from '../../format/found.js'
import { type Figure, staleFigures } from '../plan/figures.js'
import type { Plan, ReshapeSource, Step } from '../plan/plan.js'
import { planReshape, type Target } from '../plan/reshape.js'
import { placeOfSideFile } from '../side-files/side-files.js'
import { mendCheckpoints } from './checkpoints.js'
import { mendCompactions } from './compactions.js'
import { mendBlockFields, mendEmptyTexts, mendFailedResults, mendResultOrder } from './content.js'
import { type DamagedSession, type RepairChoices, readDamaged } from './damaged-session.js'
import { mendDuplicates } from './duplicates.js'
import { mendMessages, mendTimes, mendTypes, mendUuids } from './fields.js'
import { mendImages } from './images.js'
import { mendLines, mendTexts } from './lines.js'
import { editsOfFile, type MendedBytes, unmended } from './mended-bytes.js'
import { mendOrder } from './order.js'
import { mendOrphanResults } from './orphan-results.js'
import { mendParents, type Unsure } from './parents.js'
import { type RepairRule, treat } from './repair-step.js'
import { mendThinking, mendVoidThinking } from './thinking.js'
import { mendRepeatedIds, mendServerResults, mendToolIds, mendToolInputs } from './tool-forms.js'
import { mendApartResults, mendLostCalls, mendSecondResults } from './tool-pairs.js'

export interface RepairRequest {
  readonly target: Target
  readonly assume: boolean
  /** What is wrong with the session, and its bytes that are no record: as they were found when it was read. */
  readonly findings: readonly Finding[]
  readonly gaps: readonly FoundGap[]
  /** What is known besides its entries, for the rules that look for damage. */
  readonly surroundings: Surroundings
  /** Ids for what is added. */
  readonly newId: (what: string) => string
  /** Parents that are not in the file, and need not be. */
  readonly isElsewhere?: (uuid: string) => boolean
  /** Its agents whose transcripts are mended as well. */
  readonly agents?: readonly MendedAgent[]
}

export interface MendedAgent {
  /** In `source.agents`. */
  readonly position: number
  readonly plan: RepairPlan
}

export interface RepairPlan extends Plan {
  readonly repair: RepairOutcome
  /** The session as it is then. */
  readonly damaged: DamagedSession
}

export interface RepairOutcome {
  /** What is still found afterwards. */
  readonly left: readonly Finding[]
  /** What was left as it is, because more than one place is possible. */
  readonly unsure: readonly UnsurePlace[]
}

export interface UnsurePlace {
  readonly line: number
  /** Where it would be hung. */
  readonly parentLine: number
  readonly why: string
}

/** A damage behind a damage behind a damage: no real file needs more than three. */
const MAX_ROUNDS = 6

export function planRepair(source: ReshapeSource, request: RepairRequest): RepairPlan {
  const work = repairInSteps(source, request)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same, with a pause before each reading: whoever has something else to do can do it then, or stop. */
export function* repairInSteps(source: ReshapeSource, request: RepairRequest): Generator<undefined, RepairPlan> {
  const { target, assume, surroundings, newId, findings, gaps, agents = [] } = request
  const choices: RepairChoices = { assume, newId, isElsewhere: request.isElsewhere ?? (() => false) }
  let sent: Sent | undefined
  const first: DamagedSession = {
    source,
    bytes: unmended(source),
    findings,
    gaps,
    choices,
    // Only where something is to be mended.
    get sent() {
      return (sent ??= sentBy(source))
    },
  }
  const lineOf = linesOf(first)
  const unsure: Unsure[] = []
  const repairRules = inOrder(new Set(), unsure)
  const steps: Step[] = []
  let damaged = first
  for (let round = 0, more = true; more && round < MAX_ROUNDS; round++) {
    more = false
    for (const repairRule of repairRules) {
      const repaired = treat(damaged, repairRule, lineOf)
      if (!repaired) continue
      damaged = first // what was read before goes before it is read again
      yield
      damaged = readDamaged(source, repaired.bytes, surroundings, choices)
      for (const step of repaired.steps) steps.push(step)
      more = true
    }
  }
  const outcome: RepairOutcome = {
    left: damaged.findings,
    unsure: unsure.map(({ offset, parentOffset, why }) => ({
      line: lineOf(damaged.bytes.sourceOffset(offset)),
      parentLine: lineOf(damaged.bytes.sourceOffset(parentOffset)),
      why,
    })),
  }
  const told = merged([...steps, ...leftBehind(first, damaged)])
  const isNothing = damaged === first && agents.length === 0
  const plan = written(source, withAgents(damaged, agents), isNothing ? { kind: 'in-place' } : target, told, lineOf)
  const { edits, sideFiles } = plan.changes
  const changes = { edits, sideFiles: mendedSideFiles(source, sideFiles, agents) }
  const paths = agents.map(({ position }) => source.folder!.agents[position]!.path)
  const named = { ...plan.named, agents: new Set([...plan.named.agents, ...paths]) }
  return { ...plan, changes, named, isNothing, repair: outcome, damaged }
}

/** The transcripts as they are then: a new session names their entries by new ids. */
function withAgents(damaged: DamagedSession, agents: readonly MendedAgent[]): DamagedSession {
  if (agents.length === 0) return damaged
  const transcripts = [...damaged.source.agents]
  for (const { position, plan } of agents) transcripts[position] = plan.damaged.source
  return { ...damaged, source: { ...damaged.source, agents: transcripts } }
}

/** Where the session is changed in place its agents are as well; a copy has all of them, with changes of its own. */
function mendedSideFiles(
  { folder }: ReshapeSource,
  changes: readonly SideFileChange[],
  agents: readonly MendedAgent[],
): readonly SideFileChange[] {
  if (!folder || agents.length === 0) return changes
  const mended = new Map(agents.map(agent => [folder.agents[agent.position]!.path, agent.plan]))
  const copied = changes.map((change): SideFileChange => {
    const plan = change.kind === 'copy' ? mended.get(change.from) : undefined
    if (change.kind !== 'copy' || !plan) return change
    mended.delete(change.from)
    return { ...change, edits: editsOfFile(plan.damaged.bytes, change.edits) }
  })
  const inPlace = [...mended].map(
    ([
      from,
      {
        changes: { edits },
      },
    ]): SideFileChange => ({ kind: 'copy', from, to: placeOfSideFile(folder, from), edits }),
  )
  return [...copied, ...inPlace]
}

/** Entries that the client took by mistake: they stand on another branch, or before a compaction, and are not sent now. */
function leftBehind(before: DamagedSession, after: DamagedSession): readonly Step[] {
  if (before === after) return []
  const { rows } = before.source.conversation
  const there = new Set<number>()
  const now = after.source.conversation.rows
  for (let row = 0; row < now.count; row++) there.add(after.bytes.sourceOffset(now.offset[row]!))
  const sent = new Set(sentRows(after).map(row => after.bytes.sourceOffset(now.offset[row]!)))
  const left = sentRows(before).filter(row => there.has(rows.offset[row]!) && !sent.has(rows.offset[row]!))
  if (left.length === 0) return []
  const lines = [...new Set(left.map(row => rows.line[row]!))]
  const why = 'they are on another branch or before a compaction, and were included by mistake'
  return [{ action: 'stop sending', entries: left.length, lines, why }]
}

/** Rows that the client sends something of. */
function sentRows({ sent: { is, refusal } }: DamagedSession): readonly number[] {
  const rows: number[] = []
  if (refusal === undefined) for (let row = 0; row < is.length; row++) if (is[row]) rows.push(row)
  return rows
}

function inOrder(lossy: Set<string>, unsure: Unsure[]): readonly RepairRule[] {
  return [
    mendLines(lossy),
    mendTexts,
    mendTypes,
    mendDuplicates,
    mendUuids,
    mendTimes,
    mendMessages,
    mendParents(lossy, unsure),
    mendCheckpoints,
    mendCompactions,
    mendOrder,
    mendToolIds,
    mendRepeatedIds,
    mendApartResults,
    mendSecondResults,
    mendOrphanResults,
    mendLostCalls,
    mendToolInputs,
    mendServerResults,
    mendEmptyTexts,
    mendResultOrder,
    mendBlockFields,
    mendFailedResults,
    mendImages,
    mendThinking,
    mendVoidThinking(lossy),
  ]
}

/** Without the steps that later rounds took again. */
function merged(steps: readonly Step[]): readonly Step[] {
  const found = new Map<string, { readonly step: Step; entries: number; readonly lines: Set<number> }>()
  for (const step of steps) {
    const key = `${step.action}\n${step.why}\n${step.confidence ?? ''}`
    let all = found.get(key)
    if (!all) found.set(key, (all = { step, entries: 0, lines: new Set() }))
    all.entries += step.entries
    for (const line of step.lines) all.lines.add(line)
  }
  return [...found.values()].map(({ step, entries, lines }) => ({
    ...step,
    entries,
    lines: [...lines].sort((a, b) => a - b),
  }))
}

function written(
  source: ReshapeSource,
  damaged: DamagedSession,
  target: Target,
  steps: readonly Step[],
  lineOf: (offset: number) => number,
): Plan {
  const plan = planReshape(damaged.source, { target, verbs: [], figures: steps.length > 0 ? lostFigures(damaged) : [] })
  const { line } = damaged.source.conversation.rows
  const { rows } = damaged.source.conversation
  const lines = new Map<number, number>()
  for (let row = 0; row < rows.count; row++)
    if (!lines.has(line[row]!)) lines.set(line[row]!, lineOf(damaged.bytes.sourceOffset(rows.offset[row]!)))
  const own = plan.steps.map(step => ({ ...step, lines: step.lines.map(one => lines.get(one) ?? one) }))
  return {
    ...plan,
    verbs: ['repair'],
    changes: { edits: editsOfFile(damaged.bytes, plan.changes.edits), sideFiles: plan.changes.sideFiles },
    steps: [...steps, ...own],
    promises: {
      ...plan.promises,
      context: 'mended',
      mayGrow: damaged.choices.assume,
      mended: new Set(steps.flatMap(step => step.lines)),
      rewritten: rowsBefore(plan.promises.rewritten),
    },
    named: {
      ...plan.named,
      changed: byRowsBefore(plan.named.changed),
      rehung: byRowsBefore(plan.named.rehung),
      figures: rowsBefore(plan.named.figures),
      moved: new Map([...plan.named.moved].map(([place, row]) => [rowBefore(place), rowBefore(row)])),
    },
    sourceRows: plan.sourceRows.map(row => (row < 0 ? row : rowBefore(row))),
  }

  function byRowsBefore<T>(some: ReadonlyMap<number, T>): ReadonlyMap<number, T> {
    return new Map([...some].map(([row, one]) => [rowBefore(row), one]))
  }

  function rowsBefore(some: ReadonlySet<number>): ReadonlySet<number> {
    return new Set([...some].map(rowBefore))
  }

  function rowBefore(row: number): number {
    return sourceRow(source, damaged.bytes, rows.offset[row]!)
  }
}

/** Where content was lost, the client would summarise what is left for the size that it had. */
function lostFigures({ source: { conversation, facts } }: DamagedSession): readonly Figure[] {
  const reading = { conversation, facts }
  const context = findContext(reading)
  if (context.outcome.kind !== 'compacts') return []
  return staleFigures(reading, contextCalibration(reading, context), row => row)
}

/** The row of the source that begins at the same byte; one that was written anew is none of it. */
function sourceRow({ conversation: { rows } }: ReshapeSource, bytes: MendedBytes, offset: number): number {
  const place = bytes.sourceOffset(offset)
  let low = 0
  let high = rows.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows.offset[middle]! < place) low = middle + 1
    else high = middle
  }
  return low < rows.count && rows.offset[low] === place ? low : -1
}

/** The line of the record or gap that a byte of the file belongs to. */
function linesOf({ source, gaps }: DamagedSession): (offset: number) => number {
  const { rows } = source.conversation
  const starts = new Float64Array(rows.count + gaps.length)
  const lines = new Int32Array(starts.length)
  let row = 0
  let gap = 0
  for (let at = 0; at < starts.length; at++) {
    const isGap = row === rows.count || (gap < gaps.length && gaps[gap]!.offset < rows.offset[row]!)
    starts[at] = isGap ? gaps[gap]!.offset : rows.offset[row]!
    lines[at] = isGap ? gaps[gap++]!.line : rows.line[row++]!
  }
  return offset => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle + 1
      else high = middle
    }
    return lines[Math.max(0, low - 1)] ?? 1
  }
}
