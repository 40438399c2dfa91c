// How a session is continued, as words and as a line for the shell.

import type { ResumePlan } from '../actions/resume/index.js'
import { sessionWord, shellWord } from '../format/shell-word.js'
import type { Screen } from './screen.js'
import { suggested } from './suggested.js'
import { visibleLine } from './terminal-text.js'
import { count } from './units.js'
import { wrap } from './width.js'
import { withoutRules } from './without-rules.js'

export function* presentResume(plan: ResumePlan, screen: Screen): Generator<string> {
  const { paint, width } = screen
  for (const reason of plan.reasons) yield* wrap(visibleLine(withoutRules(reason)), width).map(paint.red)
  const lost = plan.findings.filter(one => one.severity === 'loses').length
  if (lost > 0)
    yield* [
      ...wrap(`${count(lost, 'problem')} that ${lost === 1 ? 'loses' : 'lose'} data:`, width).map(paint.yellow),
      `  ${suggested(`rethread check ${sessionWord(plan.session, plan.path)}`, screen)}`,
    ]
  if (plan.command.length > 0) yield shellLine(plan)
}

/** To be pasted into a shell. */
function shellLine({ directory, command, environment }: ResumePlan): string {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${shellWord(value)}`)
  return `cd ${shellWord(directory)} && ${[...settings, ...command.map(shellWord)].join(' ')}`
}
