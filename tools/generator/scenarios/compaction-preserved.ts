// Compaction in a current client: rows before the boundary stay in the context, named by their uuids.
import { openingAttachments } from '../attachment-rows.js'
import { aiTitle, lastPrompt } from '../bookkeeping-rows.js'
import { compact } from '../compaction-rows.js'
import { text, thinking } from '../content-blocks.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { bash, read, write } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { localCommand, prompt } from '../user-rows.js'

const MOON =
  'export const SYNODIC_MONTH = 29.530588\n\nexport const age = (days: number): number => days % SYNODIC_MONTH\n'

export function compactionPreserved(place: Place): Files {
  const session = openSession(place, '2.1')
  const { random } = session
  const { cwd } = place
  aiTitle(session, 'Moon phases in the printed tide table')
  prompt(session, 'The printed table should show the moon, so that one sees why the tides are high.')
  openingAttachments(session)
  work(session, 'We have the age of the moon already.', read(`${cwd}/src/moon.ts`, MOON))
  work(session, '', write(`${cwd}/src/moon-symbol.ts`, "const SYMBOLS = '🌑🌒🌓🌔🌕🌖🌗🌘'\n"))
  done(session, 'There is a symbol for each eighth of the month in `src/moon-symbol.ts`.')
  prompt(session, 'Does the printer know these symbols?')
  const asked = work(
    session,
    [
      thinking(random, 'Emoji on a thermal printer: unlikely. Check the font.'),
      text('I doubt it. Let me ask the font.'),
    ],
    bash("fc-query assets/table.ttf | grep -c '1f315'", 'Is the full moon in the font?', '0\n'),
  )
  const told = done(session, 'No: the font has no moon. Four plain signs (● ◐ ○ ◑) are in it, so I would print those.')
  compact(
    session,
    'manual',
    'Summary:\n1. Lin wants moon phases in the printed tide table.\n2. `src/moon-symbol.ts` maps the age of the moon to a symbol.\n3. The font of the printer lacks the emoji.',
    { uuids: [...asked.answer.rows, ...asked.results, ...told.rows] },
  )
  localCommand(session, 'compact', '', '\u001b[2mCompacted (ctrl+o to see full summary)\u001b[22m')
  const go = 'Go with the four plain signs.'
  prompt(session, go)
  const was = "const SYMBOLS = '🌑🌒🌓🌔🌕🌖🌗🌘'\n"
  work(session, '', write(`${cwd}/src/moon-symbol.ts`, "const SYMBOLS = '●◐○◑'\n", was))
  const last = done(session, 'Printed: ● new, ◐ first quarter, ○ full, ◑ last quarter.')
  lastPrompt(session, go, last.rows.at(-1) ?? null)
  return sessionFiles(session)
}
