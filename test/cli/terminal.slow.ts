// Text of a transcript reaches a terminal only as symbols, whatever it holds and wherever it stands; nothing but our
// own colours is left for the terminal to act on.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { EVIL, EVIL_NAME, putHostileSession } from './hostile-session.js'
import { hasTerminal, onTerminal, onTerminalMany, rethreadMany, temporary } from './rethread.js'

/** What a terminal acts on, or does not show. Line ends are ours. */
const ACTED_ON = /(?!\n)\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u
const OUR_COLOURS = /\u001b\[(?:[12347]|2[2347]|3[1-6]|39|90)m/g

let home: string
let path: string
beforeAll(() => {
  home = temporary()
  path = putHostileSession(join(home, '.claude'))
  // Names that cannot be listed as sessions end up in findings.
  mkdirSync(join(home, '.claude', 'projects', `-${EVIL_NAME}`, `${EVIL_NAME}folder.jsonl`))
})

const CALLS = [
  '',
  'ls',
  'ls --all --limit 0',
  ...['prompts', 'answers', 'narration', 'tools', 'all'].flatMap(depth => [
    `show --depth ${depth}`,
    `show --depth ${depth} --agents`,
  ]),
  'stats',
  'stats --all',
  'turns --all',
  'tools',
  'tools --files',
  'show --leaf nobody',
  'show --follow --leaf nobody',
]

describe('on a pipe', () => {
  test('every command', async () => {
    const calls = [...CALLS.map(call => call.split(' ').filter(word => word !== '')), ['tools', path], ['stats', path]]
    const outcomes = await rethreadMany(
      calls.map((args, at) => ({ args, columns: at % 2 === 0 ? 80 : 160 })),
      { home },
    )
    for (const { args, stdout, stderr, code } of outcomes) {
      const printed = stdout + stderr
      expect({ args, code, printed }).toEqual({
        args,
        code: args.includes('nobody') ? 2 : 0,
        printed: expect.anything(),
      })
      expect(printed.match(ACTED_ON), args.join(' ')).toBeNull()
    }
    const all = outcomes.map(one => one.stdout).join('')
    for (const shown of ['␛[2J', '\\u{9b}2J', '␛]52;c;', '\\u{202e}', '␀', '␡']) expect(all).toContain(shown)
  })

  test('errors', async () => {
    const bad = `${EVIL.replaceAll('\0', '')}`
    const calls = [
      ['show', bad],
      ['show', `${bad}.jsonl`],
      [bad],
      ['ls', `--${bad}`],
      ['ls', '--limit', bad],
      ['ls', bad],
      ['show', '--depth', bad],
      ['show', '--turn', bad],
      ['show', path, '--leaf', bad],
      ['help', bad],
      ['completions', bad],
      ['ls', '--config-dir', bad],
      ['show', join(home, '.claude', 'projects', `-${EVIL_NAME}`, `${EVIL_NAME}folder.jsonl`)],
    ]
    const outcomes = await rethreadMany(
      calls.map(args => ({ args })),
      { home },
    )
    for (const { args, code, stdout, stderr } of outcomes) {
      expect(code, args.join(' ')).toBeGreaterThanOrEqual(2)
      expect(stdout).toBe('')
      expect(stderr.replaceAll('\t', ' ').match(ACTED_ON), stderr).toBeNull()
    }
  })

  test('--json is exact', async () => {
    const [first, second] = await rethreadMany([{ args: ['stats', '--json'] }, { args: ['tools', '--json'] }], { home })
    const stats = JSON.parse(first!.stdout)
    expect(stats.session).toMatchObject({ id: EVIL_NAME, title: EVIL, cwd: `/${EVIL}`, gitBranch: EVIL, slug: EVIL })
    expect(Object.keys(stats.session.models)).toEqual([EVIL])
    expect(Object.keys(stats.unknown.types)).toContain(EVIL)
    const tools = JSON.parse(second!.stdout)
    expect(tools.calls[0]).toMatchObject({ name: EVIL, input: { [EVIL]: EVIL, command: EVIL } })
  })
})

describe.skipIf(!hasTerminal)('on a terminal (needs script of util-linux)', () => {
  test('every command, in colours', async () => {
    const calls = CALLS.map(call => [...call.split(' ').filter(word => word !== ''), '--no-pager'])
    const stdout = await onTerminalMany(calls, { home })
    expect(stdout).toMatch(OUR_COLOURS)
    const left = stdout.replaceAll('\r\n', '\n').replace(OUR_COLOURS, '')
    expect(left.match(ACTED_ON)).toBeNull()
    expect(left).toContain('␛[31;5m')
    expect(left.match(/^== /gm)).toHaveLength(CALLS.length)
  })

  test('standard input without a file to read from, and a reference that is none', async () => {
    const bad = EVIL.replaceAll('\0', '')
    const { stdout } = await onTerminal('rethread show "$BAD"; rethread stats "$BAD.jsonl"', {
      home,
      env: { BAD: bad },
    })
    expect(stdout).toContain('no session matches')
    expect(stdout.replaceAll('\r\n', '\n').match(ACTED_ON)).toBeNull()
  })

  test('progress on stderr: a line that is written over, and gone at the end', async () => {
    const large = join(home, 'large.jsonl')
    writeFileSync(large, `{"type":"user","x":"${'y'.repeat(1978)}"}\n`.repeat(28_000))
    const { stdout } = await onTerminal('rethread turns large.jsonl > /dev/null', { home })
    expect(stdout).toMatch(/^(\r\u001b\[Kreading [\d.]+ [kM]B of 56 MB)+\r\u001b\[K$/)
  })
})
