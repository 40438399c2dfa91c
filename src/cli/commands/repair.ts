import { repair } from '../../actions/repair.js'
import { presentRepair } from '../../present/repair.js'
import { openOptions, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run = async call => {
  const { flags, place, output } = call
  const report = await repair(
    place,
    { ...writingFlags('repair', call), assume: flags.has('assume') },
    openOptions(call),
  )
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentRepair(report, output))
  return report.refused.length > 0 ? 1 : 0
}
