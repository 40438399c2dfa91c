import { ls } from '../../actions/list/ls.js'
import { presentLs } from '../../present/ls.js'
import { pointInTime } from '../arguments.js'
import { answer, type Run } from '../call.js'

export const run: Run<'ls'> = async call => {
  const { flags, place, output, doing } = call
  const limit = flags.number('limit') ?? 20
  const [project, branch, model] = [flags.value('project'), flags.value('branch'), flags.value('model')]
  const [since, until] = [flags.value('since'), flags.value('until')]
  const report = await ls(
    place,
    {
      limit: limit === 0 ? Infinity : limit,
      all: flags.has('all'),
      turns: flags.has('turns'),
      order: flags.value('sort') ?? 'newest',
      ...(project === undefined ? {} : { project }),
      ...(branch === undefined ? {} : { branch }),
      ...(model === undefined ? {} : { model }),
      ...(since === undefined ? {} : { since: pointInTime('since', since, output.now).from }),
      ...(until === undefined ? {} : { until: pointInTime('until', until, output.now).to }),
    },
    doing,
  )
  await answer(call, report, presentLs)
  return report.sessions.length > 0 ? 0 : 1
}
