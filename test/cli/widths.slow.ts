// No line is wider than the terminal.

import { beforeAll, expect, test } from 'vitest'
import { unpainted } from '../../src/present/paint.js'
import { width } from '../../src/present/width.js'
import { hasTerminal, type Outcome, onTerminal, rethreadMany, sampleHome, samplesIn } from './rethread.js'

const COMMANDS = ['show', 'show --depth all --agents', 'stats', 'turns --all', 'tools', 'tools --files'].map(words =>
  words.split(' '),
)

let home: string
beforeAll(() => {
  home = sampleHome()
})

function tooWide({ stdout }: Outcome, columns: number): readonly string[] {
  return stdout.split(/\r?\n/).filter(line => width(unpainted(line)) > columns)
}

test.each([80, 160])('%d columns: every sample in every command', async columns => {
  const calls = [
    ...samplesIn(home).flatMap(({ id }) => COMMANDS.map(words => [...words, id])),
    ...[[], ['ls'], ['ls', '--all', '--limit', '0'], ['stats', '--all'], ['ls', '--project', '/nowhere']],
  ]
  const outcomes = await rethreadMany(
    calls.map(args => ({ args, columns })),
    { home },
  )
  const wide = outcomes.flatMap(outcome => tooWide(outcome, columns).map(line => `${outcome.args.join(' ')}: ${line}`))
  expect(wide).toEqual([])
})

test('at 80 columns a prompt and a call have room to be told from others', async () => {
  const calls = ['turns', 'tools'].flatMap(command =>
    samplesIn(home).map(({ id }) => ({ args: [command, id, ...(command === 'turns' ? ['--all'] : [])], columns: 80 })),
  )
  for (const { args, stdout } of await rethreadMany(calls, { home })) {
    const header = stdout.split('\n')[0]!
    const cut = stdout.split('\n').find(line => /\S…(\s|$)/.test(line.slice(30)))
    if (cut === undefined) continue
    const from = header.search(/prompt|input/)
    const column = cut.slice(from).replace(/…\s[\s\S]*$/, '…')
    expect(column.length, `${args}: ${cut}`).toBeGreaterThanOrEqual(34)
  }
})

test.skipIf(!hasTerminal)('the width of a real terminal (needs script of util-linux)', async () => {
  for (const columns of [80, 132]) {
    const outcome = await onTerminal('rethread ls --no-pager; rethread show 10a6 --no-pager', { home, columns })
    expect(tooWide(outcome, columns)).toEqual([])
    expect(Math.max(...outcome.stdout.split('\r\n').map(line => width(unpainted(line))))).toBe(columns)
  }
})
