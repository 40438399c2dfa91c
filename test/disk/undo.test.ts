// Receipts, what they take back, what they refuse to, and the backups that they need.

import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyChanges } from '../../src/disk/apply-changes.js'
import { type BackupLimits, backupUse } from '../../src/disk/backups.js'
import { fileState } from '../../src/disk/file-state.js'
import { listReceipts, undoneReceipts } from '../../src/disk/receipts.js'
import { removeSession } from '../../src/disk/remove-session.js'
import { findSessionFolder } from '../../src/disk/session-folder.js'
import { planUndo, undoChange } from '../../src/disk/undo-change.js'
import { contents, OLD, putSideFiles, type SessionHome, sessionHome } from './session-home.js'
import { put, uuid } from './temp-folder.js'

const NEW_ID = uuid(2)

function apply(home: SessionHome, kind: 'new-session' | 'in-place', text = '+', limits?: BackupLimits) {
  const { id, path, configDir, projectFolder, dataDir } = home
  return applyChanges({
    verb: 'strip',
    call: ['strip', id],
    source: { id, path, configDir, state: fileState(path) },
    changes: {
      edits: [{ offset: 0, length: 1, content: Buffer.from(text) }],
      sideFiles: [
        { kind: 'write', to: { in: 'own', name: 'tool-results/made.txt' }, content: Buffer.from(`made ${text}`) },
      ],
    },
    target: kind === 'in-place' ? { kind } : { kind, id: NEW_ID, projectFolder, configDir },
    dataDir,
    ...(limits ? { limits } : {}),
  })
}

const remove = ({ path, configDir, dataDir }: SessionHome) =>
  removeSession({ call: ['rm'], found: findSessionFolder(path, configDir), dataDir })

const undo = (home: SessionHome, id?: string) => {
  const { receipts } = listReceipts(home.dataDir)
  const receipt = id === undefined ? receipts.at(-1)! : receipts.find(one => one.id === id)!
  return undoChange(receipt, { dataDir: home.dataDir, call: ['undo'] })
}

