// Several processes at the archive at once: archiving the same sessions, pruning, verifying; slowed down where files get
// their names. Nothing is lost, and each says the truth.

import { execFile } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readRecords, unpack, verifyArchive } from '../../../src/disk/archive/index.js'
import { bundledWorker } from '../bundled-worker.js'
import { filesOf, fillHome, OTHERS, SESSION, sameFiles, sessionPath } from '../faulty-home.js'
import { hasStrace } from '../strace.js'
import type { Step } from './archive-worker.js'

let base = ''
let worker = ''
beforeAll(async () => {
  ;({ folder: base, worker } = await bundledWorker('archive/archive-worker.ts'))
})

interface Ended {
  readonly code: number
  readonly said: string
}

function start(step: Step, root: string): Promise<Ended> {
  const slow = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=rename', '-e', 'inject=rename:delay_enter=20000']
  const [program, ...words] = [...slow, process.execPath, worker, step, root]
  return new Promise(done => {
    execFile(program!, words, (error, _, said) => done({ code: error === null ? 0 : Number(error.code ?? -1), said }))
  })
}

async function expectAllKept(root: string, ids: readonly string[]): Promise<void> {
  const dataDir = join(root, 'data', 'rethread')
  const records = readRecords(dataDir, { broken: path => expect.unreachable(path) })
  expect(records.map(one => one.session.id).toSorted()).toEqual([...ids].toSorted())
  for (const { session } of records) {
    const { path, damaged } = await unpack(dataDir, session, join(root, 'out'))
    expect(damaged).toEqual([])
    expect(readFileSync(path).equals(readFileSync(session.path))).toBe(true)
  }
  expect((await verifyArchive(dataDir, { note: false })).damage).toEqual([])
}

describe.skipIf(!hasStrace)('at once', () => {
  test('the same sessions archived by four', async () => {
    const root = join(base, 'four')
    fillHome(root)
    const before = filesOf(root)
    const ended = await Promise.all(Array.from({ length: 4 }, () => start('archive', root)))
    expect(ended).toEqual(ended.map(() => ({ code: 0, said: '' })))
    expect(sameFiles(filesOf(root), before)).toBe(true)
    await expectAllKept(root, [SESSION, ...OTHERS])
  }, 300_000)

  test('archived, pruned and verified', async () => {
    const root = join(base, 'mixed')
    fillHome(root)
    expect(await start('archive', root)).toEqual({ code: 0, said: '' })
    appendFileSync(sessionPath(root), 'more\n')
    const [verified, pruned, archived] = await Promise.all([
      start('verify', root),
      start('prune', root),
      start('archive', root),
    ])
    // A pack may go while it is verified, as long as nobody needs it: then it is not found sound, and nothing is lost.
    expect([0, 1]).toContain(verified.code)
    expect([0, 2]).toContain(pruned.code)
    expect(archived).toEqual({ code: 0, said: '' })
    expect(await start('archive', root)).toEqual({ code: 0, said: '' })
    await expectAllKept(root, [SESSION, ...OTHERS])
  }, 300_000)
})
