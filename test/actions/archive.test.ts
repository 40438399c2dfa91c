// Sessions that are kept, lost and given back; and read as if they had never been away.

import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { archive, archiveStatus, prune, restore, verify, withArchived } from '../../src/actions/archive/index.js'
import { ls } from '../../src/actions/list/index.js'
import { stats } from '../../src/actions/read/index.js'
import { clone, trim } from '../../src/actions/reshape/index.js'
import { resume } from '../../src/actions/resume/index.js'
import {
  archivePruneSchema,
  archiveSchema,
  archiveStatusSchema,
  archiveVerifySchema,
  lsSchema,
  restoreSchema,
} from '../../src/actions/schemas.js'
import { search } from '../../src/actions/search/index.js'
import type { Place } from '../../src/actions/session/index.js'
import { undo } from '../../src/actions/undo/index.js'
import { rm } from '../../src/actions/undo/rm.js'
import { usage } from '../../src/actions/usage/index.js'
import { copiesFolder, readingCopy, readRecords } from '../../src/disk/archive/index.js'
import { seen, throwAway } from '../disk/archive/kept-home.js'
import { put, row, tempFolder, uuid } from '../disk/temp-folder.js'

const DAY = 86_400_000
const NOW = Date.now()

interface Home {
  readonly place: Place
  readonly config: string
  readonly project: string
  readonly data: string
  readonly told: string[]
}

function makeHome(): Home {
  const root = tempFolder()
  const config = join(root, '.claude')
  const project = join(config, 'projects', '-work')
  mkdirSync(project, { recursive: true })
  mkdirSync(join(root, 'work'))
  const told: string[] = []
  const place: Place = {
    env: { XDG_DATA_HOME: join(root, 'data'), XDG_CACHE_HOME: join(root, 'cache') },
    home: root,
    cwd: join(root, 'work'),
    now: NOW,
    tell: message => told.push(message),
  }
  return { place, config, project, data: join(root, 'data', 'rethread'), told }
}

/** A prompt, an answer, and files of every kind; written so many days ago. */
function putSession({ config, project, place }: Home, number: number, words: string, days = 1): string {
  const id = uuid(number)
  const time = (NOW - days * DAY) / 1000
  const entry = (at: number, type: 'user' | 'assistant', content: unknown) =>
    row({
      parentUuid: at === 0 ? null : uuid(number * 1000 + at - 1),
      uuid: uuid(number * 1000 + at),
      sessionId: id,
      cwd: place.cwd,
      version: '2.1.325',
      timestamp: new Date(NOW - days * DAY + at).toISOString(),
      type,
      message:
        type === 'user'
          ? { role: 'user', content }
          : {
              id: `msg_${number}`,
              type: 'message',
              role: 'assistant',
              model: 'claude-opus-4-5-20251101',
              content: [{ type: 'text', text: content }],
              stop_reason: 'end_turn',
              usage: { input_tokens: 10, output_tokens: 5 },
            },
    })
  const path = put(
    join(project, `${id}.jsonl`),
    entry(0, 'user', `${words} please`) + entry(1, 'assistant', `${words} done`),
    time,
  )
  put(join(project, id, 'subagents', `agent-${number}a.jsonl`), row({ isSidechain: true, sessionId: id }), time)
  put(join(project, id, 'tool-results', 'one.txt'), words.repeat(50), time)
  put(join(config, 'file-history', id, 'abc@v1'), `before ${words}`, time)
  put(join(config, 'tasks', id, '1.json'), '{}', time)
  chmodSync(join(config, 'file-history', id, 'abc@v1'), 0o640)
  return path
}

