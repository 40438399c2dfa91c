// 0 done; 1 the answer is negative; 2 the call was wrong; 3 input or output failed; 130 interrupted. A closed pipe is 0.

import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  bash,
  type Outcome,
  outcomeOf,
  projectIn,
  rethread,
  rethreadMany,
  sampleHome,
  samplesIn,
  start,
  temporary,
} from './rethread.js'

/** Root may start a program as somebody else, but only one that lies where others may read. */
const canAskAsAnother =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['-e', '0'], { uid: 65534 }).status === 0

const READERS = ['show', 'stats', 'turns', 'tools'] as const
const STACK = /^\s+at |node:internal|file:\/\//m

let home: string
beforeAll(() => {
  home = sampleHome()
})

type Row = readonly [args: readonly string[], says?: RegExp]

function check(
  expected: number,
  says: RegExp | undefined,
  { args, code, stdout, stderr }: Outcome & { args?: readonly string[] },
) {
  expect({ args, code, stderr }).toMatchObject({ args, code: expected })
  expect(stderr).not.toMatch(STACK)
  if (expected < 2) return expect(stderr).toBe('')
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^rethread: .+\n$/s)
  if (says) expect(stderr).toMatch(says)
}

/** All rows in one child; each is a test. */
function table(name: string, expected: number, rows: () => readonly Row[]): void {
  describe(name, () => {
    let outcomes: readonly Outcome[] = []
    const all = rows()
    beforeAll(async () => {
      outcomes = await rethreadMany(
        all.map(([args]) => ({ args })),
        { home },
      )
    })
    test.each(all.map(([args, says], index) => ({ args, says, index })))('$args', ({ says, index }) => {
      check(expected, says, outcomes[index]!)
    })
  })
}

table('0: done', 0, () => [
  [[]],
  [['ls']],
  [['show', '91a1']],
  [['show', '91a1', '--turn', '2']],
  [['stats', '91a1']],
  [['stats', '--all']],
  [['turns', '91a1']],
  [['tools', '91a1']],
  [['tools', '91a1', '--files']],
  [['completions', 'bash']],
  [['help']],
  [['--version']],
  [['--no-color', 'ls', '--no-pager']],
])

const empty = temporary()

table('1: the answer is negative', 1, () => [
  [['ls', '--project', '/nowhere']],
  [['ls', '--config-dir', empty]],
  [['stats', '--all', '--config-dir', empty]],
  [['tools', '91a1', '--name', 'Telescope']],
  [['tools', '91a1', '--turn', '99']],
  [['show', '91a1', '--turn', '99']],
  [['show', '91a1', '--turn', '99', '--json']],
])

table('2: the call was wrong', 2, () => [
  [['frobnicate'], /unknown command "frobnicate"/],
  [['ls', '--frobnicate'], /unknown flag "--frobnicate"/],
  [['ls', '-x'], /unknown flag "-x"/],
  [['ls', '--limit', 'many'], /--limit must be a whole number, not "many"/],
  [['ls', '--limit', '-1'], /--limit must be a whole number, not "-1"/],
  [['ls', '--limit'], /--limit requires a value/],
  [['ls', '--all=yes'], /--all does not take a value/],
  [['show', '91a1', '--depth', 'deep'], /--depth must be one of prompts, answers, narration, tools, all/],
  [['show', '91a1', '--turn', '5..3'], /--turn must be a number or a range such as 3\.\.5, not "5\.\.3"/],
  [['show', '91a1', '--turn', 'x'], /--turn must be a number or a range/],
  [['tools', '91a1', '--turn', '1.5'], /--turn must be a number or a range/],
  [['show', '91a1', '--leaf', 'nobody'], /no branch or entry matches "nobody"/],
  [['show', '91a1', '--follow', '--json'], /--follow/],
  [['show', '91a1', '--follow', '--turn', 'x'], /--turn must be a number or a range/],
  [['show', '91a1', '--follow', '--leaf', 'nobody'], /no branch or entry matches "nobody"/],
  [['show', 'ffff'], /no session matches "ffff"/],
  [['ls', 'extra'], /unexpected argument "extra". Usage: rethread ls/],
  [['turns', 'a', 'b'], /unexpected argument "b". Usage: rethread turns \[session\]/],
  [['completions'], /missing argument. Usage: rethread completions <shell>/],
  [['completions', 'tcsh'], /bash, zsh, fish/],
  [['help', 'frobnicate'], /unknown command "frobnicate"/],
  [['ls', '--config-dir', '/nonexistent/dir'], /\/nonexistent\/dir is not a folder/],
  [['ls', '--config-dir', ' , '], /does not name a folder/],
  [['stats', '91a1', '--all'], /--all cannot be used with a session \("91a1"\)/],
])

