// The recorded files: they are there for every situation, small, and hold nothing of a machine or of the vendor's prose.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../clients.js'
import { recordedSessions } from '../goldens.js'
import { ownWords } from './own-words.js'
import { SITUATIONS, situationsOf } from './situations/all.js'

const TOP = join(process.cwd(), 'test', 'client', 'recorded', 'sessions')
const files = (readdirSync(TOP, { recursive: true }) as string[])
  .filter(name => statSync(join(TOP, name)).isFile())
  .map(name => ({ name, situation: name.split('/')[0] ?? '', text: readFileSync(join(TOP, name), 'utf8') }))

describe.each(CLIENTS)('client %s', version => {
  const own = recordedSessions().filter(session => session.version === version)

  test('has a session of every situation', () => {
    const recorded = own.map(session => session.name.split(' ')[0])
    expect(recorded.sort()).toEqual(
      situationsOf(version)
        .map(situation => situation.name)
        .sort(),
    )
  })

  test('has the answer of every client to each', () => {
    const missing = own.flatMap(({ golden }) => CLIENTS.map(golden).filter(path => !existsSync(path)))
    expect(missing).toEqual([])
  })
})

test('all together take less than 4 MB', () => {
  expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(4_000_000)
})

test('there is no path, address or key of a machine', () => {
  const foreign =
    /(?<![\w.~/-])\/(?:root|work|tmp|mnt|opt|var|Users|home\/(?!dev\b))|127\.0\.0\.1|localhost|sk-ant-|npmjs/
  const found = files.flatMap(({ name, text }) => {
    const at = text.search(foreign)
    return at < 0 ? [] : [`${name}: ${text.slice(Math.max(0, at - 60), at + 60)}`]
  })
  expect(found).toEqual([])
})

test('there is no long text but what the situations say', () => {
  const said = new Map(SITUATIONS.map(situation => [situation.name, ownWords(situation)]))
  const found = files.flatMap(({ name, situation, text }) => {
    const own = said.get(situation) ?? []
    return linesOf(text)
      .filter(line => isLong(line) && !own.some(words => words.includes(line.trim())))
      .map(line => `${name}: ${line}`)
  })
  expect(found).toEqual([])
})

test('rows are still tied to each other', () => {
  const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
  const sessions = files.filter(({ name }) => name.endsWith('.jsonl'))
  for (const { name, text } of sessions) {
    for (const line of text.split('\n').filter(line => line.startsWith('{"parentUuid"'))) {
      const { uuid, parentUuid } = JSON.parse(line)
      expect(uuid, name).toMatch(id)
      if (parentUuid !== null) expect(parentUuid, name).toMatch(id)
    }
  }
  expect(sessions.length).toBeGreaterThan(100)
})

/** Every line of every text in a file. */
function linesOf(text: string): readonly string[] {
  const found: string[] = []
  const take = (value: unknown): void => {
    if (typeof value === 'string') found.push(...value.split('\n'))
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) take(one)
  }
  const json = parsed(text)
  if (json !== undefined) take(json)
  else for (const line of text.split('\n')) take(parsed(line) ?? line)
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Twenty words in a row, without counting the client's sentences that a rule is about (N14, N34). */
const isLong = (line: string): boolean =>
  !/^(\[Tool call interrupted: the session ended|This is how Claude Code surfaces|Please address this message)/.test(
    line,
  ) && line.split(/\s+/).filter(word => /[a-z]{2}/i.test(word)).length >= 20
