// Whatever command shows a session, it is called the same.

import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ls } from '../../src/actions/list/ls.js'
import { inMemory, openSession } from '../../src/actions/session/open-session.js'
import { sessionTitle } from '../../src/actions/session/session-title.js'
import { promptTitle } from '../../src/conversation/prompt-title.js'

const SAMPLES = resolve(import.meta.dirname, '../../samples')

async function titlesIn(configDir: string): Promise<readonly (readonly [string | null, string | null])[]> {
  const { sessions } = await ls({ env: {}, home: configDir, cwd: configDir, configDir }, { limit: 1000, all: true })
  const titles: (readonly [string | null, string | null])[] = []
  for (const { id, path, title } of sessions) {
    const open = await openSession({ kind: 'file', id, path, configDir })
    titles.push([title, sessionTitle(open) ?? null])
    open.close()
  }
  return titles
}

test('an opened session has the title that ls shows', async () => {
  const titles = await titlesIn(SAMPLES)
  expect(titles.length).toBeGreaterThan(15)
  expect(titles.filter(([listed, opened]) => listed !== opened)).toEqual([])
})

const user = (content: string, more: object = {}) =>
  `${JSON.stringify({ type: 'user', uuid: `u${content.length}`, cwd: '/p', message: { role: 'user', content }, ...more })}\n`

/** The same by `ls`, opened, and through standard input. */
async function titleOf(...lines: readonly string[]): Promise<string | null> {
  const config = mkdtempSync(join(tmpdir(), 'rethread-title-'))
  mkdirSync(join(config, 'projects', '-p'), { recursive: true })
  const path = join(config, 'projects', '-p', '00000000-0000-4000-8000-000000000001.jsonl')
  writeFileSync(path, '')
  for (const line of lines) appendFileSync(path, line)
  const [titles] = await titlesIn(config)
  expect(titles![1]).toBe(titles![0])
  expect(sessionTitle(inMemory(Buffer.from(lines.join('')))) ?? null).toBe(titles![0])
  expect(readdirSync(config)).toEqual(['projects'])
  return titles![0]
}

test('a title that stands only in the middle of a long file is seen by none', async () => {
  const long = user('x'.repeat(600_000))
  const name = `${JSON.stringify({ type: 'custom-title', customTitle: 'In the middle' })}\n`
  expect(await titleOf(user('First'), long, name, long)).toBe('First')
})

test('a summary that belongs to another session is no title', async () => {
  const summary = (leafUuid: string) => `${JSON.stringify({ type: 'summary', summary: `Of ${leafUuid}`, leafUuid })}\n`
  expect(await titleOf(summary('elsewhere'), user('Mine'))).toBe('Mine')
  expect(await titleOf(summary('u4'), user('Mine'))).toBe('Of u4')
})

test('a session that was never prompted is called after its command, rather than after /clear', async () => {
  const command = (name: string, args = '') =>
    user(`<command-name>${name}</command-name>\n<command-args>${args}</command-args>`)
  expect(await titleOf(command('/clear'), command('/review', '12'), command('/model'))).toBe('/review 12')
  expect(await titleOf(command('/clear'))).toBe('/clear')
  expect(await titleOf(command('/review'), user('and then this'))).toBe('and then this')
})

test.each([
  ['Implement the following plan:\n\n# Plan: A tide table\n\n## Context\n', 'Plan: A tide table'],
  ['Implement the following plan:\n\nNo heading, but words.\nMore', 'No heading, but words.'],
  ['Implement the following plan:\n', 'Implement the following plan:'],
  ['# Fix the chart\nIt is flat', 'Fix the chart'],
  ['\n\n  Second line first', 'Second line first'],
  ['<ide_opened_file>a.ts is open</ide_opened_file>\nWhat is this?', 'What is this?'],
  ['#5 is broken', '#5 is broken'],
  ['', undefined],
])('%j is called %j', (prompt, title) => expect(promptTitle(prompt)).toBe(title))
