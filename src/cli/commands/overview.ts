// The bare command: on a terminal the finder; else the newest sessions, and what one can do next.

import { ls } from '../../actions/list/index.js'
import { presentOverview } from '../../present/ls.js'
import { answer, type RunBare } from '../call.js'

/** Nothing to find: the overview says where it looked. */
const NO_SESSIONS = -1

export const run: RunBare = async call => {
  const { place, doing, flags } = call
  const { canOpenFinder, runFinder } = await import('../finder/finder.js')
  if (!flags.has('json') && !flags.has('plain') && canOpenFinder(process.env)) {
    const code = await runFinder(call)
    if (code !== NO_SESSIONS) return code
  }
  // On a clone the program is started by npm, and what is shown next must work there too.
  const command = place.samples === undefined ? 'rethread' : 'npm start --'
  await answer(call, await ls(place, { limit: 8 }, doing), (value, output) => presentOverview(value, output, command))
  return 0
}
