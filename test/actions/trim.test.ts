// trim and cut on disk: what is written and what is not, what the report says, and the way back.

import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CutCall, cut } from '../../src/actions/reshape/cut.js'
import { reshapeSchema } from '../../src/actions/reshape/reshape.schema.js'
import { type TrimCall, type TrimReport, trim } from '../../src/actions/reshape/trim.js'
import { trimSchema } from '../../src/actions/reshape/trim.schema.js'
import type { Place } from '../../src/actions/session/place.js'
import { undo } from '../../src/actions/undo/undo.js'
import { contextCalibration, contextEstimate, findContext, readForContext } from '../../src/context/index.js'
import { records } from '../reshape/in-memory.js'
import { CHANGE, filesBelow, samplesHome } from './samples-home.js'

let home = ''
let config = ''
let place: Place
beforeEach(() => {
  ;({ home, config, place } = samplesHome())
})

const CALL = { ...CHANGE, reference: '10a6' }
const trimmed = (more: Partial<TrimCall>): Promise<TrimReport> =>
  trim(place, { ...CALL, budget: undefined, protectLast: 2, protect: [], ...more })
const cutted = (more: Partial<CutCall>) => cut(place, { ...CALL, turns: [], messages: [], ...more })

const original = () => readFileSync(Object.keys(filesBelow(config)).find(path => /10a6[^/]*\.jsonl$/.test(path))!)

describe('trim', () => {
  test('writes a session that is within the budget by what would be sent of it, with the ladder that led there', async () => {
    const before = filesBelow(config)
    const report = await trimmed({ budget: 24_000 })
    expect(trimSchema.parse(report)).toEqual(report)
    expect(report).toMatchObject({ refused: [], budget: 24_000, shortfall: 0, helps: [] })
    const source = readForContext(original())
    const result = readForContext(readFileSync(report.path!))
    const calibration = contextCalibration(source, findContext(source))
    expect(contextEstimate(result, findContext(result), calibration).estimate).toBe(report.after.tokens)
    expect(report.after.tokens).toBeLessThanOrEqual(24_000)
    expect(report.ladder.at(-1)!.tokens).toBe(report.after.tokens)
    expect(report.ladder.reduce((sum, { freed }) => sum + freed, 0)).toBe(report.before.tokens - report.after.tokens)
    const after = filesBelow(config)
    for (const [path, bytes] of Object.entries(before)) expect(after[path], path).toBe(bytes)
    await undo(place, { id: report.receipt!, dryRun: false })
    expect(filesBelow(config)).toEqual(before)
  })

  test('in place, with a way back', async () => {
    const before = filesBelow(config)
    const report = await trimmed({ budget: 24_000, where: { kind: 'in-place' } })
    expect(report.refused).toEqual([])
    expect(filesBelow(config)).not.toEqual(before)
    await undo(place, { id: report.receipt!, dryRun: false })
    expect(filesBelow(config)).toEqual(before)
  })

  test('a budget that cannot be met: nothing is written, and it says by how much and what would help', async () => {
    const before = filesBelow(home)
    const report = await trimmed({ budget: 1000 })
    expect(trimSchema.parse(report)).toEqual(report)
    expect(filesBelow(home)).toEqual(before)
    expect(report.receipt).toBe(null)
    expect(report.shortfall).toBe(report.after.tokens - 1000)
    expect(report.refused).toEqual([expect.stringContaining('budget missed by')])
    expect(report.helps.map(help => help.split(':')[0])).toEqual([
      '--protect-last 0',
      'cut --turns 1..10',
      'use fewer tools',
    ])
  })

  test('a session that is within the budget already is left as it is', async () => {
    const before = filesBelow(home)
    const report = await trimmed({ budget: 100_000 })
    expect(report).toMatchObject({ refused: [], receipt: null, ladder: [], steps: [] })
    expect(report.sessionId).toMatch(/^10a6/)
    expect(filesBelow(home)).toEqual(before)
  })

  test('without a budget: what each step would free', async () => {
    const report = await trimmed({ dryRun: true })
    expect(trimSchema.parse(report)).toEqual(report)
    expect(report).toMatchObject({ budget: null, shortfall: 0, refused: [] })
    expect(report.ladder.map(({ step, worth }) => [step, worth])).toEqual([
      ['results', true],
      ['calls', true],
    ])
  })
})

describe('cut', () => {
  const prompts = (bytes: Uint8Array): readonly string[] =>
    records(bytes).flatMap(({ type, message, isMeta }) =>
      type === 'user' && !isMeta && typeof message.content === 'string' && !message.content.startsWith('<')
        ? [message.content]
        : [],
    )

  test('turns out of the middle, as a new session', async () => {
    const report = await cutted({
      turns: [
        { from: 2, to: 4 },
        { from: 6, to: 6 },
      ],
    })
    expect(reshapeSchema.parse(report)).toEqual(report)
    expect(report.refused).toEqual([])
    const all = prompts(original())
    const left = prompts(readFileSync(report.path!))
    expect(left).toEqual(all.filter((_, at) => ![1, 2, 3, 5].includes(at)))
    const before = filesBelow(config)
    await undo(place, { id: report.receipt!, dryRun: false })
    expect(Object.keys(before).filter(path => !(path in filesBelow(config)))).toEqual([report.path!])
  })

  test('messages, by the id of the API or a uuid', async () => {
    const answer = records(original()).findLast(({ type }) => type === 'assistant')!
    const byId = await cutted({ messages: [answer['message'].id], dryRun: true })
    const byUuid = await cutted({ messages: [answer['uuid'].slice(0, 13)], dryRun: true })
    expect(byId.refused).toEqual([])
    expect(byId.steps[0]).toMatchObject({ action: 'cut' })
    expect(byUuid.steps[0]!.lines).toEqual(byId.steps[0]!.lines)
  })

  test.each([
    ['no turn', {}, 'cut needs'],
    ['an unknown turn', { turns: [{ from: 9, to: 99 }] }, 'turn 99'],
    ['an unknown message', { messages: ['nothing'] }, 'nothing'],
  ])('%s is a wrong call', async (_, more, words) => {
    await expect(cutted(more)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(words) })
  })
})
