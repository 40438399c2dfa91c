import { cut } from '../../actions/reshape/index.js'
import { presentPlan } from '../../present/plan.js'
import { nameList, turnRange } from '../arguments.js'
import { answer, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run<'cut'> = async call => {
  const { flags, place, doing } = call
  const turns = (nameList(flags.value('turns')) ?? []).map(range => turnRange(range, 'turns'))
  const messages = nameList(flags.value('messages')) ?? []
  const report = await cut(place, { ...writingFlags('cut', call), turns, messages }, doing)
  await answer(call, report, presentPlan)
  return report.refused.length > 0 ? 1 : 0
}
