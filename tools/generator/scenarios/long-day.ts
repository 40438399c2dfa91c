// A whole day on one page: twelve turns, a change of model in the middle, a context that grows.
import { openingAttachments } from '../attachment-rows.js'
import { aiTitle, fileHistorySnapshot, lastPrompt, permissionMode } from '../bookkeeping-rows.js'
import { text, thinking } from '../content-blocks.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place, type Writer } from '../session-writer.js'
import { bash, bashFailed, edit, glob, grep, read, write } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { localCommand, prompt } from '../user-rows.js'
import { BEAUFORT, HELP, PICTURE, ROSE, windLog } from './long-day-files.js'

export function longDay(place: Place): Files {
  const morning = openSession(place, '2.1')
  permissionMode(morning, 'acceptEdits')
  aiTitle(morning, 'A wind page for the station')
  const first = 'Let us build the wind page today. What do we have?'
  fileHistorySnapshot(morning, prompt(morning, first))
  openingAttachments(morning)
  windRose(morning)
  picture(morning)
  localCommand(morning, 'model', 'sonnet', 'Set model to \u001b[1msonnet (claude-sonnet-4-5-20250929)\u001b[22m')
  // The same file, written on by another model: what the first one had cached is new to it.
  const { cached, fresh } = morning.growth
  Object.assign(morning.growth, { cached: 0, fresh: cached + fresh })
  const afternoon: Writer = { ...morning, model: 'claude-sonnet-4-5-20250929' }
  gustsAndKnots(afternoon)
  const last = wrapUp(afternoon)
  aiTitle(afternoon, 'A wind page for the station')
  lastPrompt(afternoon, 'What is left for tomorrow?', last)
  return sessionFiles(afternoon)
}

function windRose(session: Writer): void {
  const { random } = session
  const { cwd } = session.place
  const rose = `${cwd}/src/wind-rose.ts`
  work(session, 'Data first, then code.', glob('**/*wind*', cwd, [`${cwd}/data/wind.csv`, `${cwd}/src/beaufort.ts`]))
  work(session, '', read(`${cwd}/data/wind.csv`, windLog(90)), read(`${cwd}/src/beaufort.ts`, BEAUFORT))
  done(session, 'A log with direction, speed and gusts for every ten minutes, and the Beaufort scale. No page yet.')

  session.clock.pass(1900)
  prompt(session, 'Start with a wind rose: sixteen directions, how often the wind came from each.')
  const plan = 'Sixteen sectors of 22.5 degrees. North is the trap: it spans 348.75 to 11.25, across zero.'
  work(session, [thinking(random, plan), text('A pure function first.')], write(rose, ROSE.replace(' + 0.5', '')))
  const failure = 'FAIL wind-rose: 355 degrees counts as north\n  expected "N", received "NNW"'
  work(session, '', bashFailed('npm test -- wind-rose', 'Test the wind rose', 1, failure))
  work(
    session,
    'It must round, not cut.',
    edit(rose, ROSE.replace(' + 0.5', ''), 'degrees / 22.5', 'degrees / 22.5 + 0.5'),
  )
  work(session, '', bash('npm test -- wind-rose', 'Test again', '✓ 355 degrees counts as north\n✓ all sectors\n', 2))
  done(session, 'The rose counts sixteen directions; north is tested on both sides of zero.')

  session.clock.pass(300)
  prompt(session, 'Why did the first test fail?')
  done(
    session,
    '355° divided by 22.5 is 15.8. Cut off, that is sector 15 (NNW); rounded it is 16, which wraps to north.',
  )

  session.clock.pass(1900)
  prompt(session, 'Calm hours have no direction. Leave them out, but say how many there were.')
  const calm = 'log.filter(row => row.speed >= 0.3)'
  work(session, '', edit(rose, ROSE, 'for (const row of log)', `for (const row of ${calm})`))
  work(session, '', bash('npm test', 'Run the tests', ' 17 passed (17)\n', 4))
  done(session, 'Below 0.3 m/s counts as calm. In the log that is 11 % of the time, and the rose says so underneath.')
}

