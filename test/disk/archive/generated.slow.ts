// Archive, delete, restore gives the same tree of files, for sessions of every shape. `RETHREAD_RUNS=full`: 500 of them.

import { mkdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archive, restore, verify } from '../../../src/actions/archive/index.js'
import { variedSession } from '../../../tools/generator/varied-session.js'
import { runs } from '../../runs.js'
import { put, tempFolder } from '../temp-folder.js'
import { seen } from './kept-home.js'

const COUNT = runs(5, 60, 500)

test(`${COUNT} generated sessions, in one archive`, async () => {
  const root = tempFolder()
  const configDir = join(root, 'claude')
  const place = {
    env: { XDG_DATA_HOME: join(root, 'data'), XDG_CACHE_HOME: join(root, 'cache') },
    home: root,
    cwd: root,
    configDir,
  }
  let sessions = 0
  for (let seed = 1; seed <= COUNT; seed++) {
    for (const [name, bytes] of variedSession(seed).files) {
      put(join(configDir, name), bytes)
      // Each its own, not a whole second, some older than the client would keep them.
      const time = 1_790_000_000 - seed * 86_400 + 0.123457
      utimesSync(join(configDir, name), time, time)
    }
    sessions++
  }
  const before = seen(configDir)
  const report = await archive(place, { all: true })
  expect(report.sessions.filter(one => one.outcome !== 'new')).toEqual([])
  expect(report.findings).toEqual([])
  expect(report.sessions.length).toBeGreaterThanOrEqual(sessions)
  expect(seen(configDir)).toEqual(before)
  rmSync(configDir, { recursive: true })
  mkdirSync(configDir)
  const restored = await restore(place, { deleted: true, keepTimes: true })
  expect(restored.filter(one => one.refused.length > 0 || one.damaged.length > 0)).toEqual([])
  // Files that belong to no session are not in the archive: memory, history and the like.
  const belonging = new Set(Object.keys(seen(configDir)))
  const lost = Object.keys(before).filter(name => !belonging.has(name))
  expect(
    lost.filter(
      name => /^(projects|tasks|todos|file-history|image-cache|session-env)\//.test(name) && !/\/memory\//.test(name),
    ),
  ).toEqual([])
  for (const [name, file] of Object.entries(seen(configDir))) expect(file, name).toEqual(before[name])
  expect((await verify(place, {})).damage).toEqual([])
}, 1_800_000)
