// Answers of a model are kept, and not for ever.

import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storedAnswers } from '../../src/disk/answer-store.js'
import { tempFolder } from './temp-folder.js'

test('what was put is there again, for another process too', () => {
  const dataDir = tempFolder()
  storedAnswers(dataDir).put('a question', 'an answer')
  expect(storedAnswers(dataDir).get('a question')).toBe('an answer')
  expect(storedAnswers(dataDir).get('another question')).toBeUndefined()
})

test('of too many the oldest go', () => {
  const dataDir = tempFolder()
  const folder = join(dataDir, 'summaries')
  const stored = storedAnswers(dataDir, 3)
  for (const [at, key] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const before = at === 0 ? [] : readdirSync(folder)
    stored.put(key, `answer ${key}`)
    for (const name of readdirSync(folder).filter(one => !before.includes(one)))
      utimesSync(join(folder, name), 1000 + at, 1000 + at)
  }
  expect(['a', 'b', 'c', 'd', 'e'].map(key => stored.get(key))).toEqual([
    undefined,
    undefined,
    'answer c',
    'answer d',
    'answer e',
  ])
})
