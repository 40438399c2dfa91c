// Every real session: archived, deleted and restored, it is the same tree of files, byte for byte and with its times.

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archive, restore, verify } from '../../src/actions/archive/index.js'
import { agentIdOfName } from '../../src/format/session-folder.js'
import { seen } from '../disk/archive/kept-home.js'
import { tempFolder } from '../disk/temp-folder.js'
import { corpus, noCorpus } from './corpus-files.js'

const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'))
  : []

describe.skipIf(files.length === 0)(`the files in ${corpus}`, () => {
  test('all of them in one archive', async () => {
    const root = tempFolder()
    const configDir = join(root, 'claude')
    const place = {
      env: { XDG_DATA_HOME: join(root, 'data'), XDG_CACHE_HOME: join(root, 'cache') },
      home: root,
      cwd: root,
      configDir,
    }
    let sessions = 0
    for (const [number, file] of files.entries()) {
      // Each folder of the corpus is a project; an agent that lies alone is a session of its own here.
      const isNested = basename(dirname(file)) === 'subagents'
      if (isNested) continue
      const name = basename(file)
      const isAgent = agentIdOfName(name) !== undefined
      const project = dirname(file).split(sep).join('-')
      const target = join(configDir, 'projects', project, isAgent ? `session-of-${name}` : name)
      cpSync(join(corpus, file), target)
      const own = join(corpus, file.slice(0, -'.jsonl'.length))
      if (!isAgent && existsSync(own)) cpSync(own, target.slice(0, -'.jsonl'.length), { recursive: true })
      const time = 1_780_000_000 + number + 0.654321
      utimesSync(target, time, time)
      sessions++
    }
    const before = seen(configDir)
    const report = await archive(place, { all: true })
    expect(report.sessions.filter(one => one.outcome !== 'new')).toEqual([])
    expect(report.sessions).toHaveLength(sessions)
    rmSync(configDir, { recursive: true })
    mkdirSync(configDir)
    const restored = await restore(place, { deleted: true, keepTimes: true })
    expect(restored.filter(one => one.refused.length > 0 || one.damaged.length > 0)).toEqual([])
    const after = seen(configDir)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [name, file] of Object.entries(after)) expect(file, name).toEqual(before[name])
    expect((await verify(place, {})).damage).toEqual([])
    const size = Object.values(before).reduce((sum, { bytes }) => sum + bytes.length, 0)
    console.log(
      `${sessions} sessions, ${size} bytes; the archive takes ${report.archive.bytes} (${((report.archive.bytes / size) * 100).toFixed(1)} %)`,
    )
  }, 600_000)
})

if (files.length === 0) test.skip(noCorpus, () => undefined)
