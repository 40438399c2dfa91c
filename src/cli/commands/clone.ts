import { clone } from '../../actions/clone.js'
import { presentPlan } from '../../present/plan.js'
import { openOptions, type Run } from '../call.js'
import { pointFlags, writingFlags } from '../writing-flags.js'

export const run: Run = async call => {
  const { flags, place, output } = call
  const report = await clone(
    place,
    { ...writingFlags('clone', call), ...pointFlags(flags), linear: flags.has('linear') },
    openOptions(call),
  )
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentPlan(report, output))
  return report.refused.length > 0 ? 1 : 0
}
