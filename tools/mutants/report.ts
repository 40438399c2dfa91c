// What came out, in words.

import type { Fate, Outcome, Result } from './run.js'

const LONGEST = 160

export function lineOf({ mutant, fate, by, trouble }: Outcome): string {
  const { id, file, line, kind, original, mutated } = mutant
  const change = `${inOneLine(original)}  ->  ${inOneLine(mutated) || '(nothing)'}`
  const why = by === undefined ? '' : `\n    by ${by}${trouble === undefined ? '' : `: ${inOneLine(trouble)}`}`
  return `${fate} #${id} ${file}:${line} ${kind}: ${change}${why}`
}

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

export const isKilled = ({ fate }: Outcome): boolean => fate !== 'survived' && fate !== 'not reached'

export function summaryOf(name: string, { outcomes, mutants, tests, left }: Result): string {
  const killed = outcomes.filter(isKilled).length
  const count = (fate: Fate): number => outcomes.filter(one => one.fate === fate).length
  const share = outcomes.length === 0 ? 0 : (100 * killed) / outcomes.length
  return (
    `${name}: ${killed} of ${outcomes.length} killed (${share.toFixed(1)} %; ${count('time-out')} by time-out, ` +
    `${count('crash')} by a crash), ${count('survived')} survived, ${count('not reached')} not reached, ` +
    `of ${mutants} mutants, ${tests - left.length} tests`
  )
}
