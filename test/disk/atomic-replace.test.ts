// A file is written whole and then named, or nothing of it is left: each step by itself. What several of them do together
// is in every-call.test.ts and faults.slow.ts.

import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  codeOf,
  isLeftover,
  makeFolder,
  removeIfThere,
  replaceFile,
  syncFolder,
  takeEmptyPlace,
  takePlace,
  temporaryName,
  writeError,
  writeTemporary,
} from '../../src/disk/atomic-replace.js'
import { fileState } from '../../src/disk/file-state.js'
import { InputError, StorageError } from '../../src/format/error.js'
import { openFilesIn } from '../open-files.js'
import { withFault } from './every-call.js'
import { put, tempFolder } from './temp-folder.js'

const bytes = (text: string) => ({ kind: 'bytes', bytes: Buffer.from(text) }) as const
const SHA_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const isRoot = process.getuid?.() === 0
const modeOf = (path: string): number => statSync(path).mode & 0o777

describe('a temporary file', () => {
  test('holds the bytes, for its owner alone, and says what it is', async () => {
    const path = join(tempFolder(), 't')
    const ready = await writeTemporary(path, bytes('abc'))
    expect(ready).toEqual({ temporary: path, size: 3, sha256: SHA_OF_ABC, ino: `${statSync(path).ino}` })
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['abc', 0o600])
  })

  test('of a file: with its permissions, and its hash before the edits', async () => {
    const folder = tempFolder()
    const from = put(join(folder, 'from'), 'abc')
    const path = join(folder, 't')
    const edits = [{ offset: 1, length: 1, content: Buffer.from('xy') }]
    const ready = await writeTemporary(path, { kind: 'file', path: from, state: fileState(from), edits })
    expect(readFileSync(path, 'utf8')).toBe('axyc')
    expect(ready).toMatchObject({ size: 4, source: { size: 3, sha256: SHA_OF_ABC } })
    expect(modeOf(path)).toBe(modeOf(from))
    // As large as it was when it was read.
    const state = fileState(from)
    writeFileSync(from, 'more', { flag: 'a' })
    const grown = await writeTemporary(join(folder, 'u'), { kind: 'file', path: from, state })
    expect(grown.source).toEqual({ size: 3, sha256: SHA_OF_ABC })
    expect((await writeTemporary(join(folder, 'v'), { kind: 'file', path: from })).size).toBe(7)
  })

  test('of an open file, which stays open', async () => {
    const folder = tempFolder()
    const fd = openSync(put(join(folder, 'from'), 'abc'), 'r')
    await writeTemporary(join(folder, 't'), { kind: 'descriptor', fd })
    expect(await writeTemporary(join(folder, 'u'), { kind: 'descriptor', fd })).toMatchObject({ sha256: SHA_OF_ABC })
  })

  test('with the permissions and the time that are asked for', async () => {
    const folder = tempFolder()
    const from = put(join(folder, 'from'), 'abc', 1_700_000_000)
    const path = join(folder, 't')
    await writeTemporary(path, { kind: 'file', path: from }, { like: { mode: 0o100640 }, keepTime: true })
    expect([modeOf(path), statSync(path).mtimeMs]).toEqual([0o640, 1_700_000_000_000])
    await writeTemporary(join(folder, 'u'), { kind: 'file', path: from })
    expect(statSync(join(folder, 'u')).mtimeMs).toBeGreaterThan(1_700_000_000_000)
    utimesSync(from, 1, 1)
    await writeTemporary(join(folder, 'v'), bytes('x'), { keepTime: true })
    expect(statSync(join(folder, 'v')).mtimeMs).toBeGreaterThan(1_700_000_000_000)
  })

  test.runIf(isRoot)('with the owner that is asked for', async () => {
    const path = join(tempFolder(), 't')
    await writeTemporary(path, bytes('x'), { like: { mode: 0o644, uid: 12, gid: 34 } })
    const { uid, gid } = statSync(path)
    expect([uid, gid, modeOf(path)]).toEqual([12, 34, 0o644])
    for (const [name, like] of [
      ['u', { mode: 0o600, uid: 12 }],
      ['v', { mode: 0o600, gid: 34 }],
    ] as const) {
      const other = join(tempFolder(), name)
      await writeTemporary(other, bytes('x'), { like })
      expect(statSync(other)).toMatchObject(
        like.mode ? { uid: 'uid' in like ? 12 : 0, gid: 'gid' in like ? 34 : 0 } : {},
      )
    }
  })

  test('never over one that is there', async () => {
    const path = put(join(tempFolder(), 't'), 'mine')
    await expect(writeTemporary(path, bytes('x'))).rejects.toMatchObject({ code: 'write-failed' })
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  test.each(['writeSync', 'fsyncSync', 'fchmodSync'] as const)(
    'is gone where %s fails, and nothing stays open',
    async of => {
      const folder = tempFolder()
      const from = put(join(folder, 'from'), 'abc')
      const write = () => writeTemporary(join(folder, 't'), { kind: 'file', path: from }, { like: { mode: 0o640 } })
      const { outcome } = await withFault({ at: 0, of, kind: 'fails', code: 'ENOSPC' }, write)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'write-failed' } })
      expect(readdirSync(folder)).toEqual(['from'])
      expect(openFilesIn(folder)).toBe(0)
    },
  )

  test('what it is taken from is missing, or no file: nothing is begun', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'from'))
    for (const path of [join(folder, 'none'), join(folder, 'from')])
      await expect(writeTemporary(join(folder, 't'), { kind: 'file', path })).rejects.toBeInstanceOf(StorageError)
    expect(readdirSync(folder)).toEqual(['from'])
  })

  test('an interruption ends it, also in the midst of a large one', async () => {
    const folder = tempFolder()
    const from = put(join(folder, 'from'), Buffer.alloc(20 * 1024 * 1024, 'x'))
    const waits = new AbortController()
    const written = writeTemporary(join(folder, 't'), { kind: 'file', path: from }, { signal: waits.signal })
    waits.abort()
    await expect(written).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['from'])
    // Others get their turn before it is done.
    const later = new AbortController()
    const second = writeTemporary(join(folder, 't'), { kind: 'file', path: from }, { signal: later.signal })
    let turns = 0
    const count = (): void => {
      if (++turns < 100) setImmediate(count)
    }
    setImmediate(count)
    await second
    expect(turns).toBeGreaterThan(0)
    expect(turns).toBeLessThan(50)
  })
})

