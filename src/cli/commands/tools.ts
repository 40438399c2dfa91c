import { tools, tracked } from '../../actions/read/index.js'
import { presentTools, presentTrackedFiles } from '../../present/tools.js'
import { nameList, turnRange, wrong } from '../arguments.js'
import { answer, answering, type Run, refuseSkip } from '../call.js'

export const run: Run<'tools'> = async call => {
  const { args, flags, place, doing } = call
  if (flags.has('files')) {
    if (flags.has('budget')) throw wrong('--budget cannot be used with --files')
    refuseSkip(call)
    await answer(call, await tracked(place, { session: args[0] }, doing), presentTrackedFiles)
    return 0
  }
  const turn = flags.value('turn')
  const asked = {
    names: nameList(flags.value('name')),
    turns: turn === undefined ? undefined : turnRange(turn),
    failed: flags.has('failed'),
  }
  const budget = flags.value('budget')
  if (budget !== undefined) {
    const wanted = { session: args[0], ...asked, skip: flags.number('skip') }
    const { answerWithin, toolsAnswers } = await answering()
    return answerWithin(call, budget, () => toolsAnswers(place, wanted, doing))
  }
  refuseSkip(call)
  const report = await tools(place, { session: args[0], ...asked }, doing)
  await answer(call, report, presentTools)
  const isFiltered = asked.names !== undefined || asked.turns !== undefined || asked.failed
  return isFiltered && report.calls.length === 0 ? 1 : 0
}
