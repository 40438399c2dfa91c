import { repair } from '../../actions/repair/index.js'
import { presentRepair } from '../../present/repair.js'
import { answer, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run<'repair'> = async call => {
  const { flags, place, doing } = call
  const report = await repair(place, { ...writingFlags('repair', call), assume: flags.has('assume') }, doing)
  await answer(call, report, presentRepair)
  return report.refused.length > 0 ? 1 : 0
}
