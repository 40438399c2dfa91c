// A session on disk, damaged and repaired: what is written, what is left alone, and the way back.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type RepairCall, type RepairReport, repair } from '../../src/actions/repair/repair.js'
import { repairSchema } from '../../src/actions/repair/repair.schema.js'
import { undo } from '../../src/actions/undo/undo.js'
import { paint } from '../../src/present/paint.js'
import { presentRepair } from '../../src/present/repair.js'
import { records } from '../reshape/in-memory.js'
import { CHANGE, filesBelow, NOW, type SamplesHome, samplesHome } from './samples-home.js'

const SOUND = 'projects/-home-ada-weather-station/91a14000-d5f0-4a91-8c02-1b7e3f5a9d01.jsonl'

let at: SamplesHome
beforeEach(() => {
  at = samplesHome()
})

const repaired = (reference: string, more: Partial<RepairCall> = {}): Promise<RepairReport> =>
  repair(at.place, { ...CHANGE, assume: false, reference, ...more })
const sample = (): string => {
  const found = Object.keys(filesBelow(at.config)).find(path => /\/91a1[^/]*\.jsonl$/.test(path))
  if (found === undefined) throw new Error(`no sample like ${SOUND}`)
  return found
}

/** The line break between two entries of the conversation was never written. */
function glue(path: string): { readonly text: string; readonly line: number } {
  const lines = readFileSync(path, 'utf8').split('\n')
  const talks = (at: number): boolean => /"type":"(user|assistant)"/.test(lines[at] ?? '')
  const at = lines.findIndex((_, place) => place > 4 && talks(place) && talks(place + 1))
  const text = lines.toSpliced(at, 2, lines[at]! + lines[at + 1]!).join('\n')
  writeFileSync(path, text)
  return { text, line: at + 1 }
}

