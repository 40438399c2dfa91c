// Parallel calls as current clients write them: each result hangs on its own call, only the last is on the chain.

import { answer } from '../assistant-rows.js'
import { openingAttachments } from '../attachment-rows.js'
import { aiTitle, lastPrompt } from '../bookkeeping-rows.js'
import { text, toolUse } from '../content-blocks.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place, type Writer } from '../session-writer.js'
import { bash, glob, grep, read, readMissing, type ToolCall } from '../tool-calls.js'
import { ask, done, type MadeCall, reply, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const HARMONICS =
  '[\n  { "name": "M2", "period": 12.4206, "amplitude": 2.41 },\n  { "name": "S2", "period": 12.0, "amplitude": 0.83 }\n]\n'
const PREDICT = `import harmonics from './harmonics.json' with { type: 'json' }

export const levelAt = (hours: number): number =>
  harmonics.reduce((level, wave) => level + wave.amplitude * Math.cos((2 * Math.PI * hours) / wave.period), 0)
`

export function parallelTools(place: Place): Files {
  const session = openSession(place, '2.1')
  const { cwd } = place
  aiTitle(session, 'Which tide constituents do we use?')
  const asked = 'Which tidal constituents does the table use, and is there a test for spring tides?'
  prompt(session, asked)
  openingAttachments(session)
  work(
    session,
    'Three looks at once.',
    glob('**/*.json', cwd, [`${cwd}/src/harmonics.json`]),
    grep('spring', `${cwd}/test`, []),
    read(`${cwd}/src/predict.ts`, PREDICT),
  )
  outOfOrder(session)
  slowStream(session)
  const last = done(
    session,
    'Two constituents, M2 and S2. Nothing tests spring tides, and without N2 the table is up to 20 minutes off near the equinox.',
  )
  lastPrompt(session, asked, last.rows.at(-1) ?? null)
  return sessionFiles(session)
}

/** Results in the order in which they finished, not the order of the calls. */
function outOfOrder(session: Writer): void {
  const { cwd } = session.place
  const asked = ask(session, 'The numbers, the missing one, and the history.', [
    bash(
      'git log --oneline -3 -- src/harmonics.json',
      'History of the harmonics',
      '4c1d9e2 Add S2\n9a0f3b7 First table\n',
      2,
    ),
    read(`${cwd}/src/harmonics.json`, HARMONICS),
    readMissing(`${cwd}/src/n2.json`),
  ])
  const [first, second, third] = asked.calls
  for (const made of [second, third, first]) if (made) reply(session, made)
}

/** A slow stream: the first call is answered before the second block of the same message arrives. */
function slowStream(session: Writer): void {
  const calls: readonly ToolCall[] = [
    bash('date -u +%F', 'Today', '2026-03-14\n'),
    bash('node scripts/level.mjs 6', 'Level after six hours', '-2.87\n'),
  ]
  const uses = calls.map(call => toolUse(session.random, call.name, call.input))
  const made = (index: number, row: string): MadeCall => {
    const use = uses[index]
    return { id: use?.type === 'tool_use' ? use.id : '', row, call: calls[index] as ToolCall }
  }
  const blocks = [text('A spot check against the harbour.'), ...uses]
  const told = answer(session, blocks, 'tool_use', {
    between: row => {
      if (row === 1 && session.tip !== null) reply(session, made(0, session.tip))
    },
  })
  reply(session, made(1, told.rows.at(-1) ?? ''))
}
