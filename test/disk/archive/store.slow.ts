// What is kept is given back byte for byte, costs what is new, and notices every changed bit.

import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archiveSize, pruneArchive, readRecords, unpack, verifyArchive } from '../../../src/disk/archive/index.js'
import { packIds, packPath, packsFolder, recordsFolder } from '../../../src/disk/archive/places.js'
import { StorageError } from '../../../src/format/error.js'
import { runs } from '../../runs.js'
import { putSideFiles, sessionHome } from '../session-home.js'
import { put, row, uuid } from '../temp-folder.js'
import { keepHome, recordOf, seen, throwAway } from './kept-home.js'

const LINES = runs(2500, 9000)
/** In each file of the archive. */
const FLIPS = runs(5, 60, 400)

/** Lines of all lengths, with ids in the usual places, from a seed. */
function transcript(lines: number, seed: number, idsFrom = seed): string {
  const key = `${lines} ${seed} ${idsFrom}`
  const known = made.get(key) ?? makeTranscript(lines, seed, idsFrom)
  made.set(key, known)
  return known
}

const made = new Map<string, string>()

function makeTranscript(lines: number, seed: number, idsFrom: number): string {
  let state = seed * 2654435761 + 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
  const id = (at: number) => `${(idsFrom * 100_000 + at).toString(16).padStart(8, '0')}-1111-4222-8333-abcdefabcdef`
  return Array.from({ length: lines }, (_, at) =>
    row({
      parentUuid: at === 0 ? null : id(at - 1),
      sessionId: id(99_999),
      text: Array.from(
        { length: 1 + random(random(10) === 0 ? 3000 : 100) },
        () => `w${random(5000).toString(36)}`,
      ).join(' '),
      uuid: id(at),
    }),
  ).join('')
}

test('a session with every kind of side file is given back with times and modes', async () => {
  const home = sessionHome()
  putSideFiles(home)
  chmodSync(home.path, 0o640)
  utimesSync(home.path, 1_700_000_000.123456, 1_700_000_000.123456)
  const before = seen(home.configDir)
  const kept = await keepHome(home)
  expect(kept).toMatchObject({ outcome: 'new', files: 12 })
  throwAway(home.configDir)
  const { damaged, files } = await unpack(home.dataDir, recordOf(home.dataDir), home.configDir)
  expect(damaged).toEqual([])
  expect(files).toHaveLength(12)
  const after = seen(home.configDir)
  // Unpacked for its owner alone; `restore` gives the modes back.
  expect(after).toEqual(
    Object.fromEntries(Object.entries(before).map(([name, file]) => [name, { ...file, mode: file.mode & 0o700 }])),
  )
  expect(files.find(one => one.file.in === 'session')?.file.mode).toBe(0o640)
})

const ODD: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', Buffer.alloc(0)],
  ['a line without an end', Buffer.from('{"a":1}')],
  ['the byte that stands for ids', Buffer.concat([Buffer.from(transcript(50, 1)), Buffer.from([1, 10, 1, 1])])],
  ['bytes that are no text', Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * at * 7 + (at >> 9)) & 255))],
  [
    'a line of 3 MB',
    Buffer.from(`${JSON.stringify({ text: 'long '.repeat(600_000), id: uuid(7) })}\n${transcript(20, 2)}`),
  ],
  ['nothing but ids', Buffer.from(Array.from({ length: 60_000 }, (_, at) => uuid(at % 700)).join(''))],
  [
    'ids without end',
    Buffer.from(
      `${uuid(1)}${'a'.repeat(40)}-${uuid(2)}-${uuid(2).slice(0, 30)}\n-${uuid(3)}0-0000-4000-8000-000000000000`,
    ),
  ],
  ['capital letters', Buffer.from(uuid(0xabcdef).toUpperCase().repeat(50))],
  ['megabytes of lines', Buffer.from(transcript(LINES * 2, 3))],
]

test.each(ODD)('%s', async (_, bytes) => {
  const home = sessionHome()
  writeFileSync(home.path, bytes)
  await keepHome(home)
  const out = join(home.root, 'out')
  const { path, damaged } = await unpack(home.dataDir, recordOf(home.dataDir), out)
  expect(damaged).toEqual([])
  expect(Buffer.compare(readFileSync(path), bytes)).toBe(0)
  expect((await verifyArchive(home.dataDir, { note: false })).damage).toEqual([])
})

