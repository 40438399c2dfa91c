// A folder of sessions that somebody else has filled: links that lead elsewhere, and files whose names would lead
// elsewhere as part of a path. No command follows them, neither to read nor to write nor to remove.

import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { move } from '../../src/actions/move/move.js'
import { type CloneCall, clone } from '../../src/actions/reshape/clone.js'
import { strip } from '../../src/actions/reshape/strip.js'
import type { Place } from '../../src/actions/session/place.js'
import { rm } from '../../src/actions/undo/rm.js'
import { undo } from '../../src/actions/undo/undo.js'
import { findSessionFolder, listSessions, sharedFiles } from '../../src/disk/index.js'
import { namesFolder } from '../../src/format/session-folder.js'
import { contents } from '../disk/session-home.js'
import { put, tempFolder, uuid } from '../disk/temp-folder.js'
import { CHANGE } from './samples-home.js'

const ID = uuid(1)
let root = ''
let config = ''
let project = ''
let outside = ''
let place: Place
beforeEach(() => {
  root = tempFolder()
  config = join(root, 'claude')
  project = join(config, 'projects', '-p')
  outside = join(root, 'outside')
  place = { configDir: config, env: { XDG_DATA_HOME: join(root, 'data') }, home: root, cwd: root }
  put(join(project, `${ID}.jsonl`), session(ID))
  put(join(outside, 'secret.txt'), 'secret')
  put(join(outside, 'subagents', 'agent-0a.jsonl'), session(ID))
  put(join(outside, 'tool-results', 'b1.txt'), 'output')
})

function session(id: string): string {
  const at = { sessionId: id, cwd: '/p', version: '2.1.0', timestamp: '2026-01-01T00:00:00.000Z' }
  const rows = [
    { ...at, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'hello' } },
    {
      ...at,
      type: 'assistant',
      uuid: 'a1',
      parentUuid: 'u1',
      message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: 'hi' }] },
    },
    { ...at, type: 'file-history-snapshot', messageId: 'u1', snapshot: {} },
  ]
  return rows.map(row => `${JSON.stringify(row)}\n`).join('')
}

const cloned = (reference: string, more: Partial<CloneCall> = {}) =>
  clone(place, { ...CHANGE, reference, linear: false, ...more })
const strippedInPlace = (reference: string) =>
  strip(place, {
    ...CHANGE,
    reference,
    linear: false,
    rules: [{ kind: 'snapshots', where: {} }],
    preset: undefined,
    soft: false,
    where: { kind: 'in-place' },
  })
const moved = (reference: string, to: string) =>
  move(place, { call: [], reference, to, renamed: false, allTexts: false, dryRun: false, now: 0 })

describe('a side folder that is a link is not followed', () => {
  const LINKS = [
    ['the session’s own', () => join(project, ID), () => outside],
    ['that of its tasks', () => join(config, 'tasks', ID), () => outside],
    ['that of its file history', () => join(config, 'file-history', ID), () => outside],
    ['that of its environment', () => join(config, 'session-env', ID), () => outside],
    ['that of its images', () => join(config, 'image-cache', ID), () => outside],
    ['the one of its agents', () => join(project, ID, 'subagents'), () => join(outside, 'subagents')],
    ['the one of its results', () => join(project, ID, 'tool-results'), () => join(outside, 'tool-results')],
    ['the session’s own, to that of another session', () => join(project, ID), () => join(project, uuid(9))],
  ] as const

  test.each(LINKS)('%s', async (_, link, target) => {
    put(join(project, uuid(9), 'tool-results', 'b1.txt'), 'another’s')
    mkdirSync(join(link(), '..'), { recursive: true })
    symlinkSync(target(), link())
    const [before, another] = [contents(outside), contents(join(project, uuid(9)))]
    const { folder, findings } = findSessionFolder(join(project, `${ID}.jsonl`), config)
    expect([folder.agents, folder.toolResults, folder.tasks, folder.fileHistory, folder.others]).toEqual(
      Array(5).fill([]),
    )
    expect(findings).toMatchObject([{ code: 'file-not-regular', path: link() }])

    const copy = await cloned(ID)
    expect(copy.receipt).not.toBeNull()
    expect(readdirSync(project).filter(name => name.startsWith(copy.sessionId))).toEqual([`${copy.sessionId}.jsonl`])
    await strippedInPlace(ID)
    await moved(ID, '/q')
    const [there] = listSessions([config]).sessions.filter(one => one.id === ID)
    expect(there?.projectFolder).toBe(join(config, 'projects', '-q'))
    const gone = await rm(place, ID, { dryRun: false })
    expect(gone.files.map(file => file.path)).toEqual([there!.path])
    await undo(place, { id: gone.receipt!, dryRun: false })
    expect([contents(outside), contents(join(project, uuid(9)))]).toEqual([before, another])
    expect(lstatSync(link()).isSymbolicLink()).toBe(true)
  })
})

