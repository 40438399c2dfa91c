import { sessionTurns } from '../../actions/turns.js'
import { presentTurns } from '../../present/turns.js'
import { turnRange } from '../arguments.js'
import type { Run } from '../call.js'
import { withSession } from '../with-session.js'

export const run: Run = call =>
  withSession(call, async open => {
    const { flags, output } = call
    const turn = flags.value('turn')
    const only = turn === undefined ? undefined : turnRange(turn)
    const report = sessionTurns(open, { all: flags.has('all'), requests: flags.has('requests'), only })
    if (flags.has('json')) await output.json(report)
    else await output.text(presentTurns(report, output, only !== undefined))
    return only && report.turns.length === 0 ? 1 : 0
  })
