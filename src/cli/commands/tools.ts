import { openAgents } from '../../actions/agents.js'
import { isCallOf, sessionTools, type ToolCallRow, trackedFiles } from '../../actions/tools.js'
import { presentTools, presentTrackedFiles } from '../../present/tools.js'
import { nameList, turnRange } from '../arguments.js'
import type { Call, Run } from '../call.js'
import { withSession } from '../with-session.js'

export const run: Run = call =>
  withSession(call, async open => {
    const { flags, output } = call
    if (flags.has('files')) {
      const report = trackedFiles(open)
      if (flags.has('json')) await output.json(report)
      else await output.text(presentTrackedFiles(report, output))
      return 0
    }
    const agents = await openAgents(open)
    for (const agent of agents) if (agent.file) agent.open.close()
    const all = sessionTools(open, agents)
    const report = { ...all, calls: all.calls.filter(chosen(call)) }
    if (flags.has('json')) await output.json(report)
    else await output.text(presentTools(report, output))
    return isFiltered(call) && report.calls.length === 0 ? 1 : 0
  })

function isFiltered({ flags }: Call): boolean {
  return flags.has('name') || flags.has('turn') || flags.has('failed')
}

function chosen({ flags }: Call): (call: ToolCallRow) => boolean {
  const names = nameList(flags.value('name'))
  const turn = flags.value('turn')
  const range = turn === undefined ? undefined : turnRange(turn)
  return call =>
    (names === undefined || isCallOf(call, names)) &&
    (range === undefined || (call.turn !== null && call.turn >= range.from && call.turn <= range.to)) &&
    (!flags.has('failed') || call.isError || call.state !== 'paired')
}