describe('takes its place', () => {
  test('whatever stood there', () => {
    const folder = tempFolder()
    takePlace(put(join(folder, 't'), 'new'), put(join(folder, 'target'), 'old'))
    expect([readdirSync(folder), readFileSync(join(folder, 'target'), 'utf8')]).toEqual([['target'], 'new'])
  })

  test('only where nothing stands', () => {
    const folder = tempFolder()
    const temporary = put(join(folder, 't'), 'new')
    const target = put(join(folder, 'target'), 'old')
    expect(() => takeEmptyPlace(temporary, target)).toThrow(InputError)
    expect(() => takeEmptyPlace(temporary, target)).toThrow(`${target} already exists`)
    expect(readFileSync(target, 'utf8')).toBe('old')
    takeEmptyPlace(temporary, join(folder, 'empty'))
    expect(readdirSync(folder)).toEqual(['empty', 'target'])
  })

  test.each(['EPERM', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'without links (%s): the same',
    async code => {
      const folder = tempFolder()
      const temporary = put(join(folder, 't'), 'new')
      const target = put(join(folder, 'target'), 'old')
      const fault = { at: 0, of: 'linkSync', kind: 'fails', code } as const
      const taken = await withFault(fault, async () => takeEmptyPlace(temporary, target))
      expect(taken.outcome).toMatchObject({ status: 'rejected', reason: { code: 'file-exists' } })
      expect(readFileSync(target, 'utf8')).toBe('old')
      const { outcome } = await withFault(fault, async () => takeEmptyPlace(temporary, join(folder, 'empty')))
      expect(outcome.status).toBe('fulfilled')
      expect([readdirSync(folder), readFileSync(join(folder, 'empty'), 'utf8')]).toEqual([['empty', 'target'], 'new'])
    },
  )

  test('any other failure is one', async () => {
    const folder = tempFolder()
    const temporary = put(join(folder, 't'), 'new')
    const fault = { at: 0, of: 'linkSync', kind: 'fails', code: 'EIO' } as const
    const { outcome } = await withFault(fault, async () => takeEmptyPlace(temporary, join(folder, 'empty')))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'EIO' } })
    expect(readdirSync(folder)).toEqual(['t'])
  })
})

