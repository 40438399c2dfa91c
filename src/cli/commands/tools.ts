import { tools, tracked } from '../../actions/read/tools.js'
import { presentTools, presentTrackedFiles } from '../../present/tools.js'
import { nameList, turnRange } from '../arguments.js'
import { answer, type Run } from '../call.js'

export const run: Run<'tools'> = async call => {
  const { args, flags, place, doing } = call
  if (flags.has('files')) {
    await answer(call, await tracked(place, { session: args[0] }, doing), presentTrackedFiles)
    return 0
  }
  const turn = flags.value('turn')
  const asked = {
    names: nameList(flags.value('name')),
    turns: turn === undefined ? undefined : turnRange(turn),
    failed: flags.has('failed'),
  }
  const report = await tools(place, { session: args[0], ...asked }, doing)
  await answer(call, report, presentTools)
  const isFiltered = asked.names !== undefined || asked.turns !== undefined || asked.failed
  return isFiltered && report.calls.length === 0 ? 1 : 0
}