test.each([
  [0, ['ls']],
  [1, ['ls', '--project', '/nowhere']],
  [2, ['frobnicate']],
])('the process itself ends with %d', async (code, args) => {
  check(code, undefined, await rethread(args, { home }))
})

describe('3: input or output failed', () => {
  test.concurrent('a folder, a FIFO, a device, a link in a circle by the name of a session', async () => {
    const folder = temporary()
    mkdirSync(join(folder, 'folder.jsonl'))
    execFileSync('mkfifo', [join(folder, 'fifo.jsonl')])
    symlinkSync('/dev/zero', join(folder, 'device.jsonl'))
    symlinkSync('loop.jsonl', join(folder, 'loop.jsonl'))
    const cases = [
      ['folder', /a folder, not a regular file/],
      ['fifo', /a FIFO, not a regular file/],
      ['device', /a device, not a regular file/],
      ['loop', /symbolic link loop/],
    ] as const
    const calls = cases.flatMap(([name, says]) =>
      READERS.map(command => ({ args: [command, join(folder, `${name}.jsonl`)], says })),
    )
    const outcomes = await rethreadMany(calls, { home })
    for (const [index, { says }] of calls.entries()) check(3, says, outcomes[index]!)
    check(3, /a FIFO/, await rethread(['show', '--follow', join(folder, 'fifo.jsonl')], { home }))
  })

  test.skipIf(!canAskAsAnother)('a file that may not be read (asked as another user)', async () => {
    const folder = temporary()
    const path = join(folder, 'secret.jsonl')
    writeFileSync(path, '{}\n')
    chmodSync(path, 0)
    for (const command of ['show', 'stats']) {
      const { code, stdout, stderr } = await rethread([command, path], { home: folder, uid: 65534 })
      expect({ code, stdout, stderr }).toEqual({
        code: 3,
        stdout: '',
        stderr: `rethread: ${path}: permission denied\n`,
      })
    }
  })

  test.skipIf(!canAskAsAnother)('one file that may not be read does not hide the others', async () => {
    const own = sampleHome()
    const folder = join(own, '.claude', 'projects', '-home-ada-tide-table')
    chmodSync(join(folder, '7419c1c6-8d9e-4fa0-b1c2-d3e4f5a6b710.jsonl'), 0)
    const { code, stdout, stderr } = await rethread(['stats', '--all', '--json'], { home: own, uid: 65534 })
    expect(code).toBe(3)
    expect(stderr).toMatch(/^rethread: .*7419c1c6.*: permission denied\n$/)
    expect(JSON.parse(stdout).sessions).toHaveLength(20)
  })

  test.skipIf(!existsSync('/dev/full')).concurrent.each(['show 91a1', 'stats --all --json', '--version'])(
    'a full disk: %s',
    async words => {
      const { code, stderr } = await bash(`rethread ${words} > /dev/full`, { home })
      expect(stderr).toMatch(/^rethread: .*ENOSPC.*\n$/)
      expect(code).toBe(3)
    },
  )
})

