// What a person sees of lists and help: nothing cut into a pipe, filters and their counts, colours, plain characters.

import { utimesSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/table.js'
import { asciiText } from '../../src/present/ascii.js'
import { layOut } from '../../src/present/columns.js'
import { unpainted } from '../../src/present/paint.js'
import { width } from '../../src/present/width.js'
import { ask, rethreadMany, SAMPLES, sampleHome, samplesIn } from './rethread.js'

let home: string
beforeAll(() => {
  home = sampleHome()
  for (const [index, { path }] of samplesIn(home).entries()) utimesSync(path, 1781000000, 1781000000 + index * 86_400)
})

const lines = async (words: string, env: Readonly<Record<string, string>> = {}) =>
  (await ask(words.split(' '), { home, env })).stdout.trimEnd().split('\n')
const listed = async (words: string) => JSON.parse((await ask([...words.split(' '), '--json'], { home })).stdout)

describe('into a pipe', () => {
  test('no title, prompt or path is cut', async () => {
    for (const words of ['ls -n 0', 'turns 91a1', 'tools c0c0', 'tools 91a1 --files', 'stats --all'])
      expect((await lines(words)).filter(line => line.endsWith('…') || / {2}\S.*… {2}/.test(line))).toEqual([])
    const { sessions } = await listed('ls -n 0')
    const text = (await lines('ls -n 0')).join('\n')
    for (const { title } of sessions) expect(text).toContain(title)
  })

  test('COLUMNS is still obeyed', async () => {
    expect((await lines('ls -n 0', { COLUMNS: '60' })).filter(line => width(line) > 60)).toEqual([])
  })

  test('one long cell moves its own line only', () => {
    const rows = [
      ['a', 'short', '1'],
      ['b', 'x'.repeat(100), '2'],
      ['c', 'short', '3'],
    ]
    const shown = layOut([{}, { flexible: true }, { align: 'right' }], rows, Infinity)
    expect(shown).toEqual([`a  short${' '.repeat(57)}1`, `b  ${'x'.repeat(100)}  2`, `c  short${' '.repeat(57)}3`])
  })
})

test('ls counts the turns of what it lists, where that is asked for, as stats does', async () => {
  const counted = (await listed('ls -n 5 --turns')).sessions as readonly { id: string; turns: number | null }[]
  for (const { id, turns } of counted) expect([id, turns]).toEqual([id, (await listed(`stats ${id}`)).turns])
  expect((await listed('ls -n 5')).sessions.map(({ turns }: { turns: number | null }) => turns)).toEqual(
    Array(5).fill(null),
  )
  expect((await lines('ls -n 1 --turns'))[0]).toMatch(/title +turns +context/)
  expect((await lines('ls -n 1 --turns', { COLUMNS: '100' }))[0]).toMatch(/ \d+ turns? /)
})

test('of a path that is cut the name stays', async () => {
  const shown = await lines('tools 91a1', { COLUMNS: '60' })
  const paths = shown.filter(line => /Read|Edit|Write/.test(line))
  expect(paths.length).toBeGreaterThan(1)
  expect(paths.filter(line => !/…\S*\.\w+( {2}|$)/.test(line) && line.includes('…'))).toEqual([])
})

test('help is no wider than 80 columns, but for calls to be copied', async () => {
  const outcomes = await rethreadMany(
    ['', ...COMMANDS.map(({ name }) => name)].map(name => ({ args: ['help', ...(name ? [name] : [])], columns: 80 })),
    { home },
  )
  const wide = outcomes.flatMap(({ stdout }) => stdout.split('\n')).filter(line => width(line) > 80)
  expect(wide.filter(line => !line.startsWith('  rethread '))).toEqual([])
})

test('calls that are suggested go to the same config dir', async () => {
  const args = [[], ['graph', '4e81'], ['context', '4e81', '--by', 'tool']]
  for (const one of args) {
    const { stdout } = await ask([...one, '--config-dir', SAMPLES], { home })
    const calls = stdout.split('\n').filter(line => line.includes('rethread ') && !line.startsWith('rethread'))
    expect(calls.filter(line => !line.includes(`--config-dir ${SAMPLES}`))).toEqual([])
  }
})

describe('ls', () => {
  test('a project by any part of its path; what fits is counted, not what is there', async () => {
    const all = (await listed('ls -n 0')).sessions as readonly { readonly project: string | null }[]
    const fitting = all.filter(({ project }) => project?.includes('tide'))
    const report = await listed('ls --project TIDE -n 1')
    expect(fitting.length).toBeGreaterThan(1)
    expect(report).toMatchObject({ more: fitting.length - 1, filtered: true, total: samplesIn(home).length })
    expect(report.sessions).toHaveLength(1)
    expect((await listed('ls --project ./tide')).sessions).toEqual([])
  })

  test('since and until: a day counts whole', async () => {
    const all = (await listed('ls -n 0 --all')).sessions as readonly { readonly updatedAt: string }[]
    const day = all[3]!.updatedAt.slice(0, 10)
    const from = (await listed(`ls -n 0 --all --since ${day}`)).sessions
    const to = (await listed(`ls -n 0 --all --until ${day}`)).sessions
    const on = (await listed(`ls -n 0 --all --since ${day} --until ${day}`)).sessions
    expect([from.length, to.length, on.length]).toEqual([4, all.length - 3, 1])
    expect((await ask(['ls', '--since', 'soon'], { home })).code).toBe(2)
    expect((await listed('ls -n 0 --since 1m')).sessions).toEqual([])
  })

  test('by branch, by model, and in another order', async () => {
    const { sessions } = await listed('ls -n 0')
    const { gitBranch, model } = sessions.find(
      (one: { gitBranch: string | null; model: string | null }) => one.gitBranch && one.model,
    )
    for (const { gitBranch: own } of (await listed(`ls -n 0 --branch ${gitBranch.toUpperCase()}`)).sessions)
      expect(own).toContain(gitBranch)
    for (const { model: own } of (await listed(`ls -n 0 --model ${model.slice(3)}`)).sessions)
      expect(own).toContain(model.slice(3))
    const sizes = (await listed('ls -n 0 --sort largest')).sessions.map((one: { bytes: number }) => one.bytes)
    expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a))
    const times = (await listed('ls -n3 --sort oldest')).sessions.map((one: { updatedAt: string }) => one.updatedAt)
    expect(times).toEqual(times.toSorted())
    expect((await listed('ls -n3 --sort fullest')).sessions[0].contextTokens).toBeGreaterThan(0)
  })

  test('the context is what turns says of the last turn', async () => {
    for (const id of ['91a1', 'c0c0', '10a6']) {
      const { turns, window } = await listed(`turns ${id}`)
      const card = (await listed('ls -n 0')).sessions.find((one: { id: string }) => one.id.startsWith(id))
      expect([card.contextTokens, card.contextWindow]).toEqual([turns.at(-1).contextTokens, window])
    }
  })

  test('what a session was made from', async () => {
    const own = sampleHome()
    const made = JSON.parse((await ask(['clone', '91a1', '--json'], { home: own })).stdout)
    const { sessions } = JSON.parse((await ask(['ls', '-n', '0', '--json'], { home: own })).stdout)
    expect(sessions.find((one: { id: string }) => one.id === made.sessionId).madeFrom).toMatch(/^91a1/)
    expect((await ask(['ls'], { home: own, env: { COLUMNS: '140' } })).stdout).toMatch(/^session .* source /)
  })
})

