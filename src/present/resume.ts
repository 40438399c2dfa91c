// How a session is continued, as words and as a line for the shell.

import type { ResumePlan } from '../actions/resume.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count } from './units.js'
import { wrap } from './width.js'

export function* presentResume(plan: ResumePlan, { paint, width }: Screen): Generator<string> {
  for (const reason of plan.reasons) yield* wrap(visibleLine(reason), width).map(paint.red)
  const lost = plan.findings.filter(one => one.severity === 'loses').length
  if (lost > 0)
    yield* wrap(`${count(lost, 'finding')} that cost something: rethread check ${plan.session}`, width).map(
      paint.yellow,
    )
  yield shellLine(plan)
}

/** To be pasted into a shell: quoted where a name has anything but plain characters. */
function shellLine({ directory, command, environment }: ResumePlan): string {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`)
  return `cd ${quoted(directory)} && ${[...settings, ...command.map(quoted)].join(' ')}`
}

/** What is shown must be what runs, so a name with control characters is quoted the way that spells them out. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  if (visibleLine(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`
  const bytes = [...new TextEncoder().encode(word)]
  return `$'${bytes.map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`
}
