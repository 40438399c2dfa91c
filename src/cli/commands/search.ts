import { search } from '../../actions/search/index.js'
import { presentSearch } from '../../present/search.js'
import { wrong } from '../arguments.js'
import { answer, answering, endedWith, placeAsked, type Run, refuseSkip } from '../call.js'

export const run: Run<'search'> = async call => {
  const { args, flags, doing } = call
  if (flags.has('exact') && flags.has('regex')) throw wrong('--exact and --regex cannot be combined')
  const mode = flags.has('exact') ? 'exact' : flags.has('regex') ? 'regex' : 'words'
  const budget = flags.value('budget')
  if (budget !== undefined) {
    const within = await placeAsked(call)
    const wanted = {
      query: args.join(' '),
      mode,
      order: flags.value('sort'),
      limit: flags.number('limit'),
      skip: flags.number('skip'),
      refresh: !flags.has('no-refresh'),
    } as const
    const { answerWithin, searchAnswers } = await answering()
    return answerWithin(call, budget, () => searchAnswers(within, wanted, doing))
  }
  refuseSkip(call)
  const limit = flags.number('limit') ?? 10
  const [hits, around] = [flags.number('hits'), flags.number('context')]
  const place = await placeAsked(call)
  const report = await search(
    place,
    {
      query: args.join(' '),
      mode,
      order: flags.value('sort') ?? 'best',
      limit: limit === 0 ? Infinity : limit,
      refresh: !flags.has('no-refresh'),
      ...(hits === undefined ? {} : { hits }),
      ...(around === undefined ? {} : { around }),
    },
    doing,
  )
  await answer(call, report, presentSearch)
  return endedWith(report.sessions.length > 0 ? 0 : 1, report)
}
