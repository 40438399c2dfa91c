// Requests that fail: retries that work in the end, and one that is given up (client 2.1.45).
import { apiErrorMessage } from '../assistant-rows.js'
import { fileHistorySnapshot } from '../bookkeeping-rows.js'
import { hookProgress } from '../progress-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { apiErrorRetry } from '../system-rows.js'
import { bash, edit, read } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const RETRY = 'export const fetchTimetable = () => fetch(URL).then(answer => answer.json())\n'

export function apiErrors(place: Place): Files {
  const session = openSession(place, '2.1-early')
  const file = `${place.cwd}/src/fetch-timetable.ts`
  fileHistorySnapshot(session, prompt(session, 'The timetable download fails about once a night. Make it try again.'))
  hookProgress(session, 'UserPromptSubmit', 'main', session.promptId)
  for (const attempt of [1, 2, 3]) apiErrorRetry(session, 529, 'overloaded_error', attempt)
  work(session, 'I will see how it is fetched now.', read(file, RETRY))
  const patient = 'export const fetchTimetable = () => withRetries(3, () => fetch(URL).then(answer => answer.json()))'
  work(session, '', edit(file, RETRY, RETRY.trim(), patient))
  const reports = ['waiting 1 s\n', 'waiting 2 s\n']
  work(session, 'A dry run against a server that fails twice.', {
    ...bash('npm run flaky', 'Try it against a flaky server', 'waiting 1 s\nwaiting 2 s\nok\n', 4),
    reports,
  })
  done(
    session,
    'It tries three times now, waiting one, two and four seconds. (Fitting: our own request needed four tries just now.)',
  )
  prompt(session, 'Good. Log each failed try as well.')
  for (const attempt of [1, 2]) apiErrorRetry(session, 500, 'api_error', attempt)
  apiErrorMessage(
    session,
    'API Error: 500 {"type":"error","error":{"type":"api_error","message":"Internal server error"},"request_id":null}',
  )
  prompt(session, 'Again, please: log each failed try.')
  const was = `${patient}\n`
  work(session, '', edit(file, was, 'withRetries(3, ', 'withRetries(3, logFailure, '))
  done(session, 'Each failed try is logged with its time and status.')
  return sessionFiles(session)
}
