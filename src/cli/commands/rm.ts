import { locate } from '../../actions/place.js'
import { type RmReport, rm } from '../../actions/rm.js'
import { presentRm } from '../../present/rm.js'
import type { Run } from '../call.js'

export const run: Run = async ({ args, flags, place, output }) => {
  // All are found before the first one goes: a wrong word removes nothing.
  const meant = new Map<string, string>()
  for (const reference of args) {
    const found = await locate(reference, place)
    const path = found.kind === 'file' ? found.path : reference
    if (!meant.has(path)) meant.set(path, args.length === 1 ? reference : path)
  }
  const reports: RmReport[] = []
  for (const reference of meant.values()) reports.push(await rm(place, reference, { dryRun: flags.has('dry-run') }))
  if (flags.has('json')) await output.json(args.length === 1 ? reports[0] : { sessions: reports })
  else await output.text(reports.flatMap((one, index) => [...(index > 0 ? [''] : []), ...presentRm(one, output)]))
  return reports.some(one => one.refused.length > 0) ? 1 : 0
}