function picture(session: Writer): void {
  const { random } = session
  const { cwd } = session.place
  session.clock.pass(1900)
  prompt(session, 'Now draw it. SVG, no library.')
  const plan = 'Sixteen wedges, radius by the share. Area would be truer than radius: take the square root.'
  work(
    session,
    [thinking(random, plan), text('Wedges by area, so that a strong share does not look doubled.')],
    write(`${cwd}/src/rose-svg.ts`, PICTURE),
  )
  work(
    session,
    '',
    bash('node scripts/render.mjs > out/rose.svg && wc -c out/rose.svg', 'Render it', '4211 out/rose.svg\n'),
  )
  done(session, 'The picture has 4 KB. West-south-west stands out, as it should on this coast.')

  session.clock.pass(1900)
  prompt(session, 'On the phone the labels are tiny.')
  work(session, '', edit(`${cwd}/src/rose-svg.ts`, PICTURE, 'font-size="3"', 'font-size="5"'))
  done(session, 'Five units instead of three, and below 400 pixels only N, E, S and W are written.')
}

function gustsAndKnots(session: Writer): void {
  const { cwd } = session.place
  session.clock.pass(1900)
  prompt(session, 'Add the highest gust of the day, with its time.')
  work(session, '', read(`${cwd}/src/wind-rose.ts`, ROSE))
  const gust =
    'export const highestGust = (log: readonly Row[]): Row | undefined =>\n  log.toSorted((a, b) => b.gust - a.gust)[0]\n'
  work(session, '', write(`${cwd}/src/gusts.ts`, gust))
  work(session, '', bash('npm test', 'Run the tests', ' 19 passed (19)\n', 4))
  done(session, 'Yesterday: 21.4 m/s at 16:20.')

  session.clock.pass(1900)
  prompt(session, 'My father wants knots.')
  work(session, '', grep('m/s', `${cwd}/src`, [`${cwd}/src/gusts.ts`, `${cwd}/src/rose-svg.ts`]))
  const units = "export const UNITS = { 'm/s': 1, kn: 1.943844, 'km/h': 3.6 } as const\n"
  work(session, 'One table of units.', write(`${cwd}/src/units.ts`, units))
  done(session, 'There is a switch now: m/s, knots, km/h. 21.4 m/s are 41.6 knots; he will like that.')

  session.clock.pass(1900)
  prompt(session, 'Write a help text for people who do not know a wind rose.')
  work(session, '', write(`${cwd}/docs/wind.md`, HELP))
  done(session, 'Half a page in `docs/wind.md`, with one example.')

  session.clock.pass(1900)
  prompt(session, 'Is it fast enough for a whole year?')
  const times = 'rows 52560\nparse 41 ms\nrose 9 ms\nsvg 1 ms\n'
  work(
    session,
    'Let me measure instead of guessing.',
    bash('node scripts/bench.mjs --days 365', 'Measure a year', times, 6),
  )
  done(session, '51 ms for a year, most of it reading the file. Fast enough.')
}

function wrapUp(session: Writer): string | null {
  session.clock.pass(1900)
  prompt(session, 'Good. Commit it, in two commits.')
  const commands = 'git commit -m "Count the wind by direction" && git commit -m "Draw the wind rose"'
  work(
    session,
    '',
    bash(commands, 'Two commits', '[wind 3f0a9c1] Count the wind by direction\n[wind 77e2b54] Draw the wind rose\n'),
  )
  done(session, 'Two commits on `wind`: the counting with its tests, then the picture.')
  prompt(session, 'What is left for tomorrow?')
  const last = done(
    session,
    '1. The sensor reports 0° for “no data”; that now counts as north.\n2. The page has no link to the help yet.\n3. Your father’s knots should be remembered.',
  )
  return last.rows.at(-1) ?? null
}