test('what comes behind costs what is new, and nothing new costs nothing', async () => {
  const home = sessionHome()
  writeFileSync(home.path, transcript(LINES, 4))
  const first = await keepHome(home)
  expect(await keepHome(home)).toMatchObject({ outcome: 'same', written: 0 })
  appendFileSync(home.path, transcript(100, 5))
  const second = await keepHome(home)
  expect(second.outcome).toBe('more')
  expect(second.written).toBeLessThan(first.written / 10)
  const { path } = await unpack(home.dataDir, recordOf(home.dataDir), join(home.root, 'out'))
  expect(readFileSync(path, 'utf8')).toBe(transcript(LINES, 4) + transcript(100, 5))
  // No earlier version: all of it is in the new one.
  expect(readRecords(home.dataDir, { earlier: true })).toHaveLength(1)
})

test('a copy with other ids costs its ids', async () => {
  const home = sessionHome()
  writeFileSync(home.path, transcript(LINES, 6))
  const first = await keepHome(home)
  const copy = join(home.projectFolder, `${uuid(2)}.jsonl`)
  writeFileSync(copy, transcript(LINES, 6, 7))
  const second = await keepHome({ ...home, path: copy })
  expect(second.parts).toMatchObject([{ part: 'transcript' }])
  expect(second.parts[0]!.fresh).toBeLessThan(LINES * 21)
  expect(second.written).toBeLessThan(first.written / 4)
  const { path } = await unpack(home.dataDir, recordOf(home.dataDir, uuid(2)), join(home.root, 'out'))
  expect(readFileSync(path, 'utf8')).toBe(transcript(LINES, 6, 7))
})

test('a line that is put in costs its surroundings', async () => {
  const home = sessionHome()
  const lines = transcript(LINES, 8).split('\n')
  writeFileSync(home.path, lines.join('\n'))
  const { parts: first } = await keepHome(home)
  writeFileSync(home.path, lines.toSpliced(LINES / 4, 0, row({ put: 'in' }).trim()).join('\n'))
  const { parts: second } = await keepHome(home)
  expect(second[0]!.fresh).toBeLessThan(first[0]!.fresh / 5)
})

test('what the client has cleaned up stays, and what was rewritten is kept as it was', async () => {
  const home = sessionHome()
  putSideFiles(home)
  await keepHome(home)
  rmSync(join(home.projectFolder, home.id, 'tool-results', 'b1.txt'))
  writeFileSync(home.path, row({ another: 1 }))
  await keepHome(home)
  const records = readRecords(home.dataDir, { earlier: true })
  expect(records.map(one => one.version).toSorted()).toEqual([1, undefined])
  const newest = await unpack(home.dataDir, recordOf(home.dataDir), join(home.root, 'new'))
  expect(readFileSync(newest.path, 'utf8')).toBe(row({ another: 1 }))
  expect(newest.files.map(one => one.file.name)).toContain('tool-results/b1.txt')
  const earlier = records.find(one => one.version === 1)!
  expect(readFileSync((await unpack(home.dataDir, earlier.session, join(home.root, 'old'))).path, 'utf8')).toBe(
    home.text,
  )
})

test('every flipped bit is found, and costs only the files that it hits', async () => {
  const home = sessionHome()
  putSideFiles(home)
  writeFileSync(home.path, transcript(100, 9))
  await keepHome(home)
  const other = join(home.projectFolder, `${uuid(2)}.jsonl`)
  writeFileSync(other, transcript(100, 10))
  await keepHome({ ...home, path: other })
  const files = [packsFolder(home.dataDir), recordsFolder(home.dataDir)].flatMap(folder =>
    readdirSync(folder).map(name => join(folder, name)),
  )
  expect(files).toHaveLength(4)
  const truth = new Map([home.id, uuid(2)].map(id => [id, seen(home.configDir)]))
  let harmless = 0
  for (const file of files) {
    const bytes = readFileSync(file)
    const places = Array.from({ length: FLIPS }, (_, at) => Math.floor((at * (bytes.length - 1)) / (FLIPS - 1)))
    for (const place of places) {
      const bad = Buffer.from(bytes)
      bad[place]! ^= 1 << (place % 8)
      writeFileSync(file, bad)
      const { damage, sessionsHit } = await verifyArchive(home.dataDir, { note: false })
      expect(damage, `${file} byte ${place}`).not.toEqual([])
      if (damage.every(one => one.harmless)) {
        harmless++
        expect(sessionsHit).toEqual([])
      } else expect(sessionsHit.length).toBeLessThanOrEqual(1)
      const hit = new Set(sessionsHit.flatMap(one => one.files.map(name => `${one.id}/${name}`)))
      for (const { session } of readRecords(home.dataDir)) {
        const out = join(home.root, 'out')
        rmSync(out, { recursive: true, force: true })
        const { files: given, damaged } = await unpack(home.dataDir, session, out)
        expect(damaged.every(one => hit.has(`${session.id}/${one.file.name}`))).toBe(true)
        expect(given.every(one => !hit.has(`${session.id}/${one.file.name}`))).toBe(true)
        const laid = seen(out)
        for (const [name, { bytes: inFile }] of Object.entries(laid))
          expect(inFile).toBe(truth.get(session.id)![name]!.bytes)
      }
    }
    writeFileSync(file, bytes)
  }
  expect(harmless).toBeGreaterThan(FLIPS)
}, 600_000)

