// Client 2.1: agents in `<session>/subagents/`, one of them started by another agent.
import { openingAttachments } from '../attachment-rows.js'
import { aiTitle, lastPrompt } from '../bookkeeping-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place, type Writer } from '../session-writer.js'
import { type AgentTask, runAgent } from '../subagents.js'
import { bash, grep, read, webFetch } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const REVIEW: AgentTask = {
  type: 'code-reviewer',
  description: 'Review the connection search',
  prompt: 'Review src/connections.ts for wrong arrival days. Ask a specialist about time zones if you must.',
  report:
    'One fault: arrivals after midnight keep the day of departure (line 3). The specialist confirms that 22 of 61 trains cross midnight.',
}

const COUNT: AgentTask = {
  type: 'Explore',
  description: 'Count trains over midnight',
  prompt: 'Count the trains in data/timetable.csv that arrive on another day than they leave.',
  report: '22 of 61.',
}

const FARES: AgentTask = {
  type: 'general-purpose',
  description: 'Look up bicycle rules',
  prompt: 'Which night trains in our timetable take bicycles? Use the operator’s page.',
  report: 'All but the 463 to Graz, says the operator’s page.',
}

export function agentsFolder(place: Place): Files {
  const session = openSession(place, '2.1')
  const asked =
    'Two things at once: have the connection search reviewed, and find out which night trains take bicycles.'
  aiTitle(session, 'Review of the connection search, and bicycles')
  prompt(session, asked)
  openingAttachments(session)
  const reviewer = runAgent(session, 'I send a reviewer first.', REVIEW, review)
  const bicycles = runAgent(session, 'And someone for the bicycles.', FARES, agent => {
    work(agent, '', webFetch('https://trains.example/bicycles', 'Which trains take bicycles?', 'All except NJ 463.'))
    return undefined
  })
  const last = done(
    session,
    'The review found one fault: arrivals after midnight are shown on the day of departure (22 of 61 trains). Bicycles travel on all but the 463 to Graz.',
  )
  lastPrompt(session, asked, last.rows.at(-1) ?? null)
  return sessionFiles(session, [...reviewer.files, ...bicycles.files])
}

function review(agent: Writer) {
  const { cwd } = agent.place
  const source = 'export const arrival = (train: Train): Stamp => ({\n  time: train.arrives,\n  day: train.day,\n})\n'
  work(agent, 'The file and its callers.', read(`${cwd}/src/connections.ts`, source), grep('arrival\\(', cwd, []))
  const nested = runAgent(agent, 'How many trains does it touch? Another agent can count.', COUNT, counter => {
    const command = "awk -F, '$3 != $5' data/timetable.csv | wc -l"
    work(counter, '', bash(command, 'Count trains that change the day', '22\n'))
    return undefined
  })
  return nested.files
}
