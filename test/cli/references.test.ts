// Which session a call means: design.md, "Session references and places".

import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../runs.js'
import { ask, type CallOptions, rethread, rethreadMany, SAMPLES, sampleHome, temporary } from './rethread.js'

const DEW = '91a14000-293a-44b5-86c1-3c4d5e6f7019'
const DEW_TITLE = 'Dew point on the station page'
const LABELS = '1a7e1abe-3f4e-4d5c-a6b7-c8d9e0f1a205'

let home: string
let dewPath: string
beforeAll(() => {
  home = sampleHome()
  dewPath = join(home, '.claude', 'projects', '-home-ada-weather-station', `${DEW}.jsonl`)
})

/** The id of the session that a reference leads to. */
async function found(
  reference: string | undefined,
  options: CallOptions & { readonly flags?: readonly string[] } = {},
) {
  const args = ['stats', ...(reference === undefined ? [] : [reference]), '--json', ...(options.flags ?? [])]
  const { code, stdout, stderr } = await ask(args, { home, ...options })
  expect({ reference, code, stderr }).toEqual({ reference, code: 0, stderr: '' })
  return JSON.parse(stdout).session.id as string
}

async function refused(reference: string, options: CallOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await ask(['turns', '--', reference], { home, ...options })
  expect({ reference, code, stdout }).toEqual({ reference, code: 2, stdout: '' })
  return stderr
}

describe('a path', () => {
  test.concurrent('absolute, and relative to the current directory', async () => {
    expect(await found(dewPath)).toBe(DEW)
    expect(await found(relative(home, dewPath), { cwd: home })).toBe(DEW)
    expect(await found(`./${DEW}.jsonl`, { cwd: join(dewPath, '..') })).toBe(DEW)
  })

  test.concurrent('outside any config dir, with a name that is no id: its own folder is its project', async () => {
    const folder = temporary()
    const path = join(folder, 'my copy.jsonl')
    copyFileSync(dewPath, path)
    const { code, stdout } = await ask(['stats', path, '--json'], { home: folder })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).session).toMatchObject({ id: 'my copy', path, title: DEW_TITLE })
  })

  test.concurrent('through a link', async () => {
    const link = join(temporary(), 'link.jsonl')
    symlinkSync(dewPath, link)
    expect(await found(link)).toBe('link')
  })
})

describe('an id', () => {
  test('whole, in other letters, and its beginning', async () => {
    const references = [DEW, DEW.toUpperCase(), DEW.slice(0, 8), '91a1', '91A1', DEW.slice(0, 20)]
    const outcomes = await rethreadMany(
      references.map(id => ({ args: ['stats', id, '--json'] })),
      { home },
    )
    expect(outcomes.map(({ stdout }) => JSON.parse(stdout).session.id)).toEqual(references.map(() => DEW))
  })

  test.concurrent('a beginning shorter than four characters is none', async () => {
    const message = await refused('91a')
    expect(message).toContain('no session matches "91a"')
    expect(message).toContain(DEW.slice(0, 8))
  })

  test('the beginning of several: exit 2 with the candidates, and no others', async () => {
    const own = sampleHome()
    const twin = '91a14000-0000-4000-8000-000000000000'
    copyFileSync(dewPath, join(own, '.claude', 'projects', '-home-ada-weather-station', `${twin}.jsonl`))
    const message = await refused('91a14000', { home: own })
    const ids = message.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)
    expect(message).toContain('"91a14000" matches 2 sessions')
    expect(ids?.toSorted()).toEqual([twin, DEW].toSorted())
    expect(await found(DEW, { home: own })).toBe(DEW)
  })

  test.concurrent('of nobody: exit 2 with candidates', async () => {
    expect((await refused('ffffffff')).split('\n').length).toBeGreaterThan(5)
  })
})

