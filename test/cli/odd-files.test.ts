// Files as disks and crashes leave them: every command answers, none crashes, none waits for ever.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runs } from '../runs.js'
import { ask, projectIn, rethreadMany, temporary } from './rethread.js'

const good = (n: number, text: string): string =>
  `${JSON.stringify({ type: 'user', uuid: `u${n}`, parentUuid: n ? `u${n - 1}` : null, cwd: '/p', message: { role: 'user', content: text } })}\n`
const random = Uint8Array.from({ length: 100_000 }, (_, n) => (n * 7919 + (n >> 3) * 104_729) & 0xff)

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  'bom-only': '\ufeff',
  'bom-first': `\ufeff${good(0, 'behind a mark')}`,
  'line-breaks': '\n\n\r\n\n',
  binary: random,
  nul: new Uint8Array(50_000),
  text: 'This is no JSON.\nNor is this.\n',
  'not-objects': '1\n"two"\n[3]\nnull\ntrue\n',
  'cut-at-the-end': good(0, 'whole') + good(1, 'cut off').slice(0, 40),
  glued: good(0, 'one').trimEnd() + good(1, 'two'),
  'huge-ascii': good(0, 'x'.repeat(runs(200_000, 5_000_000))),
  'huge-words': good(0, 'word '.repeat(runs(10_000, 100_000))),
  'huge-unicode': good(0, 'é'.repeat(runs(10_000, 150_000))),
  'huge-controls': good(0, '\u001b\t'.repeat(runs(2_000, 20_000))),
  deep: `{"type":"user","message":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`,
  'wrong-types':
    '{"type":5,"uuid":{},"message":[],"timestamp":"never"}\n{"type":"user","message":{"content":{"a":1}}}\n{"type":"assistant","message":{"content":[null,5,"x",{"type":"tool_use"}],"usage":"much"}}\n{"type":"summary"}\n{"type":"custom-title","customTitle":7}\n',
  'a-circle':
    '{"type":"user","uuid":"a","parentUuid":"b","message":{"content":"x"}}\n{"type":"user","uuid":"b","parentUuid":"a","message":{"content":"y"}}\n',
}
const COMMANDS = ['show', 'show --depth all', 'stats', 'turns --all', 'tools', 'tools --files'].map(words =>
  words.split(' '),
)

let home: string
beforeAll(() => {
  home = temporary()
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(projectIn(home), `${name}.jsonl`), content)
})

// The small ones in one child; a large one may take its time.
const names = Object.keys(FILES)
const isAlone = (name: string): boolean => name.startsWith('huge') && runs(0, 1) === 1
const groups = [names.filter(name => !isAlone(name)), ...names.filter(isAlone).map(name => [name])]

test.concurrent.each(groups.map(group => [group]))('%s', async group => {
  const calls = group.flatMap(name =>
    COMMANDS.flatMap(words =>
      [
        [...words, name],
        [...words, name, '--json'],
      ].map(args => ({ args })),
    ),
  )
  for (const { args, code, stdout, stderr } of await rethreadMany(calls, { home })) {
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
    if (args.includes('--json')) JSON.parse(stdout)
  }
})

test('all of them together: ls, stats --all, the overview', async () => {
  const folder = projectIn(home)
  mkdirSync(join(folder, 'folder.jsonl'))
  symlinkSync('/etc/passwd', join(folder, 'outside.jsonl'))
  const outcomes = await rethreadMany(
    [['ls', '--all'], [], ['stats', '--all'], ['stats', '--all', '--json']].map(args => ({ args, columns: 300 })),
    { home },
  )
  expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(outcomes.map(() => ({ code: 0, stderr: '' })))
  expect(outcomes[0]!.stdout).toMatch(/folder\.jsonl: a folder, not a regular file/)
  expect(outcomes[0]!.stdout).not.toContain('root:')
})

test('damage is told with its place', async () => {
  const { stdout } = await ask(['stats', 'cut-at-the-end', '--json'], { home })
  const { damaged, findings, turns } = JSON.parse(stdout)
  expect({ damaged, turns }).toEqual({ damaged: 1, turns: 1 })
  expect(findings).toEqual([expect.objectContaining({ line: 2 })])
})
