import { rmAll } from '../../actions/undo/index.js'
import { presentRm } from '../../present/rm.js'
import { answerEach, type Run } from '../call.js'

export const run: Run<'rm'> = async call => {
  const { args, flags, place } = call
  const reports = await rmAll(place, { sessions: args, dryRun: flags.has('dry-run') })
  await answerEach(call, reports, args.length === 1, presentRm)
  return reports.some(one => one.refused.length > 0) ? 1 : 0
}
