import { changesTo, files } from '../../actions/read/index.js'
import { filesAcross } from '../../actions/search/index.js'
import { presentFileDiff, presentFiles } from '../../present/files.js'
import { presentFilesAcross } from '../../present/files-across.js'
import { wrong } from '../arguments.js'
import { answer, answering, endedWith, placeAsked, type Run, refuseSkip } from '../call.js'

export const run: Run<'files'> = async call => {
  const { args, flags, doing } = call
  const place = await placeAsked(call)
  const file = flags.value('diff')
  const [what] = args
  const budget = flags.value('budget')
  if (budget !== undefined) {
    if (file !== undefined || flags.has('edits')) throw wrong('--budget cannot be used with --diff or --edits')
    const skip = flags.number('skip')
    const refresh = !flags.has('no-refresh')
    const { answerWithin, fileAnswers, filesAnswers } = await answering()
    return answerWithin(call, budget, () =>
      what !== undefined && isFile(what)
        ? fileAnswers(place, { file: what, skip, refresh }, doing)
        : filesAnswers(place, { session: what, skip }, doing),
    )
  }
  refuseSkip(call)
  if (what !== undefined && file === undefined && isFile(what)) {
    const report = await filesAcross(
      place,
      { file: what, edits: flags.has('edits'), refresh: !flags.has('no-refresh') },
      doing,
    )
    await answer(call, report, presentFilesAcross)
    return endedWith(report.sessions.length > 0 ? 0 : 1, report)
  }
  if (file === undefined) {
    await answer(call, await files(place, { session: what }, doing), presentFiles)
    return 0
  }
  const report = await changesTo(place, { session: what, file }, doing)
  await answer(call, report, presentFileDiff)
  return report.changes.length === 0 ? 1 : 0
}

/** A path with folders, or a name with an ending; a session is an id, a title, or a `.jsonl` file. */
function isFile(word: string): boolean {
  if (/\.jsonl$/.test(word) || /\s/.test(word)) return false
  return /[\\/]/.test(word) || /[^.]\.[A-Za-z0-9]{1,8}$/.test(word)
}