describe('a small file of our own', () => {
  test('is replaced or made, and synced before it has its name and after', async () => {
    const path = join(tempFolder(), 'note')
    for (const text of ['one', 'two']) {
      const { calls } = await withFault(undefined, () => replaceFile(path, Buffer.from(text)))
      expect(calls.join()).toMatch(/writeSync.*fsyncSync.*renameSync.*fsyncSync/)
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
    expect(modeOf(path)).toBe(0o600)
  })

  test.each(['renameSync', 'writeSync'] as const)('as it was where %s fails', async of => {
    const folder = tempFolder()
    const path = put(join(folder, 'note'), 'old')
    const { outcome } = await withFault({ at: 0, of, kind: 'fails' }, () => replaceFile(path, Buffer.from('new')))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'write-failed' } })
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['note'], 'old'])
  })
})

describe('folders', () => {
  test('are made with those above them, for the owner alone, and each is on the disk', async () => {
    const root = tempFolder()
    const { calls } = await withFault(undefined, async () => makeFolder(join(root, 'a', 'b', 'c')))
    expect(['a', 'a/b', 'a/b/c'].map(name => modeOf(join(root, name)))).toEqual([0o700, 0o700, 0o700])
    expect(calls.filter(name => name === 'fsyncSync')).toHaveLength(3)
    const again = await withFault(undefined, async () => makeFolder(join(root, 'a', 'b', 'c')))
    expect(again.calls).not.toContain('fsyncSync')
  })

  test.each(['EINVAL', 'ENOTSUP'])('some cannot be synced (%s)', async code => {
    const folder = tempFolder()
    const fault = { at: 0, of: 'fsyncSync', kind: 'fails', code } as const
    expect((await withFault(fault, async () => syncFolder(folder))).outcome.status).toBe('fulfilled')
    const real = await withFault({ ...fault, code: 'EIO' }, async () => syncFolder(folder))
    expect(real.outcome).toMatchObject({ status: 'rejected', reason: { code: 'EIO' } })
    expect(openFilesIn(folder)).toBe(0)
  })
})

test('what is not there is removed already; what cannot be removed is told', async () => {
  const path = put(join(tempFolder(), 'x'))
  const fault = { at: 0, of: 'unlinkSync', kind: 'fails', code: 'EROFS' } as const
  const stays = await withFault(fault, async () => removeIfThere(path))
  expect(stays.outcome).toMatchObject({ status: 'rejected', reason: { code: 'EROFS' } })
  removeIfThere(path)
  expect(existsSync(path)).toBe(false)
  removeIfThere(path)
  expect((await withFault(fault, async () => removeIfThere(path))).outcome.status).toBe('fulfilled')
})

describe('what the system refused', () => {
  const refused = (more: object): Error =>
    writeError(Object.assign(new Error('x'), { syscall: 'open', ...more }), '/own')

  test.each([
    ['ENOSPC', 'no space left on device (ENOSPC)'],
    ['EDQUOT', 'disk quota exceeded (EDQUOT)'],
    ['Unknown system error -122', 'disk quota exceeded (EDQUOT)'],
    ['EACCES', 'permission denied (EACCES)'],
    ['EPERM', 'permission denied (EPERM)'],
    ['EROFS', 'read-only file system (EROFS)'],
    ['EIO', 'system error EIO'],
  ])('%s', (code, words) => {
    expect(refused({ code })).toMatchObject({
      code: 'write-failed',
      message: `cannot write /own: ${words}`,
      exitCode: 3,
    })
  })

  test('names the file that it was about', () => {
    expect(refused({ code: 'EIO', path: '/a' }).message).toContain('/a')
    expect(refused({ code: 'EIO', path: '/a', dest: '/b' }).message).toContain('/b')
  })

  test('errors of ours, and mistakes, are passed on', () => {
    for (const error of [new InputError('x', 'y'), new TypeError('z')]) expect(writeError(error, '/own')).toBe(error)
    expect([codeOf({ code: 'E' }), codeOf(null), codeOf(undefined)]).toEqual(['E', undefined, undefined])
  })
})

test('temporary names are told from all others', () => {
  expect(isLeftover(temporaryName('0a1b', 12))).toBe(true)
  for (const name of [
    '.rethread-xyz-1.tmp',
    'rethread-0a-1.tmp',
    '.rethread-0a-1.tmp.jsonl',
    'x.rethread-0a-1.tmp',
    '.rethread-0a-.tmp',
  ])
    expect(isLeftover(name)).toBe(false)
})
