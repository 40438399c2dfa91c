import { undo, undoLast } from '../../actions/undo.js'
import { presentManyUndone, presentUndo } from '../../present/undo.js'
import { wholeNumber, wrong } from '../arguments.js'
import type { Call, Run } from '../call.js'

export const run: Run = async call => {
  const { args, flags, place, output } = call
  if (flags.has('last') || flags.has('all')) return several(call)
  const report = await undo(place, { id: args[0], dryRun: flags.has('dry-run') })
  if (flags.has('json')) await output.json(report)
  else await output.text(presentUndo(report, output))
  return report.refused.length > 0 ? 1 : 0
}

async function several({ args, flags, place, output }: Call): Promise<number> {
  const given = [
    ...(args.length > 0 ? ['a receipt'] : []),
    ...['--last', '--all'].filter(one => flags.has(one.slice(2))),
  ]
  if (given.length > 1) throw wrong(`${given.join(' and ')} cannot be used together`)
  const last = flags.value('last')
  const most = last === undefined ? Infinity : wholeNumber('last', last)
  if (most === 0) throw wrong('--last must be at least 1')
  const report = await undoLast(place, most, flags.has('dry-run'))
  if (flags.has('json')) await output.json(report)
  else await output.text(presentManyUndone(report, output))
  return report.changes.length === 0 || report.changes.some(one => one.refused.length > 0) ? 1 : 0
}
