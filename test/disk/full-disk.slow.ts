// A disk that is really full, and one that cannot be written to (quality.md 11): a small file system in memory, mounted
// for the test. Every change ends with an error and the files as they were.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { endUnfinished, listReceipts } from '../../src/disk/index.js'
import { bundledWorker } from './bundled-worker.js'
import type { Change } from './change-worker.js'
import { filesOf, fillHome, leftoversIn, sameFiles, tornFiles } from './faulty-home.js'

let base = ''
let worker = ''
beforeAll(async () => {
  ;({ folder: base, worker } = await bundledWorker('change-worker.ts'))
})

const canMount = tryToMount()
if (!canMount) console.error('SKIPPED: no file system can be mounted here, so none was filled')

function tryToMount(): boolean {
  if (process.platform !== 'linux') return false
  const trial = mkdtempSync(join(tmpdir(), 'rethread-mount-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', trial])
  if (status === 0) execFileSync('umount', [trial])
  rmdirSync(trial)
  return status === 0
}

describe.skipIf(!canMount)('a full disk', () => {
  // From nearly enough to nothing at all. The old file has 1.3 MB, the new one 2.1 MB.
  const FREE = [2_090_000, 2_000_000, 1_500_000, 700_000, 400_000, 100_000, 40_000, 20_000, 8_000, 4_000, 0]
  const CHANGES: readonly Change[] = ['in-place', 'new-session']
  const cases = FREE.flatMap(free => CHANGES.map(change => [change, free] as const))

  test.each(cases)('%s with %i bytes left', (change, free) => {
    const root = join(base, `full-${change}-${free}`)
    onSmallDisk(root, () => {
      fillHome(root)
      const before = filesOf(root)
      const { bavail, bsize } = statfsSync(root)
      writeFileSync(join(root, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - free - 4096)))
      const { status, stderr } = spawnSync(process.execPath, [worker, change, root], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([3, expect.stringMatching(/ENOSPC/)])
      expect(tornFiles(root)).toEqual([])
      expect(filesOf(root)).toEqual(before)
      expect(leftoversIn(root)).toEqual([])
      expect(listReceipts(join(root, 'data')).receipts).toEqual([])
      // With room again it goes through.
      rmSync(join(root, 'ballast'))
      expect(spawnSync(process.execPath, [worker, change, root], { encoding: 'utf8' }).stderr).toBe('')
      expect(listReceipts(join(root, 'data')).receipts).toHaveLength(1)
    })
  })
})

// Page by page up to where there is room enough: somewhere on the way the files have their room, and the receipt has not.
test.skipIf(!canMount).each<[Change, readonly Change[]]>([
  ['in-place', []],
  ['new-session', []],
  ['rm', []],
  ['undo', ['in-place']],
])('a disk with a page more each time, %s after %j: all or nothing', (change, earlier) => {
  const root = join(base, `pages-${change}`)
  const ended: number[] = []
  let free = change === 'rm' ? 0 : change === 'undo' ? 1_295_000 : 2_095_000
  while (ended.at(-1) !== 0) {
    onSmallDisk(root, () => {
      fillHome(root)
      const run = (what: Change) => spawnSync(process.execPath, [worker, what, root], { encoding: 'utf8' })
      for (const what of earlier) expect(run(what).stderr).toBe('')
      const before = filesOf(root)
      const { bavail, bsize } = statfsSync(root)
      writeFileSync(join(root, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - free)))
      const { status, stderr } = run(change)
      ended.push(status!)
      expect([status, stderr]).toEqual(status === 0 ? [0, ''] : [3, expect.stringMatching(/ENOSPC/)])
      expect(tornFiles(root)).toEqual([])
      expect(sameFiles(filesOf(root), before)).toBe(status !== 0)
      expect(listReceipts(join(root, 'data')).receipts).toHaveLength(earlier.length + (status === 0 ? 1 : 0))
      expect(leftoversIn(root)).toEqual([])
    })
    rmdirSync(root)
    free += 4096
  }
  console.log(`${change}: ${ended.length - 1} times too little room, nothing changed`)
  expect(ended.length).toBeGreaterThan(3)
})

