import { ls } from '../../actions/list/index.js'
import { idAndTitle } from '../../present/ls.js'
import { wrong } from '../arguments.js'
import { answer, type Call, type Run } from '../call.js'
import { completions, SHELLS } from '../completions.js'
import type { FlagsFor } from '../table.js'

export const run: Run<'completions'> = async call => {
  const [asked] = call.args
  if (asked === 'sessions') return sessions(call)
  const shell = SHELLS.find(one => one === asked)
  if (!shell) throw wrong(`unknown shell. Completions exist for ${SHELLS.join(', ')}`)
  await answer(call, { shell, text: completions(shell) }, ({ text }) => text.split('\n'))
  return 0
}

/** What the scripts ask for: the newest sessions, an id and a title a line. */
async function sessions(call: Call<FlagsFor<'completions'>>): Promise<number> {
  const { sessions: cards } = await ls(call.place, { limit: 50 }, call.doing)
  const rows = { sessions: cards.flatMap(idAndTitle) }
  await answer(call, rows, ({ sessions: list }) => list.map(({ id, title }) => `${id}\t${title}`))
  return 0
}
