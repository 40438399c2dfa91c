import { resolve } from 'node:path'
import { ls } from '../../actions/ls.js'
import { presentLs } from '../../present/ls.js'
import { wholeNumber } from '../arguments.js'
import type { Run } from '../call.js'

export const run: Run = async ({ flags, place, output }) => {
  const limit = wholeNumber('limit', flags.value('limit') ?? '20')
  const project = flags.value('project')
  const report = await ls(place, {
    limit: limit === 0 ? Infinity : limit,
    all: flags.has('all'),
    ...(project === undefined ? {} : { project: resolve(place.cwd, project) }),
  })
  if (flags.has('json')) await output.json(report)
  else await output.text(presentLs(report, output))
  return report.sessions.length > 0 ? 0 : 1
}