test.skipIf(!canMount)('a change that failed on a read-only disk is in nobody’s way elsewhere', () => {
  const root = join(base, 'read-only-config')
  const other = join(base, 'other-config')
  mkdirSync(other)
  fillHome(other)
  const dataDir = join(root, 'data')
  mkdirSync(dataDir, { recursive: true })
  onSmallDisk(join(root, 'claude'), () => {
    fillHome(root)
    const before = filesOf(root)
    execFileSync('mount', ['-o', 'remount,ro', join(root, 'claude')])
    const failed = spawnSync(process.execPath, [worker, 'in-place', root], { encoding: 'utf8' })
    expect([failed.status, failed.stderr]).toEqual([3, expect.stringMatching(/read-only/)])
    expect(filesOf(root)).toEqual(before)
    expect(leftoversIn(root)).toEqual([])
    const elsewhere = spawnSync(process.execPath, [worker, 'in-place', other, dataDir], { encoding: 'utf8' })
    expect([elsewhere.status, elsewhere.stderr]).toEqual([0, ''])
  })
})

test.skipIf(!canMount)(
  'a change was killed, and its disk is read-only since: others are made, its own files wait',
  () => {
    const root = join(base, 'killed-config')
    const other = join(base, 'third-config')
    mkdirSync(other)
    fillHome(other)
    const dataDir = join(root, 'data')
    mkdirSync(dataDir, { recursive: true })
    onSmallDisk(join(root, 'claude'), () => {
      fillHome(root)
      const before = filesOf(root)
      const run = (what: Change, where: string) =>
        spawnSync(process.execPath, [worker, what, where, dataDir], { encoding: 'utf8' })
      // On another disk than the data dir there is one link for each file that is replaced, and one for the new one.
      const kill = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=rename', '-e', 'inject=rename:signal=KILL:when=3']
      spawnSync('strace', [...kill, process.execPath, worker, 'in-place', root, dataDir])
      expect(leftoversIn(root)).not.toEqual([])
      execFileSync('mount', ['-o', 'remount,ro', join(root, 'claude')])
      expect(run('in-place', other)).toMatchObject({ status: 0, stderr: '' })
      expect(run('rm', root)).toMatchObject({
        status: 3,
        stderr: expect.stringMatching(
          /an earlier strip of the same files .* can be neither .*read-only.*Nothing was changed/,
        ),
      })
      execFileSync('mount', ['-o', 'remount,rw', join(root, 'claude')])
      expect(run('sweep', other)).toMatchObject({ status: 0, stderr: '' })
      expect(filesOf(root)).toEqual(before)
      expect(leftoversIn(root)).toEqual([])
    })
  },
)

test.skipIf(!canMount).each<Change>(['in-place', 'new-session', 'rm'])('a read-only disk: %s', async change => {
  const root = join(base, `read-only-${change}`)
  await onSmallDisk(root, async () => {
    fillHome(root)
    const before = filesOf(root)
    execFileSync('mount', ['-o', 'remount,ro', root])
    const { status, stderr } = spawnSync(process.execPath, [worker, change, root], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([3, expect.stringMatching(/read-only/)])
    expect(filesOf(root)).toEqual(before)
    expect(await endUnfinished(join(root, 'data'))).toEqual([])
  })
})

function onSmallDisk<T>(root: string, use: () => T): T {
  mkdirSync(root, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', root])
  const unmount = () => execFileSync('umount', [root])
  let waits = false
  try {
    const result = use()
    if (result instanceof Promise) {
      waits = true
      return result.finally(unmount) as T
    }
    return result
  } finally {
    if (!waits) unmount()
  }
}

test.skipIf(!canMount)('a data dir on another file system: what goes is copied there, and comes back', () => {
  const root = join(base, 'two-disks')
  mkdirSync(root)
  fillHome(root)
  const before = filesOf(root)
  onSmallDisk(join(root, 'data'), () => {
    for (const change of ['in-place', 'rm'] as const) {
      const run = (what: Change) => spawnSync(process.execPath, [worker, what, root], { encoding: 'utf8' })
      expect(run(change).stderr).toBe('')
      expect(filesOf(root)).not.toEqual(before)
      expect(run('undo').stderr).toBe('')
      expect(filesOf(root)).toEqual(before)
      expect(leftoversIn(root)).toEqual([])
    }
  })
})
