import { cut } from '../../actions/cut.js'
import { presentPlan } from '../../present/plan.js'
import { nameList, turnRange } from '../arguments.js'
import { openOptions, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run = async call => {
  const { flags, place, output } = call
  const report = await cut(
    place,
    {
      ...writingFlags('cut', call),
      turns: (nameList(flags.value('turns')) ?? []).map(range => turnRange(range, 'turns')),
      messages: nameList(flags.value('messages')) ?? [],
    },
    openOptions(call),
  )
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentPlan(report, output))
  return report.refused.length > 0 ? 1 : 0
}
