import { undo, undoLast } from '../../actions/undo/index.js'
import { presentManyUndone, presentUndo } from '../../present/undo.js'
import { wrong } from '../arguments.js'
import { answer, type Call, type Run } from '../call.js'
import type { FlagsFor } from '../table.js'

export const run: Run<'undo'> = async call => {
  const { args, flags, place } = call
  if (flags.has('last') || flags.has('all')) return several(call)
  const report = await undo(place, { id: args[0], dryRun: flags.has('dry-run') })
  await answer(call, report, presentUndo)
  return report.refused.length > 0 ? 1 : 0
}

async function several(call: Call<FlagsFor<'undo'>>): Promise<number> {
  const { args, flags, place } = call
  const given = [
    ...(args.length > 0 ? ['a receipt'] : []),
    ...(['last', 'all'] as const).filter(flag => flags.has(flag)).map(flag => `--${flag}`),
  ]
  if (given.length > 1) throw wrong(`${given.join(' and ')} cannot be used together`)
  const most = flags.number('last') ?? Infinity
  if (most === 0) throw wrong('--last must be at least 1')
  const report = await undoLast(place, most, flags.has('dry-run'))
  await answer(call, report, presentManyUndone)
  return report.changes.length === 0 || report.changes.some(one => one.refused.length > 0) ? 1 : 0
}
