import { ls } from '../../actions/ls.js'
import { idAndTitle } from '../../present/ls.js'
import { wrong } from '../arguments.js'
import type { Call, Run } from '../call.js'
import { completions, SHELLS } from '../completions.js'

export const run: Run = async call => {
  const { args, output, flags } = call
  if (args[0] === 'sessions') return sessions(call)
  const shell = SHELLS.find(one => one === args[0])
  if (!shell) throw wrong(`unknown shell. Completions exist for ${SHELLS.join(', ')}`)
  const text = completions(shell)
  if (flags.has('json')) await output.json({ shell, text })
  else await output.text(text.split('\n'))
  return 0
}

/** What the scripts ask for: the newest sessions, an id and a title a line. */
async function sessions({ place, output, flags }: Call): Promise<number> {
  const { sessions: cards } = await ls(place, { limit: 50, all: false })
  const rows = cards.flatMap(idAndTitle)
  if (flags.has('json')) await output.json({ sessions: rows })
  else await output.text(rows.map(({ id, title }) => `${id}\t${title}`))
  return 0
}
