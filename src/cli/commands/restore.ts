import { restore } from '../../actions/archive/index.js'
import { presentRestore } from '../../present/restore.js'
import { answer, answerEach, type Run } from '../call.js'

export const run: Run<'restore'> = async call => {
  const { args, flags, place, doing } = call
  const reports = await restore(
    place,
    {
      sessions: args,
      deleted: flags.has('deleted'),
      toProject: flags.value('to-project'),
      version: flags.number('earlier'),
      keepTimes: flags.has('keep-times'),
      dryRun: flags.has('dry-run'),
    },
    doing,
  )
  if (reports.length === 0) await answer(call, { sessions: [] }, () => ['No archived session is missing on disk.'])
  else await answerEach(call, reports, args.length === 1 && !flags.has('deleted'), presentRestore)
  return reports.length === 0 || reports.some(one => one.refused.length > 0 || one.damaged.length > 0) ? 1 : 0
}
