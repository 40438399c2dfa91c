import { turns } from '../../actions/read/turns.js'
import { presentTurns } from '../../present/turns.js'
import { turnRange } from '../arguments.js'
import { answer, type Run } from '../call.js'

export const run: Run<'turns'> = async call => {
  const { args, flags, place, doing } = call
  const turn = flags.value('turn')
  const only = turn === undefined ? undefined : turnRange(turn)
  const asked = { session: args[0], all: flags.has('all'), requests: flags.has('requests'), only }
  const report = await turns(place, asked, doing)
  await answer(call, report, (value, output) => presentTurns(value, output, only !== undefined))
  return only && report.turns.length === 0 ? 1 : 0
}
