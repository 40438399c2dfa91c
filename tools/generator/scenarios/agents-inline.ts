// Client 1.0: the agent's conversation stands in the session's own file, marked isSidechain, with its own root.
import { summaryTitle } from '../bookkeeping-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { runAgent } from '../subagents.js'
import { bash, glob, read, todoWrite, write } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const CATALOGUE =
  'name,family,sown,keeps\nBroad bean,Fabaceae,February,4\nKale,Brassicaceae,May,5\nMarigold,Asteraceae,April,3\n'

export function agentsInline(place: Place): Files {
  const session = openSession(place, '1.0')
  const { cwd } = place
  const plan = (first: 'in_progress' | 'completed', second: 'pending' | 'completed') =>
    [
      { content: 'Survey the catalogue', status: first, activeForm: 'Surveying the catalogue' },
      { content: 'Write the shelf-life report', status: second, activeForm: 'Writing the shelf-life report' },
    ] as const
  prompt(
    session,
    'Which seeds in the library will be too old next spring? Send someone to look, I want a short report.',
  )
  work(session, "I'll keep a list.", todoWrite([], plan('in_progress', 'pending')))
  const task = {
    type: 'general-purpose',
    description: 'Survey the seed catalogue',
    prompt: `Read the catalogue under ${cwd}/data and say which seeds pass their shelf life before April 2027.`,
    report: 'Marigold was packed in 2024 and keeps three years: it is on the edge. Broad bean and kale are fine.',
  }
  runAgent(session, 'An agent can read the catalogue while I prepare the report.', task, agent => {
    work(agent, 'First the files.', glob('data/*.csv', cwd, [`${cwd}/data/catalogue.csv`]))
    work(agent, '', read(`${cwd}/data/catalogue.csv`, CATALOGUE))
    work(agent, '', bash(`grep -c Marigold ${cwd}/data/packets.log`, 'Count marigold packets', '17\n'))
    return undefined
  })
  work(session, '', write(`${cwd}/report.md`, '# Too old next spring\n\n- Marigold (17 packets): sow this year.\n'))
  work(session, '', todoWrite(plan('in_progress', 'pending'), plan('completed', 'completed')))
  const last = done(session, 'Only the marigolds: 17 packets, sow them this year. The report is in `report.md`.')
  const title = { ...session, lines: [] as string[] }
  summaryTitle(title, 'Seed Library: Shelf Life Report for Spring', last.rows.at(-1) ?? '')
  session.lines.unshift(...title.lines)
  return sessionFiles(session)
}
