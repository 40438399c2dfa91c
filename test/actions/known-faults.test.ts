// Faults that tools of this kind have had, as far as they show on disk or in a whole command; the others are in
// test/reshape/known-faults.test.ts. The numbers are those of the list that they were collected in. 9 and 18 are about
// summaries by a model, 15 about a server.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sessionContext } from '../../src/actions/context/context.js'
import { type CloneCall, clone } from '../../src/actions/reshape/clone.js'
import { strip } from '../../src/actions/reshape/strip.js'
import { openReading } from '../../src/actions/session/open-reading.js'
import { locate, type Place } from '../../src/actions/session/place.js'
import { ask } from '../cli/rethread.js'
import { CHANGE, filesBelow, samplesHome } from './samples-home.js'

const ID = '70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12'
const CALL: CloneCall = { ...CHANGE, reference: '7001', linear: false }
const STRIP = { ...CALL, rules: [{ kind: 'tools' as const, where: {} }], preset: undefined, soft: false }

let home = ''
let config = ''
let place: Place
beforeEach(() => {
  ;({ home, config, place } = samplesHome())
})
const files = (folder: string): readonly string[] => Object.keys(filesBelow(folder))

async function estimateOf(id: string): Promise<number> {
  const resolved = await locate(id, place)
  const open = await openReading(resolved)
  const { tokens } = sessionContext(open)
  open.close()
  return tokens.estimate
}

test('2: shares, numbers and sizes work as they are typed', async () => {
  const words = ['--oldest', '75%', '--keep-last', '1', '--larger-than', '1k']
  const { code, stdout } = await ask(['strip', '7001', '--tools', ...words, '--dry-run', '--json'], { home })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, refused: [] })
  const presets = await Promise.all(
    ['gentle', 'routine', 'emergency'].map(name => ask(['strip', '7001', '--preset', name, '--dry-run'], { home })),
  )
  expect(presets.map(one => one.code)).toEqual([0, 0, 0])
})

test('10: there is one estimate of tokens: a change and `context` say the same number', async () => {
  const report = await strip(place, STRIP)
  const [before, after] = await Promise.all([ID, report.sessionId].map(estimateOf))
  expect(report.before.tokens).toBe(before)
  expect(Math.abs(report.after.tokens - after!)).toBeLessThan(0.1 * after!)
})

test('14: agents, outputs and backups are there for the clone, under its id', async () => {
  mkdirSync(join(config, 'file-history', ID), { recursive: true })
  writeFileSync(join(config, 'file-history', ID, '0123456789abcdef@v1'), 'as it was')
  const { sessionId } = await clone(place, CALL)
  const names = (id: string): readonly string[] =>
    files(config).flatMap(path => (path.includes(id) ? [path.replaceAll(id, '…')] : []))
  expect(names(sessionId).toSorted()).toEqual(names(ID).toSorted())
})

test('17: a dry run writes nothing, a running client is noticed, and what is written was verified', async () => {
  const before = files(home).map(path => [path, readFileSync(path, 'latin1')])
  const inPlace = { ...STRIP, where: { kind: 'in-place' as const } }
  expect((await strip(place, { ...inPlace, dryRun: true })).refused).toEqual([])
  mkdirSync(join(config, 'sessions'))
  const live = join(config, 'sessions', `${process.pid}.json`)
  writeFileSync(live, JSON.stringify({ pid: process.pid, sessionId: ID }))
  expect((await strip(place, inPlace)).refused).toHaveLength(1)
  const left = files(home).filter(path => path !== live)
  expect(left.map(path => [path, readFileSync(path, 'latin1')])).toEqual(before)
})

test('19: both copies of an output go, and no id comes from a weak source of chance', async () => {
  const { path } = await strip(place, STRIP)
  expect(readFileSync(path!, 'utf8')).not.toContain('toolUseResult')
  const source = resolve(import.meta.dirname, '../../src')
  const weak = files(source).filter(file => readFileSync(file, 'utf8').includes('Math.random'))
  expect(weak).toEqual([])
})
