// Thinking in its three forms: signed words, empty with a signature, redacted.
import { aiTitle, customTitle, lastPrompt } from '../bookkeeping-rows.js'
import { redactedThinking, text, thinking } from '../content-blocks.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { bash, edit, read } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const CLOCK = `export function harbourTime(utc: Date): string {
  const local = new Date(utc.getTime() + 60 * 60 * 1000)
  return local.toISOString().slice(11, 16)
}
`

export function thinkingForms(place: Place): Files {
  const session = openSession(place, '2.1', 'claude-sonnet-4-5-20250929')
  const { random } = session
  const file = `${place.cwd}/src/harbour-time.ts`
  aiTitle(session, 'High water is an hour late since Sunday')
  prompt(session, 'Since Sunday every high water is printed an hour late. It was right all winter.')
  const guess =
    'Right all winter, wrong since Sunday: the clocks changed on the last Sunday of March. So somewhere an offset of one hour is fixed. ' +
    'But late by an hour, not early … if summer time were ignored the printed time would be an hour early. Unless it is added twice.'
  work(session, [thinking(random, guess), text('That smells of summer time. Let me see the clock.')], read(file, CLOCK))
  const zone = bash('cat Dockerfile | grep TZ', 'Time zone of the container', 'ENV TZ=Europe/Lisbon\n')
  work(session, [thinking(random, ''), text('One hour is added by hand; does the container add another?')], zone)
  const fixed = `export function harbourTime(utc: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Paris' }).format(utc)
}
`
  work(session, [redactedThinking(random)], edit(file, CLOCK, CLOCK, fixed))
  done(session, [
    thinking(random, 'Say it in one sentence, and name the day it would have happened again: 25 October.'),
    text(
      'The hour was added by hand and again by the container. Now the zone is named once, in `harbourTime`; it would have bitten again on 25 October.',
    ),
  ])
  prompt(session, 'Lovely. Remind me what Sunday that was?')
  const last = done(session, [thinking(random, ''), text('29 March 2026.')])
  customTitle(session, 'summer-time-bug')
  lastPrompt(session, 'Lovely. Remind me what Sunday that was?', last.rows.at(-1) ?? null)
  return sessionFiles(session)
}
