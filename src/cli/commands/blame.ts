import { blame } from '../../actions/search/index.js'
import { presentBlame } from '../../present/files-across.js'
import { answer, endedWith, placeAsked, type Run } from '../call.js'

export const run: Run<'blame'> = async call => {
  const { args, flags, doing } = call
  const place = await placeAsked(call)
  const [, file = '', line] = /^(.+?)(?::(\d{1,9}))?$/s.exec(args[0]!) ?? []
  const report = await blame(
    place,
    { file, refresh: !flags.has('no-refresh'), ...(line === undefined ? {} : { line: Number(line) }) },
    doing,
  )
  await answer(call, report, presentBlame)
  return endedWith(report.lines.some(one => one.by !== null) ? 0 : 1, report)
}
