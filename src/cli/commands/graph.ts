import { openAgents } from '../../actions/agents.js'
import { sessionGraph } from '../../actions/graph.js'
import { presentGraph } from '../../present/graph.js'
import { presentDot } from '../../present/graph-dot.js'
import { presentMermaid } from '../../present/graph-mermaid.js'
import { wrong } from '../arguments.js'
import type { Run } from '../call.js'
import { withSession } from '../with-session.js'

export const run: Run = call => {
  const { flags, output } = call
  const asked = ['json', 'mermaid', 'dot'].filter(name => flags.has(name))
  if (asked.length > 1) throw wrong(`--${asked.join(' and --')} cannot be used together`)
  return withSession(call, async open => {
    const agents = await openAgents(open)
    try {
      const report = sessionGraph(open, agents, { all: flags.has('all') })
      if (flags.has('json')) await output.json(report)
      else if (flags.has('mermaid')) await output.text(presentMermaid(report))
      else if (flags.has('dot')) await output.text(presentDot(report))
      else await output.text(presentGraph(report, output, { eachRequest: flags.has('requests') }))
    } finally {
      for (const agent of agents) if (agent.file) agent.open.close()
    }
    return 0
  })
}
