import { diff } from '../../actions/context/index.js'
import { presentDiff } from '../../present/diff.js'
import { answer, type Run } from '../call.js'

export const run: Run<'diff'> = async call => {
  const { args, flags, place, doing } = call
  const report = await diff(
    place,
    {
      first: args[0]!,
      second: args[1],
      leafOfFirst: flags.value('against-leaf'),
      leafOfSecond: flags.value('leaf'),
      client: flags.value('client'),
      model: flags.value('model'),
    },
    doing,
  )
  await answer(call, report, presentDiff)
  return report.changes.length === 0 ? 0 : 1
}
