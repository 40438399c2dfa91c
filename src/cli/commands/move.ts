import { move } from '../../actions/move/index.js'
import { presentMove } from '../../present/move.js'
import { wrong } from '../arguments.js'
import { answer, type Run } from '../call.js'
import { callWords } from '../writing-flags.js'

export const run: Run<'move'> = async call => {
  const { args, flags, place, doing } = call
  const reference = args[0]!
  const to = flags.value('to')
  if (to === undefined) throw wrong('move needs --to DIR')
  const report = await move(
    place,
    {
      call: ['move', ...callWords(reference, flags)],
      reference,
      to,
      renamed: flags.has('renamed'),
      allTexts: flags.has('rewrite-words'),
      dryRun: flags.has('dry-run'),
    },
    doing,
  )
  await answer(call, report, presentMove)
  return report.refused.length > 0 ? 1 : 0
}
