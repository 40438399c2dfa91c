// Two processes at the same files at once: each system call that gives a file its name is made slow, so that whatever
// can come in between does. What is made has a receipt and can be taken back, the rest is refused, and no file is torn.

import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listReceipts } from '../../src/disk/index.js'
import { bundledWorker } from './bundled-worker.js'
import type { Change } from './change-worker.js'
import { filesOf, fillHome, leftoversIn, sameFiles, tornFiles } from './faulty-home.js'

const hasStrace = spawnSync('strace', ['-V']).status === 0
if (!hasStrace) console.error('SKIPPED: strace is missing, so no process was made slow (apt-get install strace)')

let base = ''
let worker = ''
beforeAll(async () => {
  ;({ folder: base, worker } = await bundledWorker('change-worker.ts'))
})

interface Ended {
  readonly code: number
  readonly said: string
}

function start(
  what: Change,
  root: string,
  inject: readonly string[] = [],
  dataDir = join(root, 'data'),
): Promise<Ended> {
  const slow = inject.length > 0 ? ['strace', '-f', '-qq', '-o', '/dev/null', ...inject] : []
  const [program, ...words] = [...slow, process.execPath, worker, what, root, dataDir]
  return new Promise(done => {
    execFile(program!, words, (error, _, said) => done({ code: error === null ? 0 : Number(error.code ?? -1), said }))
  })
}

const DELAYED = (ms: number): readonly string[] => [
  '-e',
  'trace=rename',
  '-e',
  `inject=rename:delay_enter=${ms * 1000}`,
]

function home(name: string): string {
  const root = join(base, name)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root)
  fillHome(root)
  return root
}

describe.skipIf(!hasStrace)('two processes', () => {
  test.each([20, 60, 120, 200])('change one session in place, with renames that take %i ms', async delay => {
    const root = home(`in-place-${delay}`)
    const before = filesOf(root)
    const ended = await Promise.all([start('in-place', root, DELAYED(delay)), start('in-place', root, DELAYED(delay))])
    expect(tornFiles(root)).toEqual([])
    expect(ended.map(one => one.code).toSorted()).toEqual([0, 1])
    expect(ended.map(one => one.said).join('')).toMatch(/was rewritten since|is gone since|another rethread \(process/)
    expect(listReceipts(join(root, 'data')).receipts).toHaveLength(1)
    expect(await start('undo', root)).toEqual({ code: 0, said: '' })
    expect(filesOf(root)).toEqual(before)
    expect(leftoversIn(root)).toEqual([])
  })

  test.each([20, 100])('with data dirs of their own, and renames that take %i ms: at most one is made', async delay => {
    const root = home(`two-data-dirs-${delay}`)
    const before = filesOf(root)
    const [after, dataDirs] = [home('after'), ['data', 'other-data'].map(name => join(root, name))]
    expect((await start('in-place', after)).code).toBe(0)
    const ended = await Promise.all(dataDirs.map(dataDir => start('in-place', root, DELAYED(delay), dataDir)))
    const made = ended.filter(one => one.code === 0).length
    expect([ended.filter(one => ![0, 1].includes(one.code)), made < 2, tornFiles(root)]).toEqual([[], true, []])
    expect(filesOf(root)).toEqual(made > 0 ? filesOf(after) : before)
    expect(dataDirs.flatMap(dataDir => listReceipts(dataDir).receipts)).toHaveLength(made)
    expect(leftoversIn(root)).toEqual([])
  })

  // The change is killed while files take their places: some of it must be put back then.
  test.each([1, 2, 3, 4, 5, 6, 7])('end one change that was killed, at its %i. renaming', async at => {
    const after = home('after')
    expect((await start('in-place', after)).code).toBe(0)
    const root = home(`swept-${at}`)
    const before = filesOf(root)
    const kill = ['-e', 'trace=rename', '-e', `inject=rename:signal=KILL:when=${at}`]
    await start('in-place', root, kill)
    const ended = await Promise.all([1, 2, 3].map(() => start('sweep', root, DELAYED(30))))
    expect(ended).toEqual(Array(3).fill({ code: 0, said: '' }))
    expect(tornFiles(root)).toEqual([])
    const isNew = sameFiles(filesOf(root), filesOf(after))
    expect(isNew || sameFiles(filesOf(root), before)).toBe(true)
    expect(listReceipts(join(root, 'data')).receipts).toHaveLength(isNew ? 1 : 0)
    expect(leftoversIn(root)).toEqual([])
  })
})
