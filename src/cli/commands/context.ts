import { contextMessagewise, contextShares } from '../../actions/context/index.js'
import { presentContext } from '../../present/context.js'
import { presentContextBy } from '../../present/context-by.js'
import { wrong } from '../arguments.js'
import { answer, answering, type Run, refuseSkip } from '../call.js'

export const run: Run<'context'> = async call => {
  const { args, flags, place, doing } = call
  const asked = {
    session: args[0],
    client: flags.value('client'),
    model: flags.value('model'),
    leaf: flags.value('leaf'),
  }
  const by = flags.value('by')
  const budget = flags.value('budget')
  if (budget !== undefined) {
    if (by !== undefined || flags.has('full') || flags.has('brief'))
      throw wrong('--budget cannot be used with --by, --full or --brief')
    const skip = flags.number('skip')
    const { answerWithin, contextAnswers } = await answering()
    return answerWithin(call, budget, room => contextAnswers(place, { ...asked, skip, room }, doing))
  }
  refuseSkip(call)
  if (by !== undefined) {
    await answer(call, await contextShares(place, { ...asked, by }, doing), presentContextBy)
    return 0
  }
  return contextMessagewise(place, asked, doing, async report => {
    const how = { full: flags.has('full'), brief: flags.has('brief') }
    await answer(call, report, (value, output) => presentContext(value, output, how))
    return report.resumes ? 0 : 1
  })
}