test('what verify has found damaged is kept anew where the session is still there', async () => {
  const home = sessionHome()
  writeFileSync(home.path, transcript(400, 11))
  await keepHome(home)
  const [id] = packIds(home.dataDir)
  const bytes = readFileSync(packPath(home.dataDir, id!))
  bytes[1000]! ^= 4
  writeFileSync(packPath(home.dataDir, id!), bytes)
  expect((await verifyArchive(home.dataDir, { note: true })).sessionsHit).toHaveLength(1)
  expect((await keepHome(home)).written).toBeGreaterThan(0)
  expect((await verifyArchive(home.dataDir, { note: true })).sessionsHit).toEqual([])
  const { path } = await unpack(home.dataDir, recordOf(home.dataDir), join(home.root, 'out'))
  expect(readFileSync(path, 'utf8')).toBe(transcript(400, 11))
})

test('one session is read without the packs of others', async () => {
  const home = sessionHome()
  await keepHome(home)
  const [first] = packIds(home.dataDir)
  const other = put(join(home.projectFolder, `${uuid(2)}.jsonl`), transcript(300, 12))
  await keepHome({ ...home, path: other })
  rmSync(packPath(home.dataDir, first!))
  const { path, damaged } = await unpack(home.dataDir, recordOf(home.dataDir, uuid(2)), join(home.root, 'out'))
  expect(damaged).toEqual([])
  expect(readFileSync(path, 'utf8')).toBe(transcript(300, 12))
  expect((await unpack(home.dataDir, recordOf(home.dataDir, home.id), join(home.root, 'lost'))).damaged).toHaveLength(1)
})

test('pruning frees what nobody names any more, and nothing else', async () => {
  const home = sessionHome()
  writeFileSync(home.path, transcript(LINES / 2, 13))
  await keepHome(home)
  const copy = put(
    join(home.projectFolder, `${uuid(2)}.jsonl`),
    transcript(LINES / 2, 13, 14) + transcript(LINES / 2, 15),
  )
  await keepHome({ ...home, path: copy })
  const size = archiveSize(home.dataDir)
  const request = { dataDir: home.dataDir, forget: (one: { readonly id: string | undefined }) => one.id === home.id }
  const planned = await pruneArchive({ ...request, dryRun: true })
  expect(archiveSize(home.dataDir)).toBe(size)
  const done = await pruneArchive({ ...request, dryRun: false })
  expect(done.forgotten.map(one => one.session.id)).toEqual([home.id])
  expect(done).toMatchObject({ before: planned.before, after: planned.after })
  expect(archiveSize(home.dataDir)).toBe(done.after)
  // The copy takes most of it from the pack of the other one.
  const { path, damaged } = await unpack(home.dataDir, recordOf(home.dataDir), join(home.root, 'out'))
  expect(damaged).toEqual([])
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(copy, 'utf8'))
  expect((await verifyArchive(home.dataDir, { note: false })).damage).toEqual([])
  const all = await pruneArchive({ ...request, forget: () => true, dryRun: false })
  expect(all.after).toBe(0)
  expect(packIds(home.dataDir)).toEqual([])
})

test('nothing is pruned while a record cannot be read', async () => {
  const home = sessionHome()
  await keepHome(home)
  const [name] = readdirSync(recordsFolder(home.dataDir))
  copyFileSync(join(recordsFolder(home.dataDir), name!), join(home.root, 'kept'))
  writeFileSync(join(recordsFolder(home.dataDir), name!), 'nothing of the sort')
  await expect(pruneArchive({ dataDir: home.dataDir, forget: () => false, dryRun: false })).rejects.toThrow(
    StorageError,
  )
  expect(packIds(home.dataDir)).toHaveLength(1)
})

test('frames say how they were compressed; zstd is read, or refused by name', async () => {
  const home = sessionHome()
  writeFileSync(home.path, transcript(200, 16))
  await keepHome(home, { method: 'stored' })
  const out = join(home.root, 'out')
  expect(readFileSync((await unpack(home.dataDir, recordOf(home.dataDir), out)).path, 'utf8')).toBe(transcript(200, 16))
  if (!process.versions.node.startsWith('20.')) return
  // As a newer Node would have written it: the name of the method is all that is looked at before.
  const { decompress } = await import('../../../src/disk/archive/compression.js')
  expect(() => decompress(Buffer.from('x'), 'zstd', 1)).toThrow(/zstd.*Node 22\.15/)
})
