// The transcripts of a session's agents, mended by the same rules: each is read as a session of its own, because that is
// how the client takes it up when the agent goes on.

import { setImmediate } from 'node:timers/promises'
import { REMEDIES } from '../../check/remedies.js'
import { fileState, readEditedRecords, readRecords, storageError } from '../../disk/index.js'
import type { Finding } from '../../format/finding.js'
import type { Step } from '../../reshape/plan/index.js'
import { type MendedAgent, type RepairPlan, type RepairRequest, repairInSteps } from '../../reshape/repair/index.js'
import { type Examined, examination, verify } from '../../reshape/verdict/index.js'
import type { OpenForChange } from '../reshape/reshape-source.js'
import type { OpenOptions } from '../session/open-session.js'

export interface AgentRepair {
  readonly agentId: string
  readonly path: string
  /** False where nothing of what is wrong with it can be mended. */
  readonly repairs: boolean
  /** What is still found in it. */
  readonly left: readonly Finding[]
}

export interface AgentRepairs {
  readonly mended: readonly MendedAgent[]
  readonly steps: readonly Step[]
  readonly refused: readonly string[]
  /** Those with something wrong. */
  readonly agents: readonly AgentRepair[]
}

type RepairOfAgents = Pick<RepairRequest, 'assume' | 'newId' | 'surroundings'>

export async function mendAgents(
  open: OpenForChange,
  choices: RepairOfAgents,
  options: OpenOptions,
): Promise<AgentRepairs> {
  const mended: MendedAgent[] = []
  const steps: Step[] = []
  const refused: string[] = []
  const agents: AgentRepair[] = []
  const { now, cleanupDays } = choices.surroundings
  const surroundings = { now, cleanupDays }
  for (const [position, { agentId, path }] of open.source.folder.agents.entries()) {
    const transcript = open.source.agents[position]!
    const before = await examined(path, transcript.size)
    const isElsewhere = elsewhere(open, agentId)
    const parents = missingParents(before)
    const isWrong = (finding: Finding): boolean =>
      isOfAgents(finding) && !(finding.code.startsWith('parent-') && isElsewhere(parents.get(finding.line) ?? ''))
    if (!before.findings.some(isWrong)) continue
    const source = { ...transcript, ...before.reading, folder: undefined, agents: [], texts: new Map() }
    const { findings, gaps } = before
    const plan = await inSteps(
      repairInSteps(source, {
        ...choices,
        newId: what => choices.newId(`${what} of agent ${agentId}`),
        target: { kind: 'in-place' },
        findings,
        gaps,
        surroundings,
        isElsewhere,
      }),
    )
    const left = plan.repair.left.filter(isWrong)
    const isNothing = plan.isNothing === true
    if (!isNothing || left.length > 0) agents.push({ agentId, path, repairs: !isNothing, left })
    if (isNothing) continue
    mended.push({ position, plan })
    for (const one of plan.steps.map(step => inAgent(step, agentId))) steps.push(one)
    for (const one of (await broken(path, plan, before)).map(why => `agent ${agentId}: ${why}`)) refused.push(one)
  }
  return { mended, steps, refused, agents }

  async function examined(path: string, limit: number): Promise<Examined> {
    const examining = examination()
    const { problem } = await readRecords(path, examining.sink, { ...options, limit })
    if (problem) throw storageError(problem)
    return examining.finish(surroundings)
  }

  async function broken(path: string, plan: RepairPlan, before: Examined): Promise<readonly string[]> {
    const after = examination()
    await readEditedRecords(path, fileState(path), plan.changes.edits, after.sink, options)
    // Nothing but what a repair of the transcript does, which its lines tell.
    return verify(plan, { before, after: after.finish(surroundings), unaccounted: [], folder: undefined }).broken
  }

  async function inSteps(work: Generator<undefined, RepairPlan>): Promise<RepairPlan> {
    for (;;) {
      const { done, value } = work.next()
      if (done) return value
      await setImmediate()
      options.signal?.throwIfAborted()
    }
  }
}

/** What would keep the agent from going on. That all entries are a subagent's is as it should be. */
function isOfAgents({ code, severity }: Finding): boolean {
  return code !== 'session-all-sidechain' && (severity !== 'cosmetic' || Object.hasOwn(REMEDIES, code))
}

/** Agents that summarize for a compaction take over entries of the conversation, which hang on others of it. */
function elsewhere({ source }: OpenForChange, agentId: string): (uuid: string) => boolean {
  if (agentId.startsWith('acompact-')) return () => true
  const { rows } = source.conversation
  const main = new Set<number>()
  for (let row = 0; row < rows.count; row++) main.add(rows.uuid[row]!)
  return uuid => {
    const name = rows.names.find(uuid)
    return name !== 0 && main.has(name)
  }
}

/** By line: the parent that its entry names and that is not in the file. */
function missingParents({ reading: { conversation } }: Examined): ReadonlyMap<number | undefined, string> {
  const { rows, graph } = conversation
  return new Map(graph.orphans.map(({ row, missing }) => [rows.line[row]!, missing]))
}

function inAgent(step: Step, agentId: string): Step {
  const { lines } = step
  const where = lines.length === 0 ? '' : `, line ${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ' …' : ''}`
  return { ...step, lines: [], why: `in agent ${agentId}${where}: ${step.why}` }
}
