import { openAgents } from '../../actions/agents.js'
import { followSession } from '../../actions/follow-session.js'
import type { OpenSession } from '../../actions/open-session.js'
import { locate } from '../../actions/place.js'
import { pointIn } from '../../actions/point.js'
import { type Depth, type ShowOptions, showSession, wholeReport } from '../../actions/show.js'
import { presentNewTurns, presentShow } from '../../present/show.js'
import { turnRange, wrong } from '../arguments.js'
import type { Call, Run } from '../call.js'
import { withSession } from '../with-session.js'

export const run: Run = call => (call.flags.has('follow') ? runFollowing(call) : runOnce(call))

function runOnce(call: Call): Promise<number> {
  return withSession(call, async open => {
    const { flags, output } = call
    const agents = await openAgents(open)
    try {
      const report = showSession(open, agents, optionsFor(call, open))
      if (flags.has('json')) await output.json(wholeReport(report))
      else await output.text(presentShow(report, output))
      // A turn that is not there is a negative answer.
      return flags.has('turn') && report.session.turns === report.elsewhere.turns ? 1 : 0
    } finally {
      for (const agent of agents) if (agent.file) agent.open.close()
    }
  })
}

/** Prints what is there, then what comes, until Ctrl-C. */
async function runFollowing(call: Call): Promise<number> {
  if (call.flags.has('json')) throw wrong('--json cannot be used with --follow')
  const turn = call.flags.value('turn')
  if (turn !== undefined) turnRange(turn) // a wrong one is told at once, not when the first row comes
  const resolved = await locate(call.args[0] ?? 'latest', call.place, { allowStandardInput: true })
  const printNew = presentNewTurns(call.output)
  await followSession(resolved, {
    signal: call.signal,
    onChange: open => {
      for (const line of printNew(showSession(open, [], optionsFor(call, open)))) process.stdout.write(`${line}\n`)
    },
  })
  return 0
}

function optionsFor({ flags }: Call, open: OpenSession): ShowOptions {
  const turn = flags.value('turn')
  const leaf = flags.value('leaf')
  return {
    depth: (flags.value('depth') ?? 'tools') as Depth,
    agents: flags.has('agents'),
    ...(turn === undefined ? {} : { turns: turnRange(turn) }),
    ...(leaf === undefined ? {} : { leaf: pointIn(open.conversation, leaf) }),
  }
}
