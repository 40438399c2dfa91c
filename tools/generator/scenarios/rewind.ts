// A rewind: two real branches from one answer, and a checkpoint that says which one is meant.
import { openingAttachments } from '../attachment-rows.js'
import { aiTitle, lastPrompt } from '../bookkeeping-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { bash, read, write } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

export function rewind(place: Place): Files {
  const session = openSession(place, '2.1')
  const { cwd } = place
  aiTitle(session, 'Where should forecasts be stored?')
  prompt(session, 'We need to keep three days of forecasts. What do we have to store things?')
  openingAttachments(session)
  work(
    session,
    '',
    read(`${cwd}/package.json`, '{\n  "name": "weather-station",\n  "dependencies": { "pg": "8.11.0" }\n}\n'),
  )
  done(session, 'A Postgres client, used for the readings. Forecasts could go to a table there, or into plain files.')
  const crossroads = session.tip
  const tokens = { ...session.growth }
  const table = 'Then a table, with the day as its key.'
  prompt(session, table)
  const sql = 'create table forecast (\n  day date primary key,\n  body jsonb not null\n);\n'
  work(session, '', write(`${cwd}/migrations/007-forecast.sql`, sql))
  work(session, '', bash('npm run migrate', 'Apply the migration', 'migrated: 007-forecast\n', 4))
  const kept = done(session, 'The table is there. Three days are kept by one `delete` in the insert, no job needed.')
  lastPrompt(session, table, kept.rows.at(-1) ?? null)
  // Rewound: the conversation goes on from the crossroads, and so does the count of tokens.
  Object.assign(session.growth, tokens)
  const plainFiles = 'Wait. Would plain files not be enough? One JSON file a day.'
  prompt(session, plainFiles, { parent: crossroads })
  const path = "export const pathFor = (day: string) => 'forecasts/' + day + '.json'\n"
  work(session, 'They would.', write(`${cwd}/src/forecast-files.ts`, path))
  const other = done(
    session,
    'One file a day under `forecasts/`. Old ones have to be deleted by a job that somebody must watch.',
  )
  lastPrompt(session, plainFiles, other.rows.at(-1) ?? null)
  // And back again: nothing is typed, but the checkpoint names the table.
  lastPrompt(session, table, kept.rows.at(-1) ?? null)
  return sessionFiles(session)
}
