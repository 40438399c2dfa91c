// docs/exit-codes.md, run against the built program (I19).

import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, rethread, sampleHome, start } from '../cli/rethread.js'

const home = sampleHome()
mkdirSync(join(home, 'folder.jsonl'))
mkdirSync(join(home, 'empty'))

/** One of each code is a process of its own. */
const STARTED: readonly string[] = ['turns -', 'ls --project nowhere', 'shwo', 'stats folder.jsonl']

test.each([
  [0, ''],
  [0, '--config-dir empty'],
  [0, 'ls'],
  [0, 'show 91a1'],
  [0, 'stats dead0015'],
  [0, 'turns -'],
  [0, 'tools -'],
  [0, 'tools 4e81 --files'],
  [0, 'context 91a1'],
  [0, 'compactions 91a1'],
  [0, 'diff 91a1 91a1 --leaf 1'],
  [0, 'explain 91a1 messages.0'],
  [1, 'context 5eed1ab0'],
  [1, 'diff 4e81 --leaf 2'],
  [1, 'resume 91a1'],
  [1, 'explain 91a1 moonshine'],
  [0, 'rm 91a1 --dry-run'],
  [0, 'redact 91a1 --dry-run'],
  [0, 'check 91a1 --secrets'],
  [0, 'move 91a1 --to elsewhere --dry-run'],
  [0, 'trim 10a6 --suggest'],
  [0, 'cut 10a6 --turns 1 --dry-run'],
  [0, 'archive --all --dry-run'],
  [0, 'archive --status'],
  [0, 'archive verify'],
  [0, 'archive prune --dry-run'],
  [1, 'restore --deleted'],
  [2, 'restore'],
  [2, 'restore nothing-of-the-sort'],
  [2, 'archive --all 91a1'],
  [2, 'archive --max-size lots'],
  [2, 'archive --hook'],
  [0, 'receipts'],
  [0, 'receipts 91a1'],
  [1, 'ls --config-dir empty'],
  [1, 'ls --project nowhere'],
  [1, 'stats --all --config-dir empty'],
  [1, 'tools 91a1 --name Nothing'],
  [1, 'tools 91a1 --turn 99'],
  [1, 'show 91a1 --turn 99'],
  [1, 'tools 91a1 --failed'],
  [1, 'undo'],
  [1, 'compress 5eed1ab0 --keep-last 1 --dry-run'],
  [2, 'shwo'],
  [2, 'show --dpth all'],
  [2, 'show --depth'],
  [2, 'show --depth deep'],
  [2, 'show 91a1 91a1'],
  [2, 'show 91a1 --follow --json'],
  [2, 'diff 91a1'],
  [2, 'context 91a1 --client newest'],
  [2, 'context 91a1 --client 0.2.1'],
  [2, 'explain 91a1'],
  [2, 'show nothing-like-it'],
  [2, 'show 91a1 --leaf nowhere'],
  [2, 'ls --config-dir nowhere'],
  [2, 'rm'],
  [1, 'trim 10a6 --budget 1k --dry-run'],
  [1, 'cut 10a6 --turns 1..12 --dry-run'],
  [2, 'trim 10a6'],
  [2, 'trim 10a6 --budget much'],
  [2, 'cut 10a6'],
  [2, 'cut 10a6 --turns 99'],
  [2, 'cut 10a6 --messages nothing'],
  [2, 'move 91a1'],
  [2, 'redact 91a1 --rules nowhere.json'],
  [2, 'move /nowhere --to elsewhere'],
  [2, 'rm nothing-like-it'],
  [2, 'undo 5c0ffee1'],
  [2, 'compress 91a1'],
  [2, 'compactions 91a1 --diff 1'],
  [2, 'compress 91a1 --bands 50-10:10%'],
  [3, 'stats folder.jsonl'],
])('%i: rethread %s', async (code, words) => {
  const answer = STARTED.includes(words) ? rethread : ask
  const { code: status, stdout, stderr } = await answer(words.split(' ').filter(Boolean), { home })
  expect([status, stderr]).toEqual([code, code < 2 ? '' : expect.stringMatching(/^rethread: /)])
  if (code >= 2) expect(stdout).toBe('')
  if (code === 2) expect(stderr).not.toMatch(/\n {4}at /)
})

test('a closed pipe is 0, without a word', async () => {
  const child = start(['show', '10a6', '--depth', 'all', '--json'], { home })
  child.stdout!.destroy()
  const said: Buffer[] = []
  child.stderr!.on('data', chunk => said.push(chunk))
  const [code] = await once(child, 'close')
  expect([code, Buffer.concat(said).toString()]).toEqual([0, ''])
})

test.skipIf(process.platform === 'win32')('130: following ends with Ctrl-C', async () => {
  const child = start(['show', '91a1', '--follow'], { home })
  await once(child.stdout!, 'data')
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(code).toBe(130)
})