describe('a damaged session', () => {
  test('becomes a new one, and stays as it is', async () => {
    const path = sample()
    const original = records(readFileSync(path))
    const { text: damaged } = glue(path)
    const report = await repaired('91a1')
    expect(repairSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(JSON.parse(JSON.stringify(report)))
    expect(report).toMatchObject({ repairs: true, refused: [], unsure: [] })
    expect(report.sessionId).not.toContain('91a1')
    expect(readFileSync(path, 'utf8')).toBe(damaged)
    expect(records(readFileSync(report.path!))).toHaveLength(original.length)
    expect(report.reachable.after).toBeGreaterThan(report.reachable.before)
  })

  test('--in-place is what it was before the damage, and undo takes it back', async () => {
    const path = sample()
    const original = readFileSync(path, 'utf8')
    const { text: damaged } = glue(path)
    const report = await repaired('91a1', { where: { kind: 'in-place' } })
    expect(report).toMatchObject({ repairs: true, refused: [], path })
    expect(readFileSync(path, 'utf8')).toBe(original)
    await undo(at.place, { id: report.receipt!, dryRun: false })
    expect(readFileSync(path, 'utf8')).toBe(damaged)
  })

  test('--dry-run says the same, and writes nothing', async () => {
    const { line } = glue(sample())
    const before = filesBelow(at.config)
    const report = await repaired('91a1', { dryRun: true })
    expect(filesBelow(at.config)).toEqual(before)
    expect(report).toMatchObject({ repairs: true, dryRun: true, receipt: null })
    const screen = { width: 100, paint: paint(false), now: NOW }
    const shown = [...presentRepair(report, screen)].join('\n')
    expect(shown).toContain(`put each record on its own line 1 (line ${line})`)
    expect(shown).toMatch(/Reachable: \d+ → \d+ of \d+ prompts, answers and results\./)
  })
})

test('a sound session: nothing to repair, nothing written', async () => {
  const before = filesBelow(at.config)
  for (const where of [{ kind: 'same-project' }, { kind: 'in-place' }] as const) {
    const report = await repaired('91a1', { where })
    expect(report).toMatchObject({ repairs: false, refused: [], steps: [], receipt: null, path: null, written: false })
    const screen = { width: 100, paint: paint(false), now: NOW }
    expect([...presentRepair(report, screen)].at(-1)).toBe('Nothing to repair, nothing was written.')
  }
  expect(filesBelow(at.config)).toEqual(before)
})

test('where nothing is to be repaired, the session is read once, and reachable is all that was', async () => {
  const readings: string[] = []
  const progress = ({ kind }: { readonly kind: string }): void => void readings.push(kind)
  const sound = await repair(at.place, { ...CHANGE, assume: false, reference: '91a1' }, { progress })
  expect(readings).toEqual(['reading']) // a small file is one piece
  expect(sound.reachable.before).toBeGreaterThan(0)
  expect(sound.reachable.after).toBe(sound.reachable.before)
  expect(sound.after).toEqual(sound.before)
  glue(sample())
  await repair(at.place, { ...CHANGE, assume: false, reference: '91a1', dryRun: true }, { progress })
  expect(readings.length).toBeGreaterThan(2) // its result is read as well
})

describe('agents with transcripts of their own', () => {
  const agents = (): readonly string[] =>
    Object.keys(filesBelow(at.config)).filter(path => /\/a6e9[^/]*\/subagents\/agent-[^/]*\.jsonl$/.test(path))
  const damaged = (): { readonly path: string; readonly original: string; readonly text: string } => {
    const path = agents()[0]!
    const original = readFileSync(path, 'utf8')
    const lines = original.split('\n')
    const text = lines.toSpliced(1, 2, lines[1]! + lines[2]!).join('\n')
    writeFileSync(path, text)
    return { path, original, text }
  }

  test('are mended with the session, by the same receipt, and undo takes both back', async () => {
    const { path, original, text } = damaged()
    const report = await repaired('a6e9', { where: { kind: 'in-place' } })
    expect(repairSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(JSON.parse(JSON.stringify(report)))
    expect(report).toMatchObject({ repairs: true, refused: [], agents: [{ path, repairs: true, left: [] }] })
    expect(report.steps).toEqual([
      expect.objectContaining({
        action: 'put each record on its own line',
        why: expect.stringContaining('in agent a'),
      }),
    ])
    expect(readFileSync(path, 'utf8')).toBe(original)
    expect((await undo(at.place, { id: report.receipt!, dryRun: false })).refused).toEqual([])
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('are whole in the new session, and the old one stays as it is', async () => {
    const { path, original, text } = damaged()
    const report = await repaired('a6e9')
    expect(report.refused).toEqual([])
    expect(readFileSync(path, 'utf8')).toBe(text)
    const copy = path.replace(/a6e9[^/]*/, report.sessionId)
    expect(records(readFileSync(copy)).map(entry => entry['message'])).toEqual(
      records(Buffer.from(original)).map(entry => entry['message']),
    )
    expect(await repaired(report.sessionId)).toMatchObject({ repairs: false, agents: [], steps: [] })
  })

  test('lie whole beside a file of its own', async () => {
    const { path, original } = damaged()
    const out = join(at.home, 'out', '0a0a0a0a-0000-4000-8000-000000000001.jsonl')
    mkdirSync(join(out, '..'))
    const report = await repaired('a6e9', { where: { kind: 'file', path: out }, keepIds: true })
    expect(report).toMatchObject({ refused: [], path: out })
    const copy = join(out.replace('.jsonl', ''), 'subagents', basename(path))
    expect(records(readFileSync(copy))).toHaveLength(records(Buffer.from(original)).length)
  })

  test('whose parents are entries of the session, or that summarize it, are as they should be', async () => {
    const [path] = agents()
    const main = records(readFileSync(Object.keys(filesBelow(at.config)).find(one => /\/a6e9[^/]*\.jsonl$/.test(one))!))
    const known = main.find(entry => typeof entry['uuid'] === 'string')!['uuid'] as string
    const [first, ...rest] = records(readFileSync(path!))
    const forked = (parentUuid: string): string =>
      [{ ...first, parentUuid }, ...rest].map(entry => `${JSON.stringify(entry)}\n`).join('')
    const elsewhere = join(path!, '../agent-acompact-0123.jsonl')
    writeFileSync(path!, forked(known))
    writeFileSync(elsewhere, forked('00000000-dead-4000-8000-00000000dead'))
    expect(await repaired('a6e9')).toMatchObject({ repairs: false, agents: [] })
    writeFileSync(path!, forked('00000000-dead-4000-8000-00000000dead'))
    expect(await repaired('a6e9', { dryRun: true })).toMatchObject({ repairs: true, agents: [{ path, repairs: true }] })
  })
})
