import { contextMessagewise } from '../../actions/context/context.js'
import { contextShares } from '../../actions/context/context-by.js'
import { presentContext } from '../../present/context.js'
import { presentContextBy } from '../../present/context-by.js'
import { answer, type Run } from '../call.js'

export const run: Run<'context'> = async call => {
  const { args, flags, place, doing } = call
  const asked = {
    session: args[0],
    client: flags.value('client'),
    model: flags.value('model'),
    leaf: flags.value('leaf'),
  }
  const by = flags.value('by')
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
