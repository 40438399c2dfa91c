// What a repair did, how much can be reached again, and what is left.

import type { RepairReport } from '../actions/repair/index.js'
import { findingLines } from './finding-lines.js'
import { presentPlan } from './plan.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { grouped } from './units.js'
import { wrap } from './width.js'
import { withoutRules } from './without-rules.js'

export function* presentRepair(report: RepairReport, screen: Screen): Generator<string> {
  const { paint, width } = screen
  const { reachable, left, unsure, agents } = report
  if (left.length > 0) {
    yield paint.bold('Not repaired')
    yield* findingLines(left, screen)
    yield ''
  }
  for (const agent of agents) {
    if (agent.left.length === 0) continue
    yield paint.bold(`Not repaired in agent ${visibleLine(agent.agentId)}`)
    yield* findingLines(agent.left, screen)
    yield ''
  }
  for (const { line, parentLine, why } of unsure)
    yield* wrap(
      `line ${line} may belong to line ${parentLine} (use --assume): ${visibleLine(withoutRules(why))}`,
      width,
      '  ',
    )
  if (unsure.length > 0) yield ''
  if (!report.repairs) {
    yield paint.green('Nothing to repair, nothing was written.')
    return
  }
  const { before, after, inFile } = reachable
  yield `Reachable: ${grouped(before)} → ${grouped(after)} of ${grouped(inFile)} prompts, answers and results.`
  yield ''
  yield* presentPlan(report, screen)
}
