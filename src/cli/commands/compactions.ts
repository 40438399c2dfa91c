import { compactions } from '../../actions/read/index.js'
import { presentCompactions } from '../../present/compactions.js'
import { wrong } from '../arguments.js'
import { answer, answering, type Run, refuseSkip } from '../call.js'

export const run: Run<'compactions'> = async call => {
  const { args, flags, place, doing } = call
  const budget = flags.value('budget')
  if (budget !== undefined) {
    if (flags.has('diff')) throw wrong('--budget cannot be used with --diff')
    const skip = flags.number('skip')
    const { answerWithin, compactionsAnswers } = await answering()
    return answerWithin(call, budget, () => compactionsAnswers(place, { session: args[0], skip }, doing))
  }
  refuseSkip(call)
  const report = await compactions(place, { session: args[0], diff: flags.number('diff') }, doing)
  await answer(call, report, presentCompactions)
  return 0
}
