import { strip } from '../../actions/reshape/index.js'
import { presentPlan } from '../../present/plan.js'
import { byteCount, nameList } from '../arguments.js'
import { answer, type Run } from '../call.js'
import { pointFlags, writingFlags } from '../writing-flags.js'

export const run: Run<'strip'> = async call => {
  const { flags, place, doing } = call
  const report = await strip(
    place,
    {
      ...writingFlags('strip', call),
      ...pointFlags(flags),
      tools: flags.has('tools'),
      results: flags.has('results'),
      thinking: flags.has('thinking'),
      images: flags.has('images'),
      snapshots: flags.has('snapshots'),
      bookkeeping: flags.has('bookkeeping'),
      mode: flags.value('mode'),
      only: nameList(flags.value('only')),
      except: nameList(flags.value('except')),
      oldest: flags.value('oldest'),
      by: flags.value('by'),
      beforeTurn: flags.number('before-turn'),
      keepLast: flags.number('keep-last'),
      keepLastCalls: flags.number('keep-last-calls'),
      largerThan: flags.number('larger-than', byteCount),
      preset: flags.value('preset'),
      soft: flags.has('soft'),
    },
    doing,
  )
  await answer(call, report, presentPlan)
  return report.refused.length > 0 ? 1 : 0
}
