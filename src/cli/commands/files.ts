import { openAgents } from '../../actions/agents.js'
import { fileDiff, sessionFiles } from '../../actions/files.js'
import { presentFileDiff, presentFiles } from '../../present/files.js'
import type { Run } from '../call.js'
import { withSession } from '../with-session.js'

export const run: Run = call =>
  withSession(call, async open => {
    const { flags, output } = call
    const agents = await openAgents(open)
    try {
      const name = flags.value('diff')
      if (name !== undefined) {
        const report = fileDiff(open, agents, name)
        if (flags.has('json')) await output.json(report)
        else await output.text(presentFileDiff(report, output))
        return report.changes.length === 0 ? 1 : 0
      }
      const report = sessionFiles(open, agents)
      if (flags.has('json')) await output.json(report)
      else await output.text(presentFiles(report, output))
      return 0
    } finally {
      for (const agent of agents) if (agent.file) agent.open.close()
    }
  })
