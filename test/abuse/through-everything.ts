// One input through every action and presentation that a command has, as text without colours, with them, and as JSON.

import type { CheckReport } from '../../src/actions/check/check.js'
import { sessionCompactions } from '../../src/actions/read/compactions.js'
import { sessionGraph } from '../../src/actions/read/graph.js'
import { showSession, wholeReport } from '../../src/actions/read/show.js'
import { sessionStats, totalStats } from '../../src/actions/read/stats.js'
import { sessionTools, trackedFiles } from '../../src/actions/read/tools.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { openAgents } from '../../src/actions/session/agents.js'
import { readingInMemory } from '../../src/actions/session/open-reading.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { type Seed, sourceRules } from '../../src/actions/source-rules/source-rules.js'
import { sessionChecker } from '../../src/check/check.js'
import { dialect004 } from '../../src/check/dialects/dialect-004.js'
import { findContext } from '../../src/context/index.js'
import { recordReader } from '../../src/format/records.js'
import { presentCheck } from '../../src/present/check.js'
import { presentCompactions } from '../../src/present/compactions.js'
import { presentGraph } from '../../src/present/graph.js'
import { presentDot } from '../../src/present/graph-dot.js'
import { presentMermaid } from '../../src/present/graph-mermaid.js'
import type { Screen } from '../../src/present/screen.js'
import { presentNewTurns, presentShow } from '../../src/present/show.js'
import { presentSourceRules } from '../../src/present/source-rules.js'
import { presentManyStats, presentStats } from '../../src/present/stats.js'
import { presentTools, presentTrackedFiles } from '../../src/present/tools.js'
import { presentTurns } from '../../src/present/turns.js'
import { extract } from '../../src/summarize/extractive/extract.js'
import { turnEvents } from '../../src/summarize/turn-events.js'

export interface Answer {
  readonly name: string
  readonly report: unknown
  readonly present: (screen: Screen) => Iterable<string>
}

export interface Extent {
  /** Which source documents' rules; all five take a while. */
  readonly seeds?: readonly Seed[]
}

export const SEEDS: readonly Seed[] = ['seed-000', 'seed-001', 'seed-002', 'seed-003', 'seed-004']

/** What every command answers for these bytes, read as a session from standard input. */
export async function answersOf(bytes: Uint8Array, { seeds = SEEDS }: Extent = {}): Promise<readonly Answer[]> {
  const open = inMemory(bytes)
  const agents = await openAgents(open)
  const stats = sessionStats(open)
  const many = { sessions: [stats, stats], totals: totalStats([stats, stats]), unread: [] }
  const turns = sessionTurns(open, { all: true })
  const tools = sessionTools(open, agents)
  const files = trackedFiles(open)
  const graph = sessionGraph(open, agents, { all: true })
  const folded = sessionGraph(open, agents, { all: false })
  const show = showSession(open, agents, { depth: 'all', agents: true })
  const brief = showSession(open, agents, { depth: 'answers' })
  const check = checkReport(bytes, open.id)
  const compactions = sessionCompactions(open)
  const compaction = sessionCompactions(open, compactions.compactions[0]?.number)
  return [
    { name: 'stats', report: stats, present: screen => presentStats(stats, screen) },
    { name: 'stats of many', report: many, present: screen => presentManyStats(many, screen) },
    { name: 'turns', report: turns, present: screen => presentTurns(turns, screen) },
    { name: 'tools', report: tools, present: screen => presentTools(tools, screen) },
    { name: 'tracked files', report: files, present: screen => presentTrackedFiles(files, screen) },
    { name: 'graph', report: graph, present: screen => presentGraph(graph, screen) },
    { name: 'graph, folded', report: folded, present: screen => presentGraph(folded, screen) },
    { name: 'mermaid', report: null, present: () => presentMermaid(graph) },
    { name: 'dot', report: null, present: () => presentDot(graph) },
    { name: 'show', report: wholeReport(show), present: screen => presentShow(show, screen) },
    { name: 'show, answers only', report: wholeReport(brief), present: screen => presentShow(brief, screen) },
    { name: 'show --follow', report: null, present: screen => presentNewTurns(screen)(show) },
    { name: 'compactions', report: compactions, present: screen => presentCompactions(compactions, screen) },
    { name: 'compactions --diff', report: compaction, present: screen => presentCompactions(compaction, screen) },
    { name: 'summary', report: summaryOf(bytes), present: () => [] },
    { name: 'check', report: check, present: screen => presentCheck(check, screen) },
    ...seeds.map(seed => {
      const report = sourceRules(open, seed)
      return { name: seed, report, present: (screen: Screen) => presentSourceRules(report, screen) }
    }),
  ]
}

/** The summary of everything, as `compress` makes it without a model. */
function summaryOf(bytes: Uint8Array): string {
  const { reading } = readingInMemory(bytes)
  const source = { ...reading, read: (offset: number, length: number) => bytes.subarray(offset, offset + length) }
  const all = new Set([-1, ...reading.conversation.turns.list.keys()])
  const about = { sessionId: '', cwd: undefined, firstTurn: 0, lastTurn: 0, turns: 0 }
  return extract(turnEvents(source, findContext(reading), all), { about, tokens: 4000, rate: 1, keepTools: true })
}

/** What `check --dialect 004` says of these bytes. */
export function checkReport(bytes: Uint8Array, session: string): CheckReport {
  const checker = sessionChecker([dialect004])
  const reader = recordReader(checker)
  reader.push(bytes)
  reader.end()
  const findings = checker
    .finish({ now: Date.UTC(2026, 5, 1), cleanupDays: 30 })
    .map(finding => ({ session, ...finding }))
  const bySeverity = { refuses: 0, loses: 0, cosmetic: 0 }
  const byCode = new Map<string, number>()
  for (const { severity, code } of findings) {
    bySeverity[severity]++
    byCode.set(code, (byCode.get(code) ?? 0) + 1)
  }
  const sound = findings.length === 0 ? 1 : 0
  return { findings, summary: { sessions: 1, sound, bySeverity, byCode: Object.fromEntries(byCode) } }
}