describe('a title', () => {
  test.concurrent.each([
    ['exact', DEW_TITLE, DEW],
    ['in other letters', DEW_TITLE.toUpperCase(), DEW],
    ['from a file of its own', 'Latin names on seed labels', LABELS],
  ])('%s', async (_, title, id) => {
    expect(await found(title)).toBe(id)
  })

  test.concurrent.each([
    ['a part that only one has', 'Dew point', DEW],
    ['a part in other letters', 'sTATION pag', DEW],
  ])('%s', async (_, part, id) => {
    expect(await found(part)).toBe(id)
  })

  test.concurrent('a part that several have: exit 2, with title, project and age of each', async () => {
    const lines = (await refused('station')).split('\n')
    expect(lines[0]).toMatch(/^rethread: "station" matches \d sessions$/)
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines.slice(1, -1)) expect(line).toMatch(/^ {2}[0-9a-f]{8} {2}.* ago|\d{4} {2}\S+ {2}.*station/i)
  })

  test.concurrent('two letters are no part of a title, nor is a path', async () => {
    for (const word of ['De', '..', './', '...']) expect(await refused(word)).toContain('no session matches')
  })

  test('of two sessions: exit 2 with both', async () => {
    const own = sampleHome()
    const twin = '00000000-0000-4000-8000-000000000001'
    copyFileSync(dewPath, join(own, '.claude', 'projects', '-home-ada-weather-station', `${twin}.jsonl`))
    const message = await refused(DEW_TITLE, { home: own })
    expect(message).toContain(DEW.slice(0, 8))
    expect(message).toContain(twin.slice(0, 8))
  })
})

describe('latest, and no reference at all', () => {
  test('in the directory of a project it is that project’s, elsewhere the newest of all', async () => {
    const own = temporary()
    const here = join(own, 'here')
    mkdirSync(join(here, 'below'), { recursive: true })
    const put = (name: string, folder: string, cwd: string, at: number) => {
      const path = join(own, '.claude', 'projects', folder, `${name}.jsonl`)
      mkdirSync(join(path, '..'), { recursive: true })
      const row = { type: 'user', uuid: 'u', parentUuid: null, cwd, message: { role: 'user', content: 'hello' } }
      writeFileSync(path, `${JSON.stringify(row)}\n`)
      utimesSync(path, at, at)
    }
    put('older', here.replace(/[^a-zA-Z0-9]/g, '-'), here, 1000)
    put('newer', here.replace(/[^a-zA-Z0-9]/g, '-'), here, 2000)
    put('newest', '-elsewhere', '/elsewhere', 3000)
    for (const reference of ['latest', undefined]) {
      expect(await found(reference, { home: own, cwd: here })).toBe('newer')
      expect(await found(reference, { home: own, cwd: own })).toBe('newest')
    }
  })

  test.concurrent('where there is none: exit 2', async () => {
    const empty = temporary()
    expect(await refused('latest', { home: empty })).toBe(
      `rethread: no sessions found. Looked in ${empty}/.claude and ${empty}/.config/claude\n`,
    )
  })
})

