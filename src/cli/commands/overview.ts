// The bare command: the newest sessions, and what one can do next.

import { fileURLToPath } from 'node:url'
import { ls } from '../../actions/ls.js'
import { presentOverview } from '../../present/ls.js'
import type { Run } from '../call.js'

/** Asked for by `npm start`: where there are no sessions yet, the samples show what rethread does. */
const samples = process.env['RETHREAD_SAMPLES']

export const run: Run = async ({ flags, place, output }) => {
  const options = { limit: 8, all: false }
  let report = ls(place, options)
  const isSample = report.sessions.length === 0 && samples !== undefined
  if (isSample)
    report = ls({ ...place, configDir: samples.startsWith('file:') ? fileURLToPath(samples) : samples }, options)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentOverview(report, output, isSample))
  return 0
}