describe('taken back', () => {
  test('a new session: it goes, with its side files and folders', async () => {
    const home = sessionHome()
    const before = contents(home.configDir)
    await apply(home, 'new-session')
    expect(contents(home.configDir)).not.toEqual(before)
    await undo(home)
    expect(contents(home.configDir)).toEqual(before)
  })

  test('a change in place: the old content and permissions, and a fresh time where the old one is past the cleanup (B5)', async () => {
    const home = sessionHome()
    chmodSync(home.path, 0o640)
    const before = contents(home.configDir)
    await apply(home, 'in-place')
    await undo(home)
    expect(contents(home.configDir)).toEqual(before)
    expect(statSync(home.path).mode & 0o777).toBe(0o640)
    expect(statSync(home.path).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
  })

  test.each(['in-place', 'removed'])(
    'what was %s has its old time again, where no cleanup takes it then',
    async how => {
      const home = sessionHome()
      const time = Math.floor(Date.now() / 1000) - 3 * 86_400
      utimesSync(home.path, time, time)
      if (how === 'removed') await remove(home)
      else await apply(home, 'in-place')
      await undo(home)
      expect(statSync(home.path).mtimeMs).toBe(time * 1000)
    },
  )

  test('a removal: every side file byte for byte, with fresh times, so that no cleanup takes them (B5)', async () => {
    const home = sessionHome()
    const sides = putSideFiles(home)
    const others = [
      put(join(home.projectFolder, `${uuid(3)}.jsonl`), 'another session', OLD),
      put(join(home.configDir, 'tasks', uuid(3), '1.json'), 'its task', OLD),
    ]
    chmodSync(sides[8]!, 0o755)
    const before = contents(home.configDir)
    await remove(home)
    expect([home.path, ...sides].filter(existsSync)).toEqual([])
    expect(others.filter(existsSync)).toEqual(others)
    expect(Object.keys(contents(home.configDir)).filter(name => name.includes(home.id))).toEqual([])
    await undo(home)
    expect(contents(home.configDir)).toEqual(before)
    for (const path of [home.path, ...sides]) expect(statSync(path).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
    expect(statSync(sides[8]!).mode & 0o777).toBe(0o755)
  })

  test('the taking back itself, and that again', async () => {
    const home = sessionHome()
    const before = contents(home.configDir)
    const { receipt } = await apply(home, 'new-session')
    const after = contents(home.configDir)
    const first = await undo(home)
    const second = await undo(home)
    expect(contents(home.configDir)).toEqual(after)
    const { receipts } = listReceipts(home.dataDir)
    expect([...undoneReceipts(receipts)]).toEqual([[first.receipt.id, second.receipt.id]])
    await undo(home)
    expect(contents(home.configDir)).toEqual(before)
    expect(undoneReceipts(listReceipts(home.dataDir).receipts).get(receipt.id)).toBe(first.receipt.id)
  })

  test('a side file that the client’s cleanup has taken is not missed (B5)', async () => {
    const home = sessionHome()
    const before = contents(home.configDir)
    await apply(home, 'new-session')
    rmSync(join(home.projectFolder, NEW_ID, 'tool-results', 'made.txt'))
    await undo(home)
    expect(contents(home.configDir)).toEqual(before)
  })
})

describe('refused, with the reason and nothing changed', () => {
  const cases: readonly (readonly [
    string,
    (home: SessionHome) => Promise<unknown>,
    (home: SessionHome) => void,
    RegExp,
  ])[] = [
    [
      'the new session was gone on with',
      home => apply(home, 'new-session'),
      home => appendFileSync(join(home.projectFolder, `${NEW_ID}.jsonl`), '{}\n'),
      /\.jsonl has changed since/,
    ],
    [
      'a side file of it was changed',
      home => apply(home, 'new-session'),
      home => appendFileSync(join(home.projectFolder, NEW_ID, 'tool-results', 'made.txt'), 'x'),
      /made\.txt has changed since/,
    ],
    [
      'the new session is gone',
      home => apply(home, 'new-session'),
      home => rmSync(join(home.projectFolder, `${NEW_ID}.jsonl`)),
      /no longer exists/,
    ],
    [
      'the session was gone on with after a change in place',
      home => apply(home, 'in-place'),
      home => appendFileSync(home.path, '{}\n'),
      /has changed since/,
    ],
    ['the removed session is there again', remove, home => writeFileSync(home.path, ''), /exists again/],
    [
      'the backup is gone',
      remove,
      home => rmSync(join(home.dataDir, 'backups'), { recursive: true }),
      /the backup of .* is gone/,
    ],
    [
      'the backup is damaged',
      remove,
      home => {
        const [id] = readdirSync(join(home.dataDir, 'backups'))
        truncateSync(join(home.dataDir, 'backups', id!, '0.bak'), 5)
      },
      /the backup of .* is damaged/,
    ],
  ]

  test.each(cases)('%s', async (_, change, then, reason) => {
    const home = sessionHome()
    await change(home)
    then(home)
    const now = contents(home.configDir)
    const [receipt] = listReceipts(home.dataDir).receipts
    expect(planUndo(receipt!, home.dataDir).reasons).toEqual([expect.stringMatching(reason)])
    await expect(undo(home)).rejects.toMatchObject({
      code: 'undo-refused',
      exitCode: 1,
      message: expect.stringMatching(reason),
    })
    expect(contents(home.configDir)).toEqual(now)
    expect(listReceipts(home.dataDir).receipts).toHaveLength(1)
  })

  test('a client is running on the session', async () => {
    const home = sessionHome()
    await apply(home, 'in-place')
    put(join(home.configDir, 'sessions', '1.json'), JSON.stringify({ pid: process.pid, sessionId: home.id }))
    await expect(undo(home)).rejects.toMatchObject({ code: 'session-live', exitCode: 1 })
    await expect(remove(home)).rejects.toMatchObject({ code: 'session-live', exitCode: 1 })
  })
})

describe('receipts', () => {
  test('say what came from what', async () => {
    const home = sessionHome()
    const { receipt, sha256 } = await apply(home, 'new-session')
    const [listed, ...rest] = listReceipts(home.dataDir).receipts
    expect(rest).toEqual([])
    expect(listed).toEqual(receipt)
    expect(listed).toMatchObject({
      verb: 'strip',
      call: ['strip', home.id],
      source: { id: home.id, path: home.path, size: Buffer.byteLength(home.text) },
      result: { id: NEW_ID, sha256 },
      files: [
        { change: 'created', role: 'side' },
        { change: 'created', role: 'session' },
      ],
    })
  })

  test('what is no receipt is told and does no harm', async () => {
    const home = sessionHome()
    await apply(home, 'new-session')
    for (const [at, text] of ['', '{', 'null', '{"version":2}', '{"version":1,"id":"../../../x"}'].entries()) {
      put(join(home.dataDir, 'receipts', `x${at}.json`), text)
    }
    const { receipts, findings } = listReceipts(home.dataDir)
    expect(receipts).toHaveLength(1)
    expect(findings.map(({ code }) => code)).toEqual(Array(5).fill('file-unreadable'))
  })

  test('none yet', () => {
    expect(listReceipts(join(sessionHome().dataDir))).toEqual({ receipts: [], findings: [] })
  })

  test('only the owner can read what is kept', async () => {
    const home = sessionHome()
    await apply(home, 'in-place')
    for (const folder of ['', 'receipts', 'backups']) {
      expect(statSync(join(home.dataDir, folder)).mode & 0o077).toBe(0)
    }
  })
})

describe('backups are bounded', () => {
  test('by their number: the oldest go first', async () => {
    const home = sessionHome()
    for (const text of ['a', 'b', 'c', 'd']) {
      await apply(home, 'in-place', text, { bytes: 1e9, changes: 2 })
    }
    const { receipts } = listReceipts(home.dataDir)
    expect(readdirSync(join(home.dataDir, 'backups')).toSorted()).toEqual(
      receipts
        .slice(-2)
        .map(({ id }) => id)
        .toSorted(),
    )
    await undo(home)
    expect(readFileSync(home.path, 'utf8')[0]).toBe('c')
  })

  test('by their size, but the last one stays however large it is', async () => {
    const home = sessionHome(50)
    const size = statSync(home.path).size
    for (const text of ['a', 'b', 'c']) await apply(home, 'in-place', text, { bytes: 10, changes: 100 })
    expect(backupUse(home.dataDir)).toMatchObject({ changes: 1 })
    expect(backupUse(home.dataDir).bytes).toBeGreaterThanOrEqual(size)
    await undo(home)
    expect(readFileSync(home.path, 'utf8')[0]).toBe('b')
  })
})

test('a folder of side files that cannot be read: nothing is removed', async () => {
  const home = sessionHome()
  putSideFiles(home)
  const found = findSessionFolder(home.path, home.configDir)
  const unread = { code: 'file-unreadable', severity: 'loses', path: 'x', message: 'x: permission denied' } as const
  const before = contents(home.configDir)
  const request = { call: [], found: { ...found, findings: [unread] }, dataDir: home.dataDir }
  await expect(removeSession(request)).rejects.toMatchObject({ code: 'file-unreadable', exitCode: 3 })
  expect(contents(home.configDir)).toEqual(before)
})
