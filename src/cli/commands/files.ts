import { changesTo, files } from '../../actions/read/files.js'
import { presentFileDiff, presentFiles } from '../../present/files.js'
import { answer, type Run } from '../call.js'

export const run: Run<'files'> = async call => {
  const { args, flags, place, doing } = call
  const file = flags.value('diff')
  if (file === undefined) {
    await answer(call, await files(place, { session: args[0] }, doing), presentFiles)
    return 0
  }
  const report = await changesTo(place, { session: args[0], file }, doing)
  await answer(call, report, presentFileDiff)
  return report.changes.length === 0 ? 1 : 0
}