test('archive, delete, restore, undo: the same files with their times and permissions', async () => {
  const home = makeHome()
  putSession(home, 1, 'lighthouse')
  putSession(home, 2, 'windmill')
  const before = seen(home.config)
  const report = await archive(home.place, { all: true })
  expect(archiveSchema.parse(report)).toEqual(report)
  expect(report.sessions.map(one => one.outcome)).toEqual(['new', 'new'])
  expect(seen(home.config)).toEqual(before)
  throwAway(home.config)
  mkdirSync(home.config)
  const [planned] = await restore(home.place, { sessions: [uuid(1)], dryRun: true })
  expect(planned).toMatchObject({ dryRun: true, receipt: null, refused: [] })
  expect(planned!.files).toHaveLength(5)
  expect(readdirSync(home.config)).toEqual([])
  const restored = await restore(home.place, { deleted: true })
  for (const one of restored) {
    expect(restoreSchema.parse(one)).toEqual(one)
    expect(one).toMatchObject({ refused: [], damaged: [], renewed: 0, resume: expect.stringContaining(one.sessionId) })
  }
  expect(seen(home.config)).toEqual(before)
  for (const { receipt } of restored) expect((await undo(home.place, { id: receipt! })).refused).toEqual([])
  expect(seen(home.config)).toEqual({})
  // Nothing of it lies about.
  expect(readdirSync(join(home.place.env['XDG_CACHE_HOME']!, 'rethread', 'archived'))).toEqual([])
})

test('what is so old that the client would take it at once gets the present time, unless told otherwise', async () => {
  const home = makeHome()
  putSession(home, 1, 'lighthouse', 100)
  const before = seen(home.config)
  await archive(home.place, { all: true })
  throwAway(home.config)
  mkdirSync(home.config)
  const [report] = await restore(home.place, { sessions: [uuid(1)] })
  expect(report!.renewed).toBe(5)
  expect(statSync(report!.path).mtimeMs).toBeGreaterThan(NOW - 10 * DAY)
  await undo(home.place, { id: report!.receipt! })
  const [kept] = await restore(home.place, { sessions: [uuid(1)], keepTimes: true })
  expect(kept!.renewed).toBe(0)
  expect(seen(home.config)).toEqual(before)
})

test('a file that is different is never overwritten; what is the same is left alone', async () => {
  const home = makeHome()
  const path = putSession(home, 1, 'lighthouse')
  await archive(home.place, { sessions: [uuid(1)] })
  rmSync(join(home.config, 'tasks'), { recursive: true })
  const [missing] = await restore(home.place, { sessions: [uuid(1)] })
  expect(missing!.files.filter(one => one.action === 'restore').map(one => one.path)).toEqual([
    join(home.config, 'tasks', uuid(1), '1.json'),
  ])
  expect((await undo(home.place, { id: missing!.receipt! })).refused).toEqual([])
  appendFileSync(path, row({ more: true }))
  const before = seen(home.config)
  const [refused] = await restore(home.place, { sessions: [uuid(1)] })
  expect(refused).toMatchObject({ receipt: null, refused: [`${path} exists and is different`] })
  expect(seen(home.config)).toEqual(before)
})

test('to another project, and not twice', async () => {
  const home = makeHome()
  const path = putSession(home, 1, 'lighthouse')
  await archive(home.place, { all: true })
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  const [report] = await restore(home.place, { sessions: ['lighthouse'], toProject: join(home.place.cwd, 'else') })
  expect(dirname(report!.path)).toMatch(/-work-else$/)
  expect(readFileSync(report!.path, 'utf8')).toBe(text)
  const [again] = await restore(home.place, { sessions: [uuid(1)] })
  expect(again!.refused).toEqual([`the session is at ${report!.path} now`])
  expect(await restore(home.place, { deleted: true })).toEqual([])
})

test('no link is followed on the way back', async () => {
  const home = makeHome()
  putSession(home, 1, 'lighthouse')
  await archive(home.place, { all: true })
  throwAway(home.config)
  const outside = join(home.place.home, 'outside')
  mkdirSync(outside)
  mkdirSync(join(home.config, 'projects'), { recursive: true })
  symlinkSync(outside, join(home.config, 'projects', '-work'))
  await expect(restore(home.place, { sessions: [uuid(1)] })).rejects.toThrow(/outside/)
  rmSync(join(home.config, 'projects', '-work'))
  mkdirSync(join(home.config, 'tasks'))
  symlinkSync(outside, join(home.config, 'tasks', uuid(1)))
  await expect(restore(home.place, { sessions: [uuid(1)] })).rejects.toThrow(/symbolic link/)
  expect(readdirSync(outside)).toEqual([])
})

