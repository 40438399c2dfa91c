import { clone } from '../../actions/reshape/index.js'
import { presentPlan } from '../../present/plan.js'
import { answer, type Run } from '../call.js'
import { pointFlags, writingFlags } from '../writing-flags.js'

export const run: Run<'clone'> = async call => {
  const { flags, place, doing } = call
  const report = await clone(place, { ...writingFlags('clone', call), ...pointFlags(flags) }, doing)
  await answer(call, report, presentPlan)
  return report.refused.length > 0 ? 1 : 0
}
