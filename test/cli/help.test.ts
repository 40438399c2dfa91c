// A wrong call says what was expected and shows the nearest right one; help says the rest.

import { beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS, flagsOf } from '../../src/cli/table.js'
import { VERSION } from '../../src/cli/version.js'
import { type Outcome, rethreadMany, sampleHome } from './rethread.js'

const WRONG: readonly (readonly [args: readonly string[], says: string])[] = [
  [['shwo'], 'Did you mean: rethread show'],
  [['stat'], 'Did you mean: rethread stats'],
  [['Tools'], 'Did you mean: rethread tools'],
  [['lss'], 'Did you mean: rethread ls'],
  [['frobnicate'], COMMANDS.map(({ name }) => name).join(', ')],
  [['ls', '--limt', '3'], 'Did you mean: rethread ls --limit'],
  [['ls', '--josn'], 'Did you mean: rethread ls --json'],
  [['show', '--dept', 'all'], 'Did you mean: rethread show --depth'],
  [['--colour'], 'rethread'],
  [['show', '--depth', 'tool'], 'Did you mean: tools'],
  [['help', 'shwo'], 'Did you mean: rethread help show'],
  [['turns', 'one', 'two'], 'Usage: rethread turns [session]'],
  [['completions'], 'Usage: rethread completions <shell>'],
]
const HELP = [['help'], ['--help'], ['-h'], ['help', '--help']]
const VERSIONS = [['--version'], ['-V'], ['ls', '--version'], ['--no-color', '--version'], ['completions', '-V']]

let outcomes: Map<string, Outcome>
const of = (args: readonly string[]): Outcome => outcomes.get(args.join(' '))!

beforeAll(async () => {
  const each = COMMANDS.flatMap(({ name }) => [
    ['help', name],
    [name, '--help'],
    [name, '-h'],
    ['--help', name],
  ])
  const calls = [
    ...WRONG.map(([args]) => args),
    ...HELP,
    ...VERSIONS,
    ...each,
    ['help', '--json'],
    ['help', 'show', '--json'],
  ]
  const all = await rethreadMany(
    calls.map(args => ({ args })),
    { home: sampleHome() },
  )
  outcomes = new Map(all.map(one => [one.args.join(' '), one]))
})

test.each(WRONG)('%j', (args, says) => {
  const { code, stdout, stderr } = of(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(says)
  expect(stderr.split('\n')).toHaveLength(2)
})

describe('help', () => {
  test.each(HELP)('%s %s: every command with what it does', (...args) => {
    const { code, stdout } = of(args)
    expect(code).toBe(0)
    const unbroken = stdout.replace(/\s+/g, ' ')
    for (const { name, summary } of COMMANDS) {
      expect(stdout).toContain(`\n  ${name}`)
      expect(unbroken).toContain(summary)
    }
    expect(unbroken).toMatch(/0 success; 1 .*; 2 .*; 3 .*; 130 interrupted/)
  })

  test.each(COMMANDS.filter(({ name }) => name !== 'help'))('$name: its flags and examples, however asked', command => {
    const { code, stdout } = of(['help', command.name])
    expect(code).toBe(0)
    for (const { name } of flagsOf(command)) expect(stdout).toContain(`--${name}`)
    for (const [call] of command.examples) expect(stdout).toContain(call)
    for (const args of [
      [command.name, '--help'],
      [command.name, '-h'],
      ['--help', command.name],
    ]) {
      expect(of(args)).toMatchObject({ code: 0, stdout, stderr: '' })
    }
  })

  test('as JSON', () => {
    expect(JSON.parse(of(['help', '--json']).stdout)).toMatchObject({
      version: VERSION,
      commands: COMMANDS.map(({ name }) => ({ name })),
    })
    expect(JSON.parse(of(['help', 'show', '--json']).stdout)).toMatchObject({ name: 'show' })
  })
})

test.each(VERSIONS)('the version: %s %s', (...args) => {
  expect(of(args)).toMatchObject({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
})