describe('130: interrupted', () => {
  test.concurrent('while following', async () => {
    const child = start(['show', '91a1', '--follow'], { home })
    const outcome = outcomeOf(child)
    await once(child.stdout!, 'data')
    child.kill('SIGINT')
    expect(await outcome).toMatchObject({ code: 130, stderr: '' })
  })

  test.concurrent.each(['stats', 'show'])('while reading a long file: %s', async command => {
    expect(await interrupted([command, longFile()])).toEqual(INTERRUPTED)
  })

  test.concurrent.each(['check --all', 'stats --all', 'ls -n 0', 'stats --all --json', 'check --all --drift'])(
    'while many short files are read, which together take long: %s',
    async words => {
      expect(await interrupted(words.split(' '), manySessions())).toEqual(INTERRUPTED)
    },
  )

  test.concurrent('a plan that nothing is written for does not wait to be taken back', async () => {
    expect(await interrupted(['strip', longFile(), '--tools', '--dry-run'])).toEqual(INTERRUPTED)
  })

  test.concurrent('a second one ends what hangs since the first', async () => {
    const hangs = "process.exit = () => { process.stderr.write('hangs'); for (;;); };"
    const child = listening(['stats', '-'], home, hangs)
    const closed = once(child, 'close')
    await once(child.stderr!, 'data')
    child.kill('SIGINT')
    await once(child.stderr!, 'data')
    child.kill('SIGINT')
    expect(await closed).toEqual([null, 'SIGINT']) // a shell calls this 130
  })

  test.concurrent('while waiting for standard input', async () => {
    expect(await interrupted(['stats', '-'])).toEqual(INTERRUPTED)
  })
})

const INTERRUPTED = { code: 130, stdout: '', stderr: expect.stringMatching(/^(ready)+$/) }

/** Interrupts the program once it listens; before that an interrupt ends node itself. */
async function interrupted(args: readonly string[], where = home): Promise<Outcome> {
  const child = listening(args, where)
  const outcome = outcomeOf(child)
  await once(child.stderr!, 'data')
  await sleep(50)
  child.kill('SIGINT')
  return outcome
}

/** Says `ready` when it listens. */
function listening(args: readonly string[], where: string, before = '') {
  const onListener = "process.on('newListener', name => name === 'SIGINT' && process.stderr.write('ready'))"
  const script = `data:text/javascript,${encodeURIComponent(before + onListener)}`
  return start(args, { home: where, node: ['--import', script] })
}

let many: string | undefined

/** More sessions than can be read in the time after which it is interrupted. */
function manySessions(): string {
  if (many) return many
  many = temporary()
  const folder = projectIn(many)
  const [first, ...others] = Array.from({ length: 3000 }, (_, number) =>
    join(folder, `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`),
  )
  copyFileSync(samplesIn(home).find(one => one.id.startsWith('91a1'))!.path, first!)
  for (const path of others) linkSync(first!, path)
  return many
}

let long: string | undefined

/** 500 MB of which a few are data: the rest is a hole. */
function longFile(): string {
  if (long) return long
  long = join(temporary(), 'long.jsonl')
  const row = `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'x'.repeat(2000) } })}\n`
  appendFileSync(long, row.repeat(5000))
  execFileSync('truncate', ['-s', '500M', long])
  return long
}

describe('a closed pipe is 0, and silent', () => {
  test.concurrent.each(['show --depth all', 'turns', 'stats'])('%s | head -n 1', async words => {
    const path = wordyFile()
    const line = `set -o pipefail; rethread ${words} ${path} | head -n 1`
    const { code, stdout, stderr } = await bash(line, { home })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n')).toHaveLength(2)
  })

  test('a pipe that is closed before anything is written', async () => {
    expect(await bash('set -o pipefail; rethread ls | true', { home })).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('standard output that is closed', async () => {
    const { stderr } = await bash('rethread ls >&-', { home })
    expect(stderr).not.toMatch(STACK)
  })
})

let wordy: string | undefined

/** Prompts and calls enough to fill a pipe many times. */
function wordyFile(): string {
  if (wordy) return wordy
  wordy = join(temporary(), 'wordy.jsonl')
  const fd = openSync(wordy, 'w')
  const rows = Array.from({ length: 900 }, (_, n) => {
    const parentUuid = n === 0 ? null : `a${n - 1}`
    const call = { type: 'tool_use', id: `t${n}`, name: `Tool${n}`, input: { text: 'word '.repeat(20) } }
    return [
      { type: 'user', uuid: `u${n}`, parentUuid, message: { role: 'user', content: `Prompt ${n} ${'x'.repeat(40)}` } },
      { type: 'assistant', uuid: `a${n}`, parentUuid: `u${n}`, message: { id: `m${n}`, content: [call] } },
    ]
  })
  appendFileSync(
    fd,
    rows
      .flat()
      .map(row => `${JSON.stringify(row)}\n`)
      .join(''),
  )
  return wordy
}
