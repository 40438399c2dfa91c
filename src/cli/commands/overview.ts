// The bare command: the newest sessions, and what one can do next.

import { ls } from '../../actions/ls.js'
import { presentOverview } from '../../present/ls.js'
import type { Run } from '../call.js'

export const run: Run = async ({ flags, place, output }) => {
  const report = await ls(place, { limit: 8, all: false })
  // On a clone the program is started by npm, and what is shown next must work there too.
  const command = place.samples === undefined ? 'rethread' : 'npm start --'
  if (flags.has('json')) await output.json(report)
  else await output.text(presentOverview(report, output, command))
  return 0
}
