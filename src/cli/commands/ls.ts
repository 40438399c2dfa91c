import { type LsOrder, ls } from '../../actions/ls.js'
import { presentLs } from '../../present/ls.js'
import { pointInTime, wholeNumber } from '../arguments.js'
import type { Run } from '../call.js'

export const run: Run = async ({ flags, place, output, signal }) => {
  const limit = wholeNumber('limit', flags.value('limit') ?? '20')
  const [project, branch, model, since, until] = ['project', 'branch', 'model', 'since', 'until'].map(flag =>
    flags.value(flag),
  )
  const report = await ls(place, {
    limit: limit === 0 ? Infinity : limit,
    all: flags.has('all'),
    turns: flags.has('turns'),
    signal,
    order: (flags.value('sort') ?? 'newest') as LsOrder,
    ...(project === undefined ? {} : { project }),
    ...(branch === undefined ? {} : { branch }),
    ...(model === undefined ? {} : { model }),
    ...(since === undefined ? {} : { since: pointInTime('since', since, output.now).from }),
    ...(until === undefined ? {} : { until: pointInTime('until', until, output.now).to }),
  })
  if (flags.has('json')) await output.json(report)
  else await output.text(presentLs(report, output))
  return report.sessions.length > 0 ? 0 : 1
}
