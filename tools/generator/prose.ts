// Text by the yard for random sessions: prompts, answers, and source code full of quotes, tabs and line ends.
import type { Random } from './random.js'

const WORDS =
  'tide harbour gauge moon water level hour table harmonic spring neap reading station wind rain dew point chart axis label seed packet shelf train platform night timetable arrival'.split(
    ' ',
  )
const VERBS = ['check', 'move', 'rename', 'test', 'explain', 'sort', 'print', 'compare', 'plot', 'round']
const CODE = [
  'export const NAME = (reading: Reading): number => reading["NAME"] ?? 0',
  '  if (NAME.length === 0) throw new Error("no NAME for \'OTHER\'")',
  '\treturn NAME.map(OTHER => OTHER + `: "NAME"\\n`)',
  'const path = "C:\\\\data\\\\NAME.csv" // é, °, ✓',
  '/** NAME by OTHER; see https://harbour.example/NAME?x=1&y=2 */',
  'const pattern = /^\\s*"NAME"\\s*:\\s*(\\d+)$/u',
  '}',
  '',
  'expect(NAME({ OTHER: 1.5 })).toEqual({ "ok": true })',
  'console.log("\\u001b[31mNAME\\u001b[0m", OTHER)',
]

export const words = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.pick(WORDS)).join(' ')

export const request = (random: Random, number: number): string =>
  `(${number}) Please ${random.pick(VERBS)} the ${words(random, random.int(2, 9))}.`

function code(random: Random, lines: number): string {
  const text: string[] = []
  for (let index = 0; index < lines; index += 1) {
    const line = random.pick(CODE).replaceAll('NAME', random.pick(WORDS)).replaceAll('OTHER', random.pick(WORDS))
    text.push(line)
  }
  return `${text.join('\n')}\n`
}

/** Some pieces of code to take from, so that large sessions are made fast. */
export function codePool(random: Random, lines: number): readonly string[] {
  return Array.from({ length: 32 }, () => code(random, Math.max(2, random.int(Math.floor(lines / 6), lines * 2))))
}
