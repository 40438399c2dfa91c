import { stats } from '../../actions/read/index.js'
import { bySourceRules } from '../../actions/source-rules/index.js'
import { presentSourceRules } from '../../present/source-rules.js'
import { presentManyStats, presentStats } from '../../present/stats.js'
import { answer, answerEach, placeWithArchived, type Run } from '../call.js'
import { complain } from '../output.js'

export const run: Run<'stats'> = async call => {
  const { args, flags, output, doing } = call
  const place = await placeWithArchived(call)
  const which = { sessions: args, all: flags.has('all') }
  const isOne = !which.all && args.length < 2
  const rules = flags.value('rules')
  if (rules !== undefined) {
    const reports = await bySourceRules(place, { ...which, rules }, doing)
    await answerEach(call, reports, isOne && reports.length === 1, presentSourceRules)
    return reports.length > 0 ? 0 : 1
  }
  const many = await stats(place, which, doing)
  output.progress(undefined)
  for (const why of many.unread) complain(why)
  const [only] = many.sessions
  if (only && isOne) await answer(call, only, presentStats)
  else await answer(call, many, presentManyStats)
  if (many.unread.length > 0) return 3
  return only ? 0 : 1
}
