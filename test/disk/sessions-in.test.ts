// Sessions below any folder.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionsIn } from '../../src/disk/sessions-in.js'
import { put, tempFolder } from './temp-folder.js'

test('a config dir given as a folder is known as one; loose files have none; agents are no sessions', () => {
  const folder = tempFolder()
  const inProject = put(join(folder, 'projects/-p/a.jsonl'), '')
  const loose = put(join(folder, 'b.jsonl'), '')
  put(join(folder, 'projects/-p/agent-12345678.jsonl'), '')
  expect(sessionsIn('.', folder)?.sessions.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
    { id: 'a', path: inProject, configDir: folder },
    { id: 'b', path: loose },
  ])
})

test('a file is no folder', () => {
  const folder = tempFolder()
  put(join(folder, 'b.jsonl'), '')
  expect(sessionsIn('b.jsonl', folder)).toBeUndefined()
})