describe('a name that would lead elsewhere', () => {
  test.each(['..', '.', '...', '.hidden', '', 'memory', 'Memory', 'a/b', 'a\\b', 'C:x', 'a\0b', 'a\u001b[2Jb', 'a.'])(
    'no folder is called %j',
    id => expect(namesFolder(id)).toBe(false),
  )
  test.each([ID, 'notes', 'my session (2)', 'agent-1a2b', 'übung', 'v1.2', '-x', 'a..b'])(
    'a folder may be called %j',
    id => expect(namesFolder(id)).toBe(true),
  )

  test('of a file called ...jsonl nothing but the file is copied, removed and brought back', async () => {
    put(join(config, '.credentials.json'), 'credentials')
    put(join(config, 'tasks', 'x.json'), '{}')
    put(join(project, '...jsonl'), session('..'))
    const before = contents(config)
    const { folder } = findSessionFolder(join(project, '...jsonl'), config)
    expect(folder).toMatchObject({ id: '..', agents: [], tasks: [], fileHistory: [], others: [] })
    const copy = await cloned('..')
    const made = Object.keys(contents(config)).filter(name => !(name in before))
    expect(made).toEqual([join('projects', '-p', `${copy.sessionId}.jsonl`)])
    await undo(place, { id: copy.receipt!, dryRun: false })
    const gone = await rm(place, '..', { dryRun: false })
    expect(gone.files.map(file => file.path)).toEqual([join(project, '...jsonl')])
    await undo(place, { id: gone.receipt!, dryRun: false })
    expect(contents(config)).toEqual(before)
  })

  test('memory.jsonl does not own the notes of the project', async () => {
    const notes = put(join(project, 'memory', 'MEMORY.md'), 'notes')
    put(join(project, 'memory.jsonl'), session('memory'))
    const gone = await rm(place, 'memory', { dryRun: false })
    expect(gone.files.map(file => file.path)).toEqual([join(project, 'memory.jsonl')])
    expect(readFileSync(notes, 'utf8')).toBe('notes')
  })
})

test('an agent’s meta file that is a link is not copied, and stays where it is', async () => {
  put(join(project, 'agent-0b0b.jsonl'), session(ID).replaceAll('"type":"user"', '"isSidechain":true,"type":"user"'))
  const meta = join(project, 'agent-0b0b.meta.json')
  symlinkSync(join(outside, 'secret.txt'), meta)
  const { folder, findings } = findSessionFolder(join(project, `${ID}.jsonl`), config)
  expect(folder.agents).toMatchObject([{ agentId: '0b0b' }])
  expect(folder.agents[0]).not.toHaveProperty('metaPath')
  expect(findings).toMatchObject([{ code: 'file-not-regular', path: meta }])
  await cloned(ID)
  expect(Object.values(contents(project)).filter(text => text === 'secret')).toEqual(['secret']) // the link itself
  const gone = await rm(place, ID, { dryRun: false })
  await undo(place, { id: gone.receipt!, dryRun: false })
  expect(readlinkSync(meta)).toBe(join(outside, 'secret.txt'))
})

describe('a project folder that is a link out of the config dir', () => {
  beforeEach(() => symlinkSync(outside, join(config, 'projects', '-q')))

  test('is neither read nor written', async () => {
    const before = contents(outside)
    expect(listSessions([config]).findings).toMatchObject([{ code: 'file-outside-root' }])
    for (const dryRun of [true, false]) {
      const where = { kind: 'project', directory: '/q' } as const
      await expect(cloned(ID, { where, dryRun })).rejects.toMatchObject({ code: 'file-outside-root', exitCode: 3 })
    }
    await expect(moved(ID, '/q')).rejects.toMatchObject({ code: 'file-outside-root', exitCode: 3 })
    expect(contents(outside)).toEqual(before)
  })

  test('and a link that came since is not followed by undo', async () => {
    const gone = await rm(place, ID, { dryRun: false })
    renameSync(project, join(root, 'aside'))
    symlinkSync(outside, project)
    const before = contents(outside)
    await expect(undo(place, { id: gone.receipt!, dryRun: false })).rejects.toMatchObject({ code: 'file-outside-root' })
    expect(contents(outside)).toEqual(before)
  })
})

describe('a session that is a link', () => {
  const link = () => join(project, `${uuid(2)}.jsonl`)
  beforeEach(() => symlinkSync(`${ID}.jsonl`, link()))

  test.each([true, false])('is not removed, because undo could not bring it back (dry run: %s)', async dryRun => {
    const report = await rm(place, uuid(2), { dryRun })
    expect(report).toMatchObject({ receipt: null, refused: [expect.stringContaining('is a symbolic link')] })
    expect(readlinkSync(link())).toBe(`${ID}.jsonl`)
    expect(existsSync(join(project, `${ID}.jsonl`))).toBe(true)
  })

  test('is not moved either', async () => {
    expect((await moved(uuid(2), '/q')).refused).toEqual([expect.stringContaining('is a symbolic link')])
    expect(readlinkSync(link())).toBe(`${ID}.jsonl`)
  })

  test('is not changed while a client is at the session that it leads to', async () => {
    put(join(config, 'sessions', '1.json'), JSON.stringify({ pid: process.pid, sessionId: ID }))
    const report = await strippedInPlace(uuid(2))
    expect(report).toMatchObject({ receipt: null, refused: [expect.stringContaining(`session ${ID}`)] })
  })

  test('changed in place, it stays a link', async () => {
    const report = await strippedInPlace(uuid(2))
    expect(report.receipt).not.toBeNull()
    expect(readlinkSync(link())).toBe(`${ID}.jsonl`)
    expect(readFileSync(join(project, `${ID}.jsonl`), 'utf8')).not.toContain('file-history-snapshot')
  })
})

test('two names of one file are no link: rm takes the one, undo brings it back', async () => {
  linkSync(join(project, `${ID}.jsonl`), join(project, `${uuid(3)}.jsonl`))
  const gone = await rm(place, uuid(3), { dryRun: false })
  expect(existsSync(join(project, `${ID}.jsonl`))).toBe(true)
  await undo(place, { id: gone.receipt!, dryRun: false })
  expect(readFileSync(join(project, `${uuid(3)}.jsonl`), 'utf8')).toBe(session(ID))
})

test('a job’s folder that is a link is none of the files that a move changes', () => {
  put(join(outside, 'state.json'), '{}')
  const own = put(join(config, 'jobs', 'own', 'state.json'), '{}')
  symlinkSync(outside, join(config, 'jobs', 'linked'))
  expect(sharedFiles(config, root).settings).toEqual([own])
})
