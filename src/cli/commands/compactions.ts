import { sessionCompactions } from '../../actions/compactions.js'
import { presentCompactions } from '../../present/compactions.js'
import { wholeNumber, wrong } from '../arguments.js'
import type { Run } from '../call.js'
import { withSession } from '../with-session.js'

export const run: Run = call =>
  withSession(call, async open => {
    const { flags, output } = call
    const asked = flags.value('diff')
    const number = asked === undefined ? undefined : wholeNumber('diff', asked)
    const report = sessionCompactions(open, number, call.place.configDir)
    if (number !== undefined && !report.diff) {
      const count = report.compactions.length
      throw wrong(
        count === 0
          ? 'the session was never compacted'
          : `--diff must be the number of a compaction with a summary, 1 to ${count}`,
      )
    }
    if (flags.has('json')) await output.json(report)
    else await output.text(presentCompactions(report, output))
    return 0
  })