test('a session that is only in the archive is read as if it were there, and copies of it are made where it was', async () => {
  const home = makeHome()
  putSession(home, 1, 'lighthouse')
  putSession(home, 2, 'windmill')
  await archive(home.place, { all: true })
  const there = (await stats(home.place, { sessions: [uuid(1)] })).sessions[0]!
  const usedBefore = (await usage(home.place, { report: 'daily' })).totals
  await rm(home.place, uuid(1), { dryRun: false })
  for (const reference of [uuid(1), uuid(1).slice(0, 8), 'lighthouse', join(home.project, `${uuid(1)}.jsonl`)]) {
    const { session, ...gone } = (await stats(home.place, { sessions: [reference] })).sessions[0]!
    const { session: was, ...whole } = there
    expect(gone).toEqual(whole)
    expect({ ...session, path: '' }).toEqual({ ...was, path: '' })
  }
  await expect(stats(home.place, { sessions: ['nothing of the sort'] })).rejects.toThrow(/no session matches/)
  const copy = await clone(home.place, { reference: uuid(1) })
  expect(copy.refused).toEqual([])
  expect(dirname(copy.path!)).toBe(home.project)
  expect(existsSync(join(home.project, copy.sessionId, 'tool-results', 'one.txt'))).toBe(true)
  for (const refused of [
    () => trim(home.place, { reference: uuid(1), where: { kind: 'in-place' }, budget: 10 }),
    () => resume(home.place, { session: uuid(1) }),
    () => rm(home.place, uuid(1), { dryRun: false }),
  ])
    await expect(refused()).rejects.toThrow(/only in the archive.*rethread restore/)
  await undo(home.place, {}) // the clone
  const place = await withArchived(home.place)
  const found = await search(place, { query: 'lighthouse' })
  expect(found.sessions.map(one => one.id)).toEqual([uuid(1)])
  expect((await search(home.place, { query: 'lighthouse' })).sessions).toEqual([])
  expect((await usage(place, { report: 'daily' })).totals).toEqual(usedBefore)
  expect((await stats(place, { all: true })).sessions).toHaveLength(2)
  // Restored, it is not found twice.
  await restore(home.place, { sessions: [uuid(1)] })
  expect((await stats(await withArchived(home.place), { all: true })).sessions).toHaveLength(2)
})

test('ls --archived lists what is kept, and says what is only there', async () => {
  const home = makeHome()
  putSession(home, 1, 'lighthouse', 3)
  putSession(home, 2, 'windmill', 2)
  const shown = (await ls(home.place)).sessions
  await archive(home.place, { all: true })
  await rm(home.place, uuid(1), { dryRun: false })
  const report = await ls(home.place, { archived: true })
  expect(lsSchema.parse(report)).toEqual(report)
  expect(report.sessions.map(({ archived, ...card }) => card)).toEqual(shown)
  expect(report.sessions.map(one => one.archived?.deleted)).toEqual([false, true])
  expect((await ls(home.place, { archived: true, order: 'oldest', limit: 1 })).sessions[0]!.id).toBe(uuid(1))
})

test('status: what goes next, what is safe', async () => {
  const home = makeHome()
  writeFileSync(join(home.config, 'settings.json'), '{"cleanupPeriodDays": 20}')
  putSession(home, 1, 'lighthouse', 19)
  const changed = putSession(home, 2, 'windmill', 5)
  await archive(home.place, { all: true })
  putSession(home, 3, 'harbour', 2)
  appendFileSync(changed, row({ more: 1 }))
  utimesSync(changed, (NOW - 4 * DAY) / 1000, (NOW - 4 * DAY) / 1000)
  const report = await archiveStatus(home.place, {})
  expect(archiveStatusSchema.parse(report)).toEqual(report)
  expect(report.configDirs).toMatchObject([{ cleanupDays: 20, sessions: 3, safe: 1, changed: 1, lastCleanup: null }])
  expect(report.next.map(one => [one.id, one.safe, Math.round((Date.parse(one.deletedAt) - NOW) / DAY)])).toEqual([
    [uuid(1), 'yes', 1],
    [uuid(2), 'changed', 16],
    [uuid(3), 'no', 18],
  ])
  // Its outputs are a day older than its last line.
  expect(Math.round((Date.parse(report.next[1]!.sideFilesFrom!) - NOW) / DAY)).toBe(15)
  expect(report.next[0]!.sideFilesFrom).toBeNull()
  expect(report.archive.sessions).toBe(2)
  expect((await archiveStatus(home.place, { limit: 1 })).more).toBe(2)
})

