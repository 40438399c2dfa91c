import { turns } from '../../actions/read/index.js'
import { presentTurns } from '../../present/turns.js'
import { turnRange } from '../arguments.js'
import { answer, answering, type Run, refuseSkip } from '../call.js'

export const run: Run<'turns'> = async call => {
  const { args, flags, place, doing } = call
  const turn = flags.value('turn')
  const only = turn === undefined ? undefined : turnRange(turn)
  const budget = flags.value('budget')
  if (budget !== undefined) {
    const wanted = { session: args[0], all: flags.has('all'), only }
    const { answerWithin, turnsAnswers } = await answering()
    return answerWithin(call, budget, () => turnsAnswers(place, wanted, doing))
  }
  refuseSkip(call)
  const asked = { session: args[0], all: flags.has('all'), requests: flags.has('requests'), only }
  const report = await turns(place, asked, doing)
  await answer(call, report, (value, output) => presentTurns(value, output, only !== undefined))
  return only && report.turns.length === 0 ? 1 : 0
}