describe('- is standard input', () => {
  const commands = [['show'], ['stats'], ['turns'], ['tools'], ['tools', '--files']]
  test.concurrent.each(commands)('%s %s', async (...words) => {
    const { code, stderr, stdout } = await ask([...words, '-'], { home, stdin: readFileSync(dewPath) })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toBe('')
  })

  test.concurrent('a real pipe says the same', async () => {
    const stdin = readFileSync(dewPath)
    expect(await rethread(['turns', '-'], { home, stdin })).toEqual(await ask(['turns', '-'], { home, stdin }))
  })

  test.concurrent.each([['stats'], ['show']])('empty: %s', async (...words) => {
    const { code, stderr } = await (words[0] === 'show' ? rethread : ask)([...words, '-'], { home })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test.concurrent('cannot be followed', async () => {
    const { code, stderr } = await ask(['show', '--follow', '-'], { home })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^rethread: cannot follow standard input\n$/)
  })
})

describe('config dirs', () => {
  test('several, by flag and by variable; the flag wins; both usual places', async () => {
    const own = temporary()
    const dir = (name: string, project: string) => {
      mkdirSync(join(own, name), { recursive: true })
      cpSync(join(SAMPLES, 'projects', project), join(own, name, 'projects', project), { recursive: true })
      return join(own, name)
    }
    const a = dir('a', '-home-ada-tide-table')
    const b = dir('b', '-home-ada-weather-station')
    const total = async (flags: readonly string[], env: Record<string, string> = {}) => {
      const { stdout } = await ask(['ls', '--all', '--json', ...flags], { home: own, env })
      const { configDirs, total } = JSON.parse(stdout)
      return { dirs: configDirs.map((path: string) => relative(own, path)), total }
    }
    expect(await total(['--config-dir', `${a},${b}`])).toEqual({ dirs: ['a', 'b'], total: 12 })
    expect(await total(['--config-dir', `${a}, ${a}/../a ,`])).toEqual({ dirs: ['a'], total: 4 })
    expect(await total([`--config-dir=${b}`], { CLAUDE_CONFIG_DIR: a })).toEqual({ dirs: ['b'], total: 8 })
    expect(await total([], { CLAUDE_CONFIG_DIR: `${a},${b}` })).toEqual({ dirs: ['a', 'b'], total: 12 })
    expect(await total(['--config-dir', '~/a,~/b'])).toEqual({ dirs: ['a', 'b'], total: 12 })
    expect(await total([])).toEqual({ dirs: [], total: 0 })
    renameSync(a, join(own, '.claude'))
    mkdirSync(join(own, '.config'))
    renameSync(b, join(own, '.config', 'claude'))
    expect(await total([])).toEqual({ dirs: ['.claude', '.config/claude'], total: 12 })
  })

  test.concurrent('a variable that names no folder: exit 2', async () => {
    const { code, stderr } = await ask(['ls'], { home, env: { CLAUDE_CONFIG_DIR: '/nonexistent' } })
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'rethread: CLAUDE_CONFIG_DIR: /nonexistent is not a folder\n' })
  })
})

describe('hostile references: unknown, escaped, short', () => {
  const dots = ['../', '..%2f', '%2e%2e/', '%252e%252e%252f', '..\\', '\u2025/', '\uff0e\uff0e/', '....//', '..;/']
  const tails = ['etc/passwd', `etc/passwd.jsonl`, `.claude/projects/-home-ada-weather-station/${DEW}`]
  const table = [
    ...dots.flatMap((dot, at) =>
      tails.filter((_, n) => n === at % 3 || runs(0, 1) === 1).map(tail => dot.repeat(3) + tail),
    ),
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    '\\\\host\\share\\a.jsonl',
    'file:///etc/passwd',
    '',
    ' ',
    '.',
    '..',
    '~',
    '*',
    '$(id)',
    '`id`',
    '__proto__',
    'constructor',
    'a'.repeat(10_000),
    `${'a'.repeat(300)}.jsonl`,
    `${'a/'.repeat(3000)}b.jsonl`,
    '\u001b]0;owned\u0007\u009b2J\u202e.jsonl',
    '\u001b[2J\r\b\u007f\u2066\u200b\ufeff',
    'line\nbreak',
  ]
  test('every one of them', async () => {
    const outcomes = await rethreadMany(
      table.map(reference => ({ args: ['turns', '--', reference] })),
      { home },
    )
    expect(outcomes.filter(({ code, stdout }) => code !== 2 || stdout !== '')).toEqual([])
    const messages = outcomes.map(({ stderr }) => stderr)
    for (const message of messages) {
      expect(message).toMatch(/^rethread: no session matches "/)
      expect(message).not.toMatch(/[\0-\t\v-\u001f\u007f-\u009f]|\p{Cf}/u)
      expect(message.split('\n')[0]!.length).toBeLessThan(700)
      expect(message).not.toContain('root:')
    }
  })
})
