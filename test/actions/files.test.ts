// The files of a session, as its calls tell them.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileDiff, sessionFiles } from '../../src/actions/read/files.js'
import { fileDiffSchema, filesSchema } from '../../src/actions/schemas.js'
import { type OpenAgent, openAgents } from '../../src/actions/session/agents.js'
import { type OpenSession, openSession } from '../../src/actions/session/open-session.js'
import { locate } from '../../src/actions/session/place.js'
import { presentFileDiff } from '../../src/present/files.js'
import { paint } from '../../src/present/paint.js'
import { samplesHome } from './samples-home.js'

let open: OpenSession
let agents: readonly OpenAgent[]

async function opened(reference: string): Promise<void> {
  open = await openSession(await locate(reference, samplesHome().place))
  agents = await openAgents(open)
}
afterEach(() => {
  for (const agent of agents) if (agent.file) agent.open.close()
  open.close()
})

describe('a long session', () => {
  beforeEach(() => opened('10a6'))

  test('what was created, edited and read, with the lines that were added and removed', () => {
    const report = sessionFiles(open, agents)
    expect(filesSchema.parse(report)).toEqual(report)
    const named = new Map(report.files.map(file => [file.path.split('/').at(-1), file]))
    expect(named.get('wind-rose.ts')).toMatchObject({ did: 'created', edits: 3, reads: 1, turns: [2, 4, 7] })
    expect(named.get('beaufort.ts')).toMatchObject({ did: 'read', edits: 0, added: 0, removed: 0 })
    // Changed files come first.
    const firstRead = report.files.findIndex(({ did }) => did === 'read')
    expect(report.files.slice(firstRead).every(({ did }) => did === 'read')).toBe(true)
  })

  test('the changes of one file, named by the end of its path; indented as they were', () => {
    const report = fileDiff(open, agents, 'wind-rose.ts')
    expect(fileDiffSchema.parse(report)).toEqual(report)
    expect(report.changes.map(({ turn }) => turn)).toEqual([2, 2, 4])
    const lines = [...presentFileDiff(report, { width: 120, paint: paint(false), now: 0 })]
    expect(lines).toContain('+  readonly time: string')
    expect(fileDiff(open, agents, 'nothing.ts').changes).toEqual([])
  })
})

test('what subagents changed counts, in the turn that started them', async () => {
  await opened('a6e9')
  const without = sessionFiles(open, [])
  const all = sessionFiles(open, agents)
  expect(agents.length).toBeGreaterThan(0)
  expect(all.files.length).toBeGreaterThanOrEqual(without.files.length)
  const touched = (report: typeof all) => report.files.reduce((sum, file) => sum + file.reads + file.edits, 0)
  expect(touched(all)).toBeGreaterThan(touched(without))
})
