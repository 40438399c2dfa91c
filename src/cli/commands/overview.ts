// The bare command: the newest sessions, and what one can do next.

import { ls } from '../../actions/list/ls.js'
import { presentOverview } from '../../present/ls.js'
import { answer, type RunBare } from '../call.js'

export const run: RunBare = async call => {
  const { place, doing } = call
  // On a clone the program is started by npm, and what is shown next must work there too.
  const command = place.samples === undefined ? 'rethread' : 'npm start --'
  await answer(call, await ls(place, { limit: 8 }, doing), (value, output) => presentOverview(value, output, command))
  return 0
}
