import { changesTo, files } from '../../actions/read/files.js'
import { filesAcross } from '../../actions/search/files-across.js'
import { presentFileDiff, presentFiles } from '../../present/files.js'
import { presentFilesAcross } from '../../present/files-across.js'
import { answer, type Run } from '../call.js'

export const run: Run<'files'> = async call => {
  const { args, flags, place, doing } = call
  const file = flags.value('diff')
  const [what] = args
  if (what !== undefined && file === undefined && isFile(what)) {
    const report = await filesAcross(
      place,
      { file: what, edits: flags.has('edits'), refresh: !flags.has('no-refresh') },
      doing,
    )
    await answer(call, report, presentFilesAcross)
    return report.sessions.length > 0 ? 0 : 1
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
