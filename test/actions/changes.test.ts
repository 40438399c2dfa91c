// rm, receipts and undo as commands: what they answer, what they refuse, and the story that receipts tell of a session.

import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { move } from '../../src/actions/move/move.js'
import { repair } from '../../src/actions/repair/repair.js'
import { clone } from '../../src/actions/reshape/clone.js'
import { receiptsSchema, rmSchema, undoSchema } from '../../src/actions/schemas.js'
import type { Place } from '../../src/actions/session/place.js'
import { receipts as receiptsOf } from '../../src/actions/undo/receipts.js'
import { rm } from '../../src/actions/undo/rm.js'
import { undo } from '../../src/actions/undo/undo.js'
import { applyChanges, fileState } from '../../src/disk/index.js'
import { paint } from '../../src/present/paint.js'
import { presentReceipts } from '../../src/present/receipts.js'
import { presentRm } from '../../src/present/rm.js'
import { presentUndo } from '../../src/present/undo.js'
import { contents, putSideFiles, type SessionHome, sessionHome } from '../disk/session-home.js'
import { put, tempFolder, uuid } from '../disk/temp-folder.js'
import { CHANGE, filesBelow, NOW, samplesHome } from './samples-home.js'

const placeOf = ({ configDir, root }: SessionHome): Place => ({
  configDir,
  env: { XDG_DATA_HOME: root },
  home: root,
  cwd: root,
})
const dataDirOf = ({ root }: SessionHome) => join(root, 'rethread')
const screen = { width: 100, paint: paint(false), now: Date.now() }
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

/** A session with another id, made of an existing one. */
async function make(home: SessionHome, from: string, to: string, verb = 'clone'): Promise<string> {
  const path = join(home.projectFolder, `${from}.jsonl`)
  const { receipt } = await applyChanges({
    verb,
    call: [verb, from],
    source: { id: from, path, configDir: home.configDir, state: fileState(path) },
    changes: { edits: [], sideFiles: [] },
    target: { kind: 'new-session', id: to, projectFolder: home.projectFolder, configDir: home.configDir },
    dataDir: dataDirOf(home),
  })
  return receipt.id
}

describe.skipIf(process.platform !== 'linux')('commands that change', () => {
  test('rm says what goes, removes it, and undo brings it back', async () => {
    const home = sessionHome()
    const sides = putSideFiles(home)
    const before = contents(home.configDir)

    const planned = await rm(placeOf(home), home.id.slice(0, 8), { dryRun: true })
    expect(rmSchema.parse(asJson(planned))).toEqual(asJson(planned))
    expect(planned.files.map(({ path }) => path).toSorted()).toEqual([home.path, ...sides].toSorted())
    expect([contents(home.configDir), existsSync(dataDirOf(home))]).toEqual([before, false])

    const removed = await rm(placeOf(home), home.id, { dryRun: false })
    expect(removed).toMatchObject({ sessionId: home.id, refused: [], receipt: expect.stringMatching(/^[0-9a-f]{8}$/) })
    expect(existsSync(home.path)).toBe(false)

    const wouldUndo = await undo(placeOf(home), { id: undefined, dryRun: true })
    expect(wouldUndo).toMatchObject({ undoes: { id: removed.receipt, verb: 'rm' }, refused: [], receipt: null })
    expect(wouldUndo.steps).toHaveLength(12)
    expect(existsSync(home.path)).toBe(false)

    const undone = await undo(placeOf(home), { id: removed.receipt!.slice(0, 4), dryRun: false })
    expect(undoSchema.parse(asJson(undone))).toEqual(asJson(undone))
    expect(contents(home.configDir)).toEqual(before)

    // It stands no longer, so there is nothing left; but the taking back can be taken back.
    expect(await undo(placeOf(home), { id: undefined, dryRun: false })).toMatchObject({ undoes: null, receipt: null })
    expect((await undo(placeOf(home), { id: removed.receipt!, dryRun: false })).refused).toEqual([
      `already undone (${undone.receipt})`,
    ])
    await undo(placeOf(home), { id: undone.receipt!, dryRun: false })
    expect(existsSync(home.path)).toBe(false)
  })

  test('a running client refuses rm, also in a dry run', async () => {
    const home = sessionHome()
    put(join(home.configDir, 'sessions', '1.json'), JSON.stringify({ pid: process.pid, sessionId: home.id }))
    for (const dryRun of [true, false]) {
      const report = await rm(placeOf(home), home.id, { dryRun })
      expect(report).toMatchObject({ refused: [expect.stringContaining(`process ${process.pid}`)], receipt: null })
      expect(presentRm(report, screen).join('\n')).toContain('Not removed')
    }
    expect(readFileSync(home.path, 'utf8')).toBe(home.text)
  })

  test('undo is refused where the session was gone on with, with its path', async () => {
    const home = sessionHome()
    await make(home, home.id, uuid(2))
    const path = join(home.projectFolder, `${uuid(2)}.jsonl`)
    appendFileSync(path, '{}\n')
    const report = await undo(placeOf(home), { id: undefined, dryRun: false })
    expect(report).toMatchObject({ refused: [`${path} has changed since`], receipt: null })
    const text = presentUndo(report, { ...screen, width: 200, now: Date.now() }).join('\n')
    expect(text).toMatch(/^Cannot undo clone [0-9a-f]{8} \(just now\)\n {2}\/.*\.jsonl has changed since$/)
    expect(existsSync(path)).toBe(true)
  })

  test('no verb writes to the samples that come with rethread, by whatever name they are found', async () => {
    const { place, config } = samplesHome()
    const before = filesBelow(config)
    const path = Object.keys(before).find(one => /\/91a1[^/]*\.jsonl$/.test(one))!
    const elsewhere = tempFolder()
    const places = [
      { ...place, home: elsewhere, samples: config },
      { ...place, home: elsewhere, configDir: config, bundled: config },
      { ...place, home: elsewhere, bundled: config },
    ]
    for (const [at, one] of places.entries()) {
      const reference = at === 2 ? path : '91a1'
      const inPlace = { ...CHANGE, reference, where: { kind: 'in-place' } } as const
      const tried: readonly (() => Promise<unknown>)[] = [
        () =>
          clone(one, {
            ...CHANGE,
            reference,
            linear: false,
            toTurn: undefined,
            leaf: undefined,
            beforeCompaction: undefined,
          }),
        () => repair(one, { ...inPlace, assume: false }),
        () =>
          repair(one, { ...CHANGE, reference, assume: false, where: { kind: 'file', path: join(config, 'x.jsonl') } }),
        () => rm(one, reference, { dryRun: false }),
      ]
      for (const attempt of tried) await expect(attempt()).rejects.toThrow('this is a sample')
      const moving = { call: [], renamed: false, allTexts: false, dryRun: false, now: NOW, to: elsewhere }
      if (at < 2) await expect(move(one, { ...moving, reference })).rejects.toThrow('this is a sample')
      if (at < 2)
        await expect(move(one, { ...moving, reference: '/home/ada/weather-station' })).rejects.toThrow(
          'this is a sample',
        )
    }
    expect(filesBelow(config)).toEqual(before)
  })

  test('the samples are not removed', async () => {
    const home = sessionHome()
    const place = { env: { XDG_DATA_HOME: home.root }, home: home.root, cwd: home.root, samples: home.configDir }
    await expect(rm(place, home.id, { dryRun: false })).rejects.toThrow('this is a sample')
  })

  test('an id that fits no receipt is a wrong call', async () => {
    const home = sessionHome()
    const wrong = undo(placeOf(home), { id: '5c0ffee1', dryRun: false })
    await expect(wrong).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('rethread receipts') })
  })
})

