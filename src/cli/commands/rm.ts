import { rm } from '../../actions/rm.js'
import { presentRm } from '../../present/rm.js'
import type { Run } from '../call.js'

export const run: Run = async ({ args, flags, place, output }) => {
  const report = await rm(place, args[0]!, { dryRun: flags.has('dry-run') })
  if (flags.has('json')) await output.json(report)
  else await output.text(presentRm(report, output))
  return report.refused.length > 0 ? 1 : 0
}
