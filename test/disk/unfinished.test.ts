// What a crashed change has left behind, and what the next one makes of it.

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLeftover, temporaryName } from '../../src/disk/atomic-replace.js'
import { changeFiles } from '../../src/disk/change-files.js'
import { endUnfinished } from '../../src/disk/end-unfinished.js'
import { ownIdentity } from '../../src/disk/process-identity.js'
import { listReceipts, type Receipt } from '../../src/disk/receipts.js'
import { findSessionFolder } from '../../src/disk/session-folder.js'
import { noteUnfinished, type Unfinished } from '../../src/disk/unfinished.js'
import { contents, type SessionHome, sessionHome } from './session-home.js'
import { put } from './temp-folder.js'

const ID = '5c0ffee1'
/** A process that is no longer there. */
const DEAD = { pid: spawnSync(process.execPath, ['-e', '']).pid }

/** The note of a change in place with a new side file, as it is when everything is ready. */
async function crashed(home: SessionHome, more: Partial<Unfinished> = {}) {
  const own = join(home.projectFolder, home.id)
  const side = join(own, 'made.txt')
  const temporary = join(home.projectFolder, temporaryName(ID, 1))
  const sideTemporary = join(own, temporaryName(ID, 0))
  const backup = join(home.dataDir, 'backups', ID, '1.bak')
  const ino = (path: string) => `${statSync(path, { bigint: true }).ino}`
  mkdirSync(join(home.dataDir, 'backups', ID), { recursive: true })
  linkSync(home.path, backup)
  put(temporary, 'new')
  put(sideTemporary, 'made')
  const receipt: Receipt = {
    version: 1,
    id: ID,
    time: '2026-01-01T00:00:00.000Z',
    verb: 'strip',
    call: [],
    source: null,
    result: null,
    files: [],
    madeFolders: [own],
  }
  await noteUnfinished(home.dataDir, {
    version: 1,
    id: ID,
    owner: DEAD,
    receipt,
    files: [
      { change: 'created', role: 'side', path: side, temporary: sideTemporary, newIno: ino(sideTemporary) },
      {
        change: 'replaced',
        role: 'session',
        path: home.path,
        temporary,
        backup,
        oldIno: ino(home.path),
        newIno: ino(temporary),
        newSize: 3,
      },
    ],
    madeFolders: [own],
    emptied: [],
    ...more,
  })
  return { side, temporary, sideTemporary }
}

const leftovers = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => isLeftover(name.split('/').at(-1)!))

describe('taken back', () => {
  test.each<[string, (at: { side: string; sideTemporary: string }) => void]>([
    ['nothing had its place yet', () => {}],
    ['the side file had two names', ({ side, sideTemporary }) => linkSync(sideTemporary, side)],
    ['the side file had its place', ({ side, sideTemporary }) => renameSync(sideTemporary, side)],
  ])('%s', async (_, place) => {
    const home = sessionHome()
    const before = contents(home.configDir)
    place(await crashed(home))
    expect(await endUnfinished(home.dataDir)).toEqual([{ receipt: ID, outcome: 'taken-back' }])
    expect(contents(home.configDir)).toEqual(before)
    expect(contents(home.dataDir)).toEqual({ backups: '(folder)', unfinished: '(folder)' })
    expect(await endUnfinished(home.dataDir)).toEqual([])
  })

  test('it was still being made ready: a file that has the name of a side file is somebody else’s', async () => {
    const home = sessionHome()
    const { receipt: _, ...note } = JSON.parse(await noteOf(home)) as Unfinished
    const { side } = await crashed(home)
    await noteUnfinished(home.dataDir, note)
    put(side, 'not ours')
    await endUnfinished(home.dataDir)
    expect(readFileSync(side, 'utf8')).toBe('not ours')
    expect(leftovers(home.root)).toEqual([])
  })

  test('it was being taken back when it crashed: that goes on, although the session file is another one', async () => {
    const home = sessionHome()
    const before = contents(home.configDir)
    const { side, temporary, sideTemporary } = await crashed(home)
    renameSync(sideTemporary, side)
    renameSync(temporary, home.path)
    writeFileSync(`${home.path}.x`, home.text) // put back already, as a file of its own
    renameSync(`${home.path}.x`, home.path)
    put(join(home.dataDir, 'unfinished', `${ID}.back`))
    expect(await endUnfinished(home.dataDir)).toEqual([{ receipt: ID, outcome: 'taken-back' }])
    expect(contents(home.configDir)).toEqual(before)
    expect(readdirSync(join(home.dataDir, 'unfinished'))).toEqual([])
  })

  async function noteOf(home: SessionHome): Promise<string> {
    const { temporary, sideTemporary } = await crashed(home)
    const text = readFileSync(join(home.dataDir, 'unfinished', `${ID}.json`), 'utf8')
    for (const path of [temporary, sideTemporary, join(home.dataDir, 'backups', ID, '1.bak')]) unlinkSync(path)
    return text
  }
})

describe('finished', () => {
  test('the session file had its place: the change stands, and gets its receipt', async () => {
    const home = sessionHome()
    const { side, temporary, sideTemporary } = await crashed(home)
    renameSync(sideTemporary, side)
    renameSync(temporary, home.path)
    expect(await endUnfinished(home.dataDir)).toEqual([{ receipt: ID, outcome: 'finished' }])
    expect([readFileSync(home.path, 'utf8'), readFileSync(side, 'utf8')]).toEqual(['new', 'made'])
    expect(listReceipts(home.dataDir).receipts.map(({ id }) => id)).toEqual([ID])
    expect(existsSync(join(home.dataDir, 'backups', ID, '1.bak'))).toBe(true)
    expect(leftovers(home.root)).toEqual([])
  })

  test('and a client has put another file there since (B1): that stays', async () => {
    const home = sessionHome()
    const { side, temporary, sideTemporary } = await crashed(home)
    renameSync(sideTemporary, side)
    renameSync(temporary, home.path)
    writeFileSync(`${home.path}.x`, 'the client’s')
    renameSync(`${home.path}.x`, home.path)
    expect(await endUnfinished(home.dataDir)).toEqual([{ receipt: ID, outcome: 'finished' }])
    expect(readFileSync(home.path, 'utf8')).toBe('the client’s')
  })
})