test('tools by name, several, in any case', async () => {
  const names = async (value: string) =>
    new Set((await listed(`tools 91a1 --name ${value}`)).calls.map((call: { name: string }) => call.name))
  expect(await names('edit,READ')).toEqual(new Set(['Edit', 'Read']))
  expect(await names('re*')).toEqual(new Set(['Read']))
})

test('-n3 is -n 3', async () => {
  expect((await listed('ls -n3')).sessions).toHaveLength(3)
  expect((await ask(['ls', '-x3'], { home })).code).toBe(2)
})

test('colours: the flag, then NO_COLOR, then FORCE_COLOR', async () => {
  const isColoured = async (words: string, env = {}) => {
    const text = (await lines(words, env)).join('')
    return text !== unpainted(text)
  }
  expect(await isColoured('ls')).toBe(false)
  expect(await isColoured('ls --color=always')).toBe(true)
  expect(await isColoured('ls --color always', { NO_COLOR: '1' })).toBe(true)
  expect(await isColoured('ls', { FORCE_COLOR: '1' })).toBe(true)
  expect(await isColoured('ls', { FORCE_COLOR: '0' })).toBe(false)
  expect(await isColoured('ls', { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
  expect(await isColoured('ls --color never', { FORCE_COLOR: '1' })).toBe(false)
  expect((await ask(['ls', '--color', 'sometimes'], { home })).code).toBe(2)
})

describe('a locale without UTF-8', () => {
  test.each(['C', 'POSIX', 'de_DE.ISO-8859-1'])('%s: plain characters only', async locale => {
    for (const words of ['graph 4e81', 'show 91a1', 'ls', 'help strip', 'turns nobody']) {
      const { stdout, stderr } = await ask(words.split(' '), { home, env: { LC_ALL: locale } })
      expect(stdout + stderr).not.toMatch(/[^\0-\x7f]/)
    }
  })

  test('LC_ALL comes before LC_CTYPE before LANG', async () => {
    const plain = async (env: Readonly<Record<string, string>>) =>
      !/[^\0-\x7f]/.test((await lines('graph 4e81', env)).join(''))
    expect(await plain({ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' })).toBe(false)
    expect(await plain({ LANG: 'en_US.UTF-8', LC_CTYPE: 'C' })).toBe(true)
    expect(await plain({ LC_ALL: 'C.utf8', LC_CTYPE: 'C', LANG: 'C' })).toBe(false)
    expect(await plain({ LANG: '' })).toBe(false)
  })

  test.each(['Zoë → 東京…', '├─●', '👩‍👩‍👧 é'])('%j keeps its width', text => {
    expect(width(asciiText(text))).toBe(width(text))
    expect(asciiText(text)).not.toMatch(/[^\0-\x7f]/)
  })
})