describe.skipIf(process.platform !== 'linux')('receipts', () => {
  test('the lineage of a session: what it came from, what was made of it, and what is gone', async () => {
    const home = sessionHome()
    const [a, b, c, d, e] = [home.id, uuid(2), uuid(3), uuid(4), uuid(5)] as const
    const first = await make(home, a, b)
    await make(home, b, c, 'strip')
    await make(home, b, d)
    await make(home, d, e)
    await undo(placeOf(home), { id: undefined, dryRun: false }) // e
    rmSync(join(home.projectFolder, `${a}.jsonl`)) // by somebody else

    const report = await receiptsOf(placeOf(home), { session: b.slice(0, 8) })
    expect(receiptsSchema.parse(asJson(report))).toEqual(asJson(report))
    const { ancestors, descendants } = report.lineage!
    expect(ancestors).toMatchObject([{ id: a, verb: 'clone', receipt: first, exists: false, distance: 1 }])
    expect(descendants).toMatchObject([
      { id: c, from: b, verb: 'strip', distance: 1, exists: true },
      { id: d, from: b, verb: 'clone', distance: 1, exists: true },
      { id: e, from: d, distance: 2, exists: false, undone: true },
    ])
    expect(report.receipts.map(({ source, result }) => [source?.id, result?.id])).toEqual([
      [b, d],
      [b, c],
      [a, b],
    ])

    const text = presentReceipts(report, screen).join('\n')
    expect(text).toContain('00000001 → 00000002')
    expect(text).toContain(`\n  00000001  no longer exists\n    00000002  clone ${first}  this session\n`)
    expect(text).toMatch(/\n {8}00000005 {2}clone [0-9a-f]{8} \(undone\) {2}no longer exists\n/)
    expect(text).toMatch(/Backups: .* for 1 change in /)

    // Of a session that is gone, by its id alone.
    expect((await receiptsOf(placeOf(home), { session: a })).lineage!.descendants).toHaveLength(4)
  })

  test('all of them, newest first, with what was taken back', async () => {
    const home = sessionHome()
    const made = await make(home, home.id, uuid(2))
    const { receipt } = await undo(placeOf(home), { id: undefined, dryRun: false })
    const { receipts, lineage } = await receiptsOf(placeOf(home), {})
    expect(lineage).toBeUndefined()
    expect(receipts).toMatchObject([
      { id: receipt, verb: 'undo', undoes: made, undoneBy: null, files: { removed: 1 } },
      { id: made, verb: 'clone', undoes: null, undoneBy: receipt, files: { created: 1 }, inPlace: false },
    ])
  })

  test('a receipt whose words would act on a terminal is shown harmless', async () => {
    const home = sessionHome()
    await make(home, home.id, uuid(2), 'clone\u001b[2J')
    const text = presentReceipts(await receiptsOf(placeOf(home), {}), screen).join('\n')
    expect(text).toContain('clone␛[2J')
  })

  test('none: nothing is written to look', async () => {
    const home = sessionHome()
    const report = await receiptsOf(placeOf(home), {})
    expect(presentReceipts(report, screen)[0]).toBe('No changes.')
    expect(existsSync(dataDirOf(home))).toBe(false)
  })
})