describe('left alone', () => {
  test.each([
    ['by a process that is still at it', ownIdentity()],
    ['by a process of another machine', { pid: 1, pidDomain: 'linux:another:pid:[1]' }],
  ])('what is being changed %s', async (_, owner) => {
    const home = sessionHome()
    const { temporary } = await crashed(home, { owner })
    expect(await endUnfinished(home.dataDir)).toEqual([])
    expect(existsSync(temporary)).toBe(true)
  })
})

test('a temporary file is neither a session nor a side file', () => {
  const home = sessionHome()
  const own = join(home.projectFolder, home.id, 'tool-results')
  put(join(own, temporaryName(ID, 3)), '{}')
  const { folder, findings } = findSessionFolder(home.path, home.configDir)
  expect([folder.toolResults, folder.others, findings]).toEqual([[], [], []])
  expect(temporaryName(ID, 3)).not.toMatch(/\.jsonl/)
})

test('half a note, half a receipt and a mark without their change are swept', async () => {
  const home = sessionHome()
  const swept = [
    put(join(home.dataDir, 'receipts', temporaryName('0ddba110', 0))),
    put(join(home.dataDir, 'unfinished', temporaryName('ab', 0))),
    put(join(home.dataDir, 'unfinished', '0ddba110.mark')),
  ]
  await crashed(home, { owner: { pid: 1, pidDomain: 'linux:another:pid:[1]' } })
  const kept = [
    put(join(home.dataDir, 'receipts', temporaryName(ID, 0))),
    put(join(home.dataDir, 'unfinished', `${ID}.mark`)),
  ]
  await endUnfinished(home.dataDir)
  expect([swept.filter(existsSync), kept.filter(existsSync)]).toEqual([[], kept])
})

describe('cannot be ended', () => {
  /** What takes back cannot clear away a folder that has the name of the temporary file. */
  async function stuck() {
    const home = sessionHome()
    const { side, temporary } = await crashed(home)
    unlinkSync(temporary)
    put(join(temporary, 'in-the-way'))
    return { home, side, temporary }
  }
  const change = (home: SessionHome, path: string, dataDir = home.dataDir) =>
    changeFiles({
      dataDir,
      verb: 'strip',
      call: [],
      source: null,
      result: null,
      files: [{ change: 'created', role: 'side', path, content: { kind: 'bytes', bytes: Buffer.from('x') } }],
    })

  test('a change of other files is made all the same, and tells of it', async () => {
    const { home, temporary } = await stuck()
    const { receipt, swept } = await change(home, join(home.root, 'elsewhere', 'x.txt'))
    expect(swept).toEqual([{ receipt: ID, outcome: 'stuck', why: expect.stringContaining(temporary) }])
    expect(listReceipts(home.dataDir).receipts.map(({ id }) => id)).toEqual([receipt.id])
    // And with the next change, when nothing is in the way any more, it is ended.
    rmSync(temporary, { recursive: true })
    const next = await change(home, join(home.root, 'elsewhere', 'y.txt'))
    expect(next.swept).toEqual([{ receipt: ID, outcome: 'taken-back' }])
  })

  test('a change of the same files is refused, also where they are reached through a link', async () => {
    const { home, side } = await stuck()
    symlinkSync(home.configDir, join(home.root, 'link'))
    const linked = join(home.root, 'link', 'projects', '-p', home.id, 'made.txt')
    for (const path of [side, linked]) {
      await expect(change(home, path)).rejects.toMatchObject({
        code: 'change-unfinished',
        exitCode: 3,
        message: expect.stringMatching(
          /^an earlier strip of the same files \(5c0ffee1\) was interrupted .* Nothing was changed/,
        ),
      })
    }
    expect(existsSync(side)).toBe(false)
  })

  test('a note that the disk has lost is in nobody’s way', async () => {
    const home = sessionHome()
    put(join(home.dataDir, 'unfinished', `${ID}.json`), '{"version":1,')
    await change(home, join(home.root, 'x.txt'))
    expect(listReceipts(home.dataDir).receipts).toHaveLength(1)
  })
})

test('an rm was cut off, and a client has made the session anew since: neither of the two is lost', async () => {
  const home = sessionHome()
  await crashed(home, {})
  const text = readFileSync(join(home.dataDir, 'unfinished', `${ID}.json`), 'utf8')
  const note = JSON.parse(text) as Unfinished
  const [, session] = note.files
  const { newIno: _, newSize: __, ...removed } = session!
  await noteUnfinished(home.dataDir, { ...note, files: [{ ...removed, change: 'removed' }] })
  renameSync(home.path, join(home.root, 'gone'))
  put(home.path, 'the client’s')
  expect(await endUnfinished(home.dataDir)).toEqual([{ receipt: ID, outcome: 'finished' }])
  expect(readFileSync(home.path, 'utf8')).toBe('the client’s')
  expect(readFileSync(join(home.dataDir, 'backups', ID, '1.bak'), 'utf8')).toBe(home.text)
})
