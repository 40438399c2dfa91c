// Every command calls a session the same: `ls`, `show`, `stats` and `graph` of each file of the corpus. What a turn is
// called is never the client's own words of an accepted plan.

import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ls } from '../../src/actions/list/ls.js'
import { sessionGraph } from '../../src/actions/read/graph.js'
import { showSession } from '../../src/actions/read/show.js'
import { sessionStats } from '../../src/actions/read/stats.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { openSession } from '../../src/actions/session/open-session.js'
import { paint } from '../../src/present/paint.js'
import { presentTurns } from '../../src/present/turns.js'
import { corpus, listed, noCorpus } from './corpus-files.js'

describe.skipIf(listed.length === 0)(`titles of the files in ${corpus}`, () => {
  test('are the same by every command', async () => {
    const configDir = mkdtempSync(join(tmpdir(), 'rethread-titles-'))
    for (const { file } of listed) {
      const project = join(configDir, 'projects', `-${dirname(file).replaceAll(/[^\w]/g, '-')}`)
      mkdirSync(project, { recursive: true })
      copyFileSync(join(corpus, file), join(project, basename(file)))
    }
    const place = { env: {}, home: configDir, cwd: configDir, configDir }
    const { sessions } = await ls(place, { limit: Infinity, all: true })
    expect(sessions.length).toBeGreaterThan(listed.length / 2)
    const differing: unknown[] = []
    const plans: string[] = []
    for (const { id, path, title } of sessions) {
      const open = await openSession({ kind: 'file', id, path, configDir })
      const graph = sessionGraph(open, [], { all: false })
      const titles = [
        title,
        showSession(open, [], { depth: 'prompts' }).session.title ?? null,
        sessionStats(open).session.title,
        graph.session.title,
      ]
      if (new Set(titles).size > 1) differing.push([path, titles])
      const turns = [
        ...presentTurns(sessionTurns(open, { all: true }), { width: Infinity, paint: paint(false), now: 0 }),
      ]
      const called = [...turns, ...graph.nodes.map(({ label }) => label)]
      plans.push(...called.filter(line => /Implement the following plan:\s*(\d|$)/.test(line)))
      open.close()
    }
    expect(differing).toEqual([])
    expect(plans).toEqual([])
  })
})

test.runIf(listed.length === 0)('there is a corpus', context => context.skip(noCorpus))
