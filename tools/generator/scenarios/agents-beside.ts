// Client 2.0: an agent writes `agent-<8 hex>.jsonl` beside the session.
import { fileHistorySnapshot, summaryTitle } from '../bookkeeping-rows.js'
import { type Files, projectDir, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { runAgent } from '../subagents.js'
import { bash, edit, grep, read } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const LABEL = 'def label(seed):\n    return seed["name"] + " " + seed["sown"]\n'

export function agentsBeside(place: Place): Files {
  const session = openSession(place, '2.0')
  const { cwd } = place
  const start = prompt(
    session,
    'The labels should carry the Latin names. Find out where labels are made, then change them.',
  )
  fileHistorySnapshot(session, start)
  const task = {
    type: 'Explore',
    description: 'Find label code',
    prompt: 'Find every place in this repository that makes the text of a seed label. Name file and function.',
    report: 'One place: `label(seed)` in `library/labels.py`. The printer and the web page both call it.',
  }
  const explorer = runAgent(session, "I'll send an explorer.", task, agent => {
    work(agent, 'Searching.', grep('label\\(', cwd, [`${cwd}/library/labels.py`, `${cwd}/library/printer.py`]))
    work(agent, '', read(`${cwd}/library/labels.py`, LABEL))
    return undefined
  })
  const line = '    return seed["name"] + " " + seed["sown"]'
  const better = "    return f\"{seed['name']} ({seed['latin']}), sow in {seed['sown']}\""
  work(session, 'One function, then.', edit(`${cwd}/library/labels.py`, LABEL, line, better))
  work(session, '', bash('python -m pytest -q', 'Run the tests', '.........\n9 passed in 0.31s\n', 2))
  done(session, 'Labels now read “Kale (Brassica oleracea), sow in May”. 9 tests pass.')
  prompt(session, 'What about seeds without a Latin name?')
  const last = done(
    session,
    'They would fail with a KeyError: three rows have none. I would print the family instead. Shall I?',
  )
  const titles = { ...session, lines: [] as string[] }
  summaryTitle(titles, 'Latin names on seed labels', last.rows.at(-1) ?? '')
  // The client keeps a title in an otherwise empty file of its own.
  const titleFile = `${projectDir(place)}/5eed1ab0-1a7e-4b1e-9c0d-0f1e2d3c4b5a.jsonl`
  return sessionFiles(session, [...explorer.files, [titleFile, `${titles.lines.join('\n')}\n`]])
}
