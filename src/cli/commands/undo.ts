import { undo } from '../../actions/undo.js'
import { presentUndo } from '../../present/undo.js'
import type { Run } from '../call.js'

export const run: Run = async ({ args, flags, place, output }) => {
  const report = await undo(place, { id: args[0], dryRun: flags.has('dry-run') })
  if (flags.has('json')) await output.json(report)
  else await output.text(presentUndo(report, output))
  return report.refused.length > 0 ? 1 : 0
}
