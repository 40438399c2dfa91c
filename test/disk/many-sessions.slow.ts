// A config dir of many months: every session is listed.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSessions } from '../../src/disk/list-sessions.js'
import { tempFolder } from './temp-folder.js'

test('10,000 sessions in 100 projects', () => {
  const config = tempFolder()
  for (let project = 0; project < 100; project++) {
    const folder = join(config, 'projects', `-p${project}`)
    mkdirSync(folder, { recursive: true })
    for (let index = 0; index < 100; index++) {
      const id = `${(project * 100 + index).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
      writeFileSync(join(folder, `${id}.jsonl`), '')
    }
  }
  expect(listSessions([config]).sessions).toHaveLength(10_000)
})
