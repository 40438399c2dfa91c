import { sessionTurns } from '../../actions/turns.js'
import { presentTurns } from '../../present/turns.js'
import type { Run } from '../call.js'
import { withSession } from '../with-session.js'

export const run: Run = call =>
  withSession(call, async open => {
    const { flags, output } = call
    const report = sessionTurns(open, { all: flags.has('all') })
    if (flags.has('json')) await output.json(report)
    else await output.text(presentTurns(report, output))
    return 0
  })