test('older sessions only, a limit of size, and nothing where nothing is written', async () => {
  const home = makeHome()
  putSession(home, 1, 'lighthouse', 30)
  putSession(home, 2, 'windmill', 2)
  const dry = await archive(home.place, { all: true, dryRun: true })
  expect(dry.sessions.map(one => one.outcome)).toEqual(['planned', 'planned'])
  expect(existsSync(join(home.data, 'archive'))).toBe(false)
  const older = await archive(home.place, { before: NOW - 20 * DAY })
  expect(older.sessions.map(one => one.id)).toEqual([uuid(1)])
  const full = await archive(home.place, { all: true, maxBytes: 10 })
  expect(full).toMatchObject({ left: 2, sessions: [] })
  await expect(archive(home.place, { sessions: [uuid(1)], all: true })).rejects.toThrow(/not several/)
})

test('verify and prune', async () => {
  const home = makeHome()
  putSession(home, 1, 'lighthouse', 400)
  putSession(home, 2, 'windmill', 2)
  await archive(home.place, { all: true })
  const sound = await verify(home.place, {})
  expect(archiveVerifySchema.parse(sound)).toEqual(sound)
  expect(sound).toMatchObject({ sessions: 2, damage: [], sessionsHit: [] })
  rmSync(join(home.project, `${uuid(1)}.jsonl`))
  const dry = await prune(home.place, { before: NOW - 365 * DAY, dryRun: true })
  expect(archivePruneSchema.parse(dry)).toEqual(dry)
  expect(dry.sessions).toMatchObject([{ id: uuid(1), onlyCopy: true }])
  expect(readRecords(home.data)).toHaveLength(2)
  const done = await prune(home.place, { sessions: [uuid(1)] })
  expect(done.freed).toBe(dry.freed)
  expect(readRecords(home.data).map(one => one.session.id)).toEqual([uuid(2)])
  expect((await verify(home.place, {})).damage).toEqual([])
})

test('a damaged side file costs that file, a damaged transcript the session', async () => {
  const home = makeHome()
  putSession(home, 1, 'lighthouse')
  await archive(home.place, { all: true })
  const packs = join(home.data, 'archive', 'packs')
  const [pack] = readdirSync(packs)
  writeFileSync(join(packs, pack!), 'not a pack any more')
  throwAway(home.config)
  mkdirSync(home.config)
  const [report] = await restore(home.place, { sessions: [uuid(1)] })
  expect(report!.refused).not.toEqual([])
  expect(report!.receipt).toBeNull()
  expect(readdirSync(home.config)).toEqual([])
  await expect(stats(home.place, { sessions: [uuid(1)] })).rejects.toThrow(/damaged/)
})

test('copies for reading are private and bounded', async () => {
  const home = makeHome()
  for (const number of [1, 2, 3]) putSession(home, number, `lighthouse${number}`)
  await archive(home.place, { all: true })
  const cache = join(home.place.env['XDG_CACHE_HOME']!, 'rethread')
  const records = readRecords(home.data)
  const size = records[0]!.session.files.reduce((sum, file) => sum + file.size, 0)
  const marks: string[] = []
  for (const record of records) {
    const { path } = await readingCopy(home.data, cache, record, { limit: 2.5 * size })
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(statSync(dirname(path)).mode & 0o077).toBe(0)
    const mark = join(copiesFolder(cache, record.session), '.unpacked', `${record.key}.json`)
    marks.push(mark)
    // As if it had been read hours ago.
    utimesSync(mark, NOW / 1000 - 36_000 + marks.length, NOW / 1000 - 36_000 + marks.length)
  }
  expect(marks.map(mark => existsSync(mark))).toEqual([false, true, true])
  const names = readdirSync(copiesFolder(cache, records[0]!.session), { recursive: true, encoding: 'utf8' })
  expect(names.filter(name => name.endsWith('one.txt'))).toHaveLength(2)
})
