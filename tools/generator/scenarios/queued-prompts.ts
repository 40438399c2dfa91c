// Prompts typed while the model works: one reached it, one was taken back, one got lost, one became its own turn.
import { openingAttachments, queuedCommand } from '../attachment-rows.js'
import { aiTitle, lastPrompt, queueOperation } from '../bookkeeping-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { bash, edit, read } from '../tool-calls.js'
import { ask, done, reply, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const ROW = "train.time + ' ' + train.to"
const BOARD = `export const rows = (trains: readonly Train[]): string[] =>
  trains.map(train => ${ROW})
`

export function queuedPrompts(place: Place): Files {
  const session = openSession(place, '2.1')
  const file = `${place.cwd}/src/departure-board.ts`
  aiTitle(session, 'Departure board for the night trains')
  prompt(session, 'Make the departure board show the platform.')
  openingAttachments(session)
  work(session, '', read(file, BOARD))
  const change = ask(session, 'A third column, then.', [
    edit(file, BOARD, ROW, "train.time + ' ' + train.platform + ' ' + train.to"),
  ])
  const sent = 'and sort it by departure, not by name'
  queueOperation(session, 'enqueue', sent)
  for (const made of change.calls) reply(session, made)
  queueOperation(session, 'remove')
  queuedCommand(session, sent)
  work(session, 'Sorted by departure as well.', bash('npm test', 'Run the tests', '31 passed\n', 5))
  queueOperation(session, 'enqueue', 'never mind the platform')
  queueOperation(session, 'popAll', 'never mind the platform')
  done(session, 'The board shows the platform and is sorted by departure.')
  const own = 'Now the same for arrivals.'
  queueOperation(session, 'enqueue', own)
  queueOperation(session, 'dequeue')
  prompt(session, own)
  work(session, '', bash('grep -n arrivals src/*.ts', 'Where arrivals are made', 'src/arrivals-board.ts:4\n'))
  const last = done(session, 'Arrivals are built by the same function, so they have the platform too.')
  lastPrompt(session, own, last.rows.at(-1) ?? null)
  // The window was closed before this one was taken up: it is nowhere else.
  queueOperation(session, 'enqueue', 'then please a dark theme, the hall is dim at night')
  return sessionFiles(session)
}
