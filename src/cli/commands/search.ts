import { search } from '../../actions/search/search.js'
import { presentSearch } from '../../present/search.js'
import { wrong } from '../arguments.js'
import { answer, type Run } from '../call.js'

export const run: Run<'search'> = async call => {
  const { args, flags, place, doing } = call
  if (flags.has('exact') && flags.has('regex')) throw wrong('--exact and --regex cannot be combined')
  const limit = flags.number('limit') ?? 10
  const [hits, around] = [flags.number('hits'), flags.number('context')]
  const report = await search(
    place,
    {
      query: args.join(' '),
      mode: flags.has('exact') ? 'exact' : flags.has('regex') ? 'regex' : 'words',
      order: flags.value('sort') ?? 'best',
      limit: limit === 0 ? Infinity : limit,
      refresh: !flags.has('no-refresh'),
      ...(hits === undefined ? {} : { hits }),
      ...(around === undefined ? {} : { around }),
    },
    doing,
  )
  await answer(call, report, presentSearch)
  return report.sessions.length > 0 ? 0 : 1
}
