import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptAnswer } from './kept-answers.js'
import type { Resume, Resumed } from './resume.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rethread-tests-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const ASKED: Resume = { version: '2.1.325', session: Buffer.from('{}\n'), sideFiles: { 'a/b': Buffer.from('c') } }
const refused = (reason: string): Resumed => ({ kind: 'refused', reason })

test('a client is asked once for the same, and again for anything else', async () => {
  const others: readonly Resume[] = [
    ASKED,
    { ...ASKED, version: '2.0.42' },
    { ...ASKED, session: Buffer.from('{} \n') },
    { ...ASKED, sideFiles: { 'a/b': Buffer.from('d') } },
    { ...ASKED, sideFiles: {} },
    { ...ASKED, sessionId: 'x' },
    { ...ASKED, prompt: 'x' },
    { ...ASKED, args: ['x'] },
    { ...ASKED, args: ['', 'x'] },
  ]
  for (const [at, one] of others.entries())
    expect(await keptAnswer(one, async () => refused(`${at}`), folder)).toEqual(refused(`${at}`))
  for (const [at, one] of others.entries())
    expect(await keptAnswer(one, async () => refused('asked again'), folder)).toEqual(refused(`${at}`))
})

test('nothing is kept of a client that hangs, of a home that was made for it, and without a folder', async () => {
  const home = { root: '/', config: '/', project: '/', remove() {} } as unknown as NonNullable<Resume['home']>
  await keptAnswer(ASKED, async () => refused('hangs'), folder)
  await keptAnswer({ ...ASKED, home }, async () => refused('no'), folder)
  await keptAnswer(ASKED, async () => refused('no'))
  expect(readdirSync(folder)).toEqual([])
})
