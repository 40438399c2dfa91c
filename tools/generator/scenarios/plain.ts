// A short, ordinary session of a current client: read, edit, test, done.
import { openingAttachments } from '../attachment-rows.js'
import { aiTitle, fileHistorySnapshot, lastPrompt, permissionMode } from '../bookkeeping-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { bash, edit, read } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const FORMULAS = `export interface Reading {
  readonly celsius: number
  readonly humidity: number
}

/** Heat index after Steadman, for warm days only. */
export function heatIndex({ celsius, humidity }: Reading): number {
  return celsius + 0.33 * ((humidity / 100) * 6.105 * Math.exp((17.27 * celsius) / (237.7 + celsius))) - 4
}
`

const DEW_POINT = `

/** Dew point after Magnus; good to a third of a degree between -45 and 60 °C. */
export function dewPoint({ celsius, humidity }: Reading): number {
  const gamma = Math.log(humidity / 100) + (17.62 * celsius) / (243.12 + celsius)
  return (243.12 * gamma) / (17.62 - gamma)
}
`

export function plain(place: Place): Files {
  const session = openSession(place, '2.1')
  const file = `${place.cwd}/src/formulas.ts`
  const asked = 'Add the dew point to the station page. The formula goes next to the heat index, please with a test.'
  permissionMode(session, 'default')
  aiTitle(session, 'Dew point on the station page')
  const start = prompt(session, asked)
  fileHistorySnapshot(session, start)
  openingAttachments(session)
  work(session, 'I will look at how the heat index is written first.', read(file, FORMULAS))
  const end = '- 4\n}\n'
  work(
    session,
    'Same shape for the dew point, after Magnus.',
    edit(file, FORMULAS, end, `- 4\n}\n${DEW_POINT.trim()}\n`),
  )
  const test = `import { dewPoint } from './formulas.js'\n\ntest('saturated air', () => {\n  expect(dewPoint({ celsius: 12, humidity: 100 })).toBeCloseTo(12)\n})\n`
  work(session, '', {
    name: 'Write',
    input: { file_path: `${place.cwd}/src/formulas.test.ts`, content: test },
    content: `File created successfully at: ${place.cwd}/src/formulas.test.ts`,
    toolUseResult: {
      type: 'create',
      filePath: `${place.cwd}/src/formulas.test.ts`,
      content: test,
      structuredPatch: [],
      originalFile: null,
    },
  })
  work(session, 'Now the tests.', bash('npm test', 'Run the tests', '✓ saturated air\n\n 14 passed (14)\n', 3))
  done(
    session,
    'The dew point is in `src/formulas.ts`, tested with saturated air (dew point = temperature). 14 tests pass.',
  )
  prompt(session, 'And show it under the humidity, one decimal.')
  const page = '<dl>\n  <dt>Humidity</dt>\n  <dd>{reading.humidity} %</dd>\n</dl>\n'
  work(session, '', read(`${place.cwd}/src/station-page.tsx`, page))
  const shown = '  <dt>Dew point</dt>\n  <dd>{dewPoint(reading).toFixed(1)} °C</dd>\n</dl>'
  work(session, '', edit(`${place.cwd}/src/station-page.tsx`, page, '</dl>', shown))
  const last = done(session, 'Done: the page shows “Dew point 7.3 °C” under the humidity.')
  lastPrompt(session, 'And show it under the humidity, one decimal.', last.rows.at(-1) ?? null)
  return sessionFiles(session)
}
