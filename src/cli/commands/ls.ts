import { ls } from '../../actions/list/index.js'
import { presentLs } from '../../present/ls.js'
import { pointInTime, wrong } from '../arguments.js'
import { answer, endedWith, placeWithTeam, type Run } from '../call.js'

export const run: Run<'ls'> = async call => {
  const { flags, output, doing } = call
  if (flags.has('team') && flags.has('archived')) throw wrong('--team and --archived cannot be combined')
  const place = await placeWithTeam(call)
  const limit = flags.number('limit') ?? 20
  const [project, branch, model] = [flags.value('project'), flags.value('branch'), flags.value('model')]
  const [since, until] = [flags.value('since'), flags.value('until')]
  const report = await ls(
    place,
    {
      limit: limit === 0 ? Infinity : limit,
      all: flags.has('all'),
      turns: flags.has('turns'),
      archived: flags.has('archived'),
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
  return endedWith(report.sessions.length > 0 ? 0 : 1, report)
}
