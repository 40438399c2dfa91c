// Changes of sessions on disk: what is written, where, and what is left alone.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { repair } from '../../src/actions/repair/repair.js'
import { type CloneCall, clone } from '../../src/actions/reshape/clone.js'
import { reshapeSchema } from '../../src/actions/reshape/reshape.schema.js'
import type { ReshapeReport } from '../../src/actions/reshape/reshape-report.js'
import { type StripCall, strip } from '../../src/actions/reshape/strip.js'
import type { Place } from '../../src/actions/session/place.js'
import { undo } from '../../src/actions/undo/undo.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { type Json, records } from '../reshape/in-memory.js'
import { CHANGE, filesBelow, samplesHome } from './samples-home.js'

let home = ''
let config = ''
let place: Place
beforeEach(() => {
  ;({ home, config, place } = samplesHome())
})

const cloned = (reference: string, more: Partial<CloneCall> = {}): Promise<ReshapeReport> =>
  clone(place, { ...CHANGE, reference, linear: false, ...more })
const stripped = (reference: string, more: Partial<StripCall>): Promise<ReshapeReport> =>
  strip(place, { ...CHANGE, reference, linear: false, rules: [], preset: undefined, soft: false, ...more })

const read = (path: string): readonly Json[] => records(readFileSync(path))

describe('clone', () => {
  test('a new session in the same project; nothing that was there is written', async () => {
    const before = filesBelow(config)
    const report = await cloned('91a1')
    const after = filesBelow(config)
    expect(reshapeSchema.parse(report)).toEqual(report)
    expect(report).toMatchObject({ refused: [], resume: `claude --resume ${report.sessionId}`, dryRun: false })
    expect(report.receipt).toMatch(/^[0-9a-f]{8}$/)
    expect(report.path!).toBe(join(config, 'projects/-home-ada-weather-station', `${report.sessionId}.jsonl`))
    for (const [path, bytes] of Object.entries(before)) expect(after[path], path).toBe(bytes)
    expect(Object.keys(after).filter(path => !(path in before))).toEqual([report.path!])
    expect(report.before).toEqual(report.after)
  })

  test('--dry-run writes nothing, and says the same', async () => {
    const before = filesBelow(home)
    const report = await cloned('91a1', { dryRun: true })
    expect(filesBelow(home)).toEqual(before)
    const unwritten = { dryRun: true, written: false, path: null, resume: null, receipt: null }
    expect(report).toMatchObject({ ...unwritten, refused: [] })
    const done = await cloned('91a1')
    expect(done).toMatchObject({ written: true, path: expect.any(String), resume: expect.any(String) })
    expect({ ...done, ...unwritten }).toEqual(report)
  })

  test('undo takes it back', async () => {
    const before = filesBelow(config)
    const { receipt } = await cloned('a6e9')
    expect((await undo(place, { id: receipt!, dryRun: false })).refused).toEqual([])
    expect(filesBelow(config)).toEqual(before)
  })

  test('subagents in the session’s folder keep their names and belong to the new session', async () => {
    const { sessionId, path } = await cloned('a6e9')
    const folder = join(path!.slice(0, -'.jsonl'.length), 'subagents')
    const old = join(config, 'projects/-home-lin-night-train/a6e975f0-0718-4293-a4af-1a2b3c4d5e17/subagents')
    expect(readdirSync(folder)).toEqual(readdirSync(old))
    for (const name of readdirSync(folder).filter(one => one.endsWith('.jsonl'))) {
      const [now, then] = [read(join(folder, name)), read(join(old, name))]
      expect(new Set(now.map(entry => entry['sessionId']))).toEqual(new Set([sessionId]))
      expect(now.map(entry => entry['agentId'])).toEqual(then.map(entry => entry['agentId']))
      const ids = new Map(now.map((entry, at) => [entry['uuid'], then[at]!['uuid']]))
      expect(ids.size).toBe(new Set(then.map(entry => entry['uuid'])).size)
      expect(now.map(entry => ids.get(entry['parentUuid']) ?? null)).toEqual(then.map(entry => entry['parentUuid']))
    }
  })

  test('agents beside the session (2.0) get names of their own, and the session names them', async () => {
    const [agent] = read(join(config, 'projects/-home-lin-seed-library/agent-806887e4.jsonl'))
    const { sessionId, path } = await cloned(agent!['sessionId'])
    const project = join(config, 'projects/-home-lin-seed-library')
    const agents = readdirSync(project).filter(name => name.startsWith('agent-') && name !== 'agent-806887e4.jsonl')
    expect(agents).toHaveLength(1)
    const agentId = basename(agents[0]!, '.jsonl').slice('agent-'.length)
    const entries = read(join(project, agents[0]!))
    expect(new Set(entries.map(entry => entry['agentId']))).toEqual(new Set([agentId]))
    expect(new Set(entries.map(entry => entry['sessionId']))).toEqual(new Set([sessionId]))
    expect(readFileSync(path!, 'utf8')).toContain(`"agentId":"${agentId}"`)
    expect(readFileSync(path!, 'utf8')).not.toContain('806887e4')
  })

  test('tool outputs, backups, tasks, todos and title are copied, and their paths followed', async () => {
    const id = '70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12'
    for (const folder of [`tasks/${id}`, 'todos', `file-history/${id}`])
      mkdirSync(join(config, folder), { recursive: true })
    writeFileSync(join(config, `tasks/${id}/1.json`), JSON.stringify({ id: '1', sessionId: id }))
    writeFileSync(join(config, `todos/${id}-agent-${id}.json`), '[]')
    writeFileSync(join(config, `file-history/${id}/0123456789abcdef@v1`), 'backup')
    const { sessionId, path } = await cloned('7001')
    const own = path!.slice(0, -'.jsonl'.length)
    expect(readdirSync(join(own, 'tool-results'))).toEqual(['brvn6mwdo.txt'])
    expect(existsSync(join(own, 'custom-title.json'))).toBe(true)
    expect(JSON.parse(readFileSync(join(config, `tasks/${sessionId}/1.json`), 'utf8'))).toEqual({ id: '1', sessionId })
    expect(readdirSync(join(config, 'todos'))).toContain(`${sessionId}-agent-${sessionId}.json`)
    expect(readFileSync(join(config, `file-history/${sessionId}/0123456789abcdef@v1`), 'utf8')).toBe('backup')
    expect(readFileSync(path!, 'utf8')).toContain(`${sessionId}/tool-results/brvn6mwdo.txt`)
  })

  test('a link among the side files is not followed, and the plan says so', async () => {
    const own = join(config, 'projects/-home-ada-tide-table/70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12')
    symlinkSync('/etc/hostname', join(own, 'tool-results/link.txt'))
    const { steps, refused, path } = await cloned('7001')
    expect(refused).toEqual([])
    expect(steps.find(step => step.action === 'cannot copy')?.why).toContain('link.txt')
    expect(existsSync(join(path!.slice(0, -'.jsonl'.length), 'tool-results/link.txt'))).toBe(false)
  })

  test('side files that cannot be read are no reason to copy only the rest', async () => {
    const tasks = join(config, 'tasks/70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12')
    mkdirSync(tasks, { recursive: true })
    // A name that is not UTF-8: root may read whatever else there is.
    const unreadable = Buffer.concat([Buffer.from(`${tasks}/`), Buffer.from([0xff])])
    writeFileSync(unreadable, '')
    const sessions = readdirSync(join(config, 'projects'), { recursive: true })
    const { refused } = await cloned('7001')
    expect(refused).toEqual([expect.stringContaining('cannot read a side file')])
    expect(readdirSync(join(config, 'projects'), { recursive: true })).toEqual(sessions)
    unlinkSync(unreadable)
  })

  test('a title is written as the client writes one', async () => {
    const { sessionId, path } = await cloned('91a1', { title: 'Second try' })
    expect(read(path!).slice(-2)).toEqual([
      { type: 'custom-title', customTitle: 'Second try', sessionId },
      { type: 'agent-name', agentName: 'Second try', sessionId },
    ])
    const own = join(path!.slice(0, -'.jsonl'.length), 'custom-title.json')
    expect(JSON.parse(readFileSync(own, 'utf8'))).toEqual({ customTitle: 'Second try' })
  })

  test('--to-project and --out', async () => {
    const there = await cloned('91a1', { where: { kind: 'project', directory: '/home/ada/other place' } })
    expect(there.path).toBe(join(config, 'projects/-home-ada-other-place', `${there.sessionId}.jsonl`))
    expect(there.resume).toBe(`cd '/home/ada/other place' && claude --resume ${there.sessionId}`)
    const id = '0ff00000-0000-4000-8000-000000000001'
    const file = await cloned('7001', { where: { kind: 'file', path: `out/${id}.jsonl` } })
    expect(file).toMatchObject({ sessionId: id, resume: null, path: join(home, 'out', `${id}.jsonl`) })
    expect(existsSync(join(home, 'out', id, 'tool-results/brvn6mwdo.txt'))).toBe(true)
  })

  test.each([
    ['an unknown turn', { toTurn: 99 }, 'turn 99'],
    ['an unknown compaction', { beforeCompaction: 3 }, 'compacted'],
    ['two points', { toTurn: 1, leaf: '1' }, 'cannot be used together'],
  ])('%s is a wrong call', async (_, more, words) => {
    await expect(cloned('91a1', more)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(words) })
  })
})

describe('strip', () => {
  const TOOLS = { rules: [{ kind: 'tools' as const, where: {} }] }

  test('a new session by default; the original stays', async () => {
    const before = filesBelow(config)
    const report = await stripped('7001', TOOLS)
    expect(report.refused).toEqual([])
    expect(report.after.toolCalls).toBe(0)
    expect(report.after.tokens).toBeLessThan(report.before.tokens)
    const after = filesBelow(config)
    for (const [path, bytes] of Object.entries(before)) expect(after[path], path).toBe(bytes)
    // The output is named by a call that is gone.
    expect(existsSync(join(report.path!.slice(0, -'.jsonl'.length), 'tool-results'))).toBe(false)
  })

  test('in place: the id stays, a backup is kept, and undo brings all back', async () => {
    const before = filesBelow(config)
    const report = await stripped('7001', { ...TOOLS, where: { kind: 'in-place' } })
    expect(report).toMatchObject({ refused: [], sessionId: '70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12' })
    expect(filesBelow(config)).not.toEqual(before)
    await undo(place, { id: report.receipt!, dryRun: false })
    expect(filesBelow(config)).toEqual(before)
  })

  test('with a call goes its agent, and with the agent those that it started', async () => {
    const report = await stripped('a6e9', { ...TOOLS, where: { kind: 'in-place' } })
    expect(report.refused).toEqual([])
    const agents = join(config, 'projects/-home-lin-night-train/a6e975f0-0718-4293-a4af-1a2b3c4d5e17/subagents')
    expect(existsSync(agents) ? readdirSync(agents) : []).toEqual([])
  })

  test('an agent that no call started stays, and is no reason to refuse', async () => {
    const agents = join(config, 'projects/-home-lin-night-train/a6e975f0-0718-4293-a4af-1a2b3c4d5e17/subagents')
    const own = 'agent-acompact0000000001.jsonl'
    const entry = { type: 'user', uuid: '0a000000-0000-4000-8000-000000000001', parentUuid: null, isSidechain: true }
    const message = { role: 'user', content: 'Name this session.' }
    const row = { ...entry, agentId: 'acompact0000000001', timestamp: '2026-06-02T08:00:00.000Z', message }
    writeFileSync(join(agents, own), `${JSON.stringify(row)}\n`)
    const report = await stripped('a6e9', { ...TOOLS, where: { kind: 'in-place' } })
    expect(report.refused).toEqual([])
    expect(readdirSync(agents)).toEqual([own])
  })

  test('an output stays as long as two lines are left that name it', async () => {
    const rules = [{ kind: 'results' as const, mode: 'truncate' as const, where: { largerThan: 500 } }]
    const report = await stripped('7001', { rules })
    expect(report.refused).toEqual([])
    expect(existsSync(join(report.path!.slice(0, -'.jsonl'.length), 'tool-results/brvn6mwdo.txt'))).toBe(true)
  })

  test('what is left of a second copy names the copy of its agent (2.0)', async () => {
    const [agent] = read(join(config, 'projects/-home-lin-seed-library/agent-806887e4.jsonl'))
    const report = await stripped(agent!['sessionId'], { rules: [{ kind: 'results', where: {} }] })
    expect(report.refused).toEqual([])
    expect(readFileSync(report.path!, 'utf8')).not.toContain('806887e4')
  })

  test('in place is refused while a client is running on the session', async () => {
    const id = '70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12'
    mkdirSync(join(config, 'sessions'))
    writeFileSync(join(config, `sessions/${process.pid}.json`), JSON.stringify({ pid: process.pid, sessionId: id }))
    const before = filesBelow(config)
    const report = await stripped('7001', { ...TOOLS, where: { kind: 'in-place' } })
    expect(report.refused).toHaveLength(1)
    expect(report.receipt).toBe(null)
    expect(filesBelow(config)).toEqual(before)
  })

  test('--soft: only rows are added, the model gets less, and undo is taking them away', async () => {
    const path = join(config, 'projects/-home-ada-tide-table/70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12.jsonl')
    const before = readFileSync(path, 'utf8')
    const report = await stripped('7001', { ...TOOLS, soft: true, where: { kind: 'in-place' } })
    expect(report.refused).toEqual([])
    const after = readFileSync(path, 'utf8')
    expect(after.startsWith(before)).toBe(true)
    const rows = records(Buffer.from(after.slice(before.length)))
    expect(rows[0]).toMatchObject({ type: 'attachment', attachment: { type: 'tool_results_cut' } })
    expect(rows[0]!['attachment'].standIn.length).toBeLessThanOrEqual(200)
    expect(report.after.tokens).toBeLessThan(report.before.tokens)
    expect(report.steps.some(step => step.why.includes('older clients ignore them'))).toBe(true)
  })

  test('presets: built in, own ones from the config file, and no others', async () => {
    const file = join(home, '.config/rethread/config.json')
    mkdirSync(join(home, '.config/rethread'), { recursive: true })
    writeFileSync(file, JSON.stringify({ presets: { mine: { remove: '100%', also: ['thinking'] } } }))
    expect((await stripped('7001', { preset: 'mine', dryRun: true })).after.toolCalls).toBe(0)
    expect((await stripped('7001', { preset: 'gentle', dryRun: true })).refused).toEqual([])
    await expect(stripped('7001', { preset: 'other' })).rejects.toMatchObject({ exitCode: 2, code: 'preset-unknown' })
    writeFileSync(file, JSON.stringify({ presets: { mine: { remove: 'half' } } }))
    await expect(stripped('7001', { preset: 'mine' })).rejects.toMatchObject({ exitCode: 2, code: 'config-invalid' })
  })

  test('nothing asked for is a wrong call', async () => {
    await expect(stripped('7001', {})).rejects.toMatchObject({ exitCode: 2 })
  })
})

test('copies are as young as the change: old ones would be cleaned up at once (B5)', async () => {
  const old = new Date('2020-01-01')
  const output = join(
    config,
    'projects/-home-ada-tide-table/70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12/tool-results/brvn6mwdo.txt',
  )
  utimesSync(output, old, old)
  const { path } = await cloned('7001')
  const copy = join(path!.slice(0, -'.jsonl'.length), 'tool-results/brvn6mwdo.txt')
  expect(statSync(copy).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
})

test('what a damaged line keeps from being done is done after a repair, and that is said', async () => {
  const { bytes, sessionId } = randomSession(39, { turns: 10, damage: true })
  const path = join(config, 'projects/-home-ada-weather-station', `${sessionId}.jsonl`)
  writeFileSync(path, bytes)
  const wish: Partial<StripCall> = { where: { kind: 'in-place' }, rules: [{ kind: 'tools', where: {} }] }
  const { refused, receipt } = await stripped(sessionId, wish)
  expect(receipt).toBeNull()
  expect(refused.at(-1)).toBe(
    `the session is damaged: repair it first (rethread repair ${sessionId}), then run strip again`,
  )
  expect(Buffer.compare(readFileSync(path), bytes)).toBe(0)
  await repair(place, { ...CHANGE, reference: sessionId, where: { kind: 'in-place' }, assume: true })
  expect(await stripped(sessionId, wish)).toMatchObject({ refused: [], receipt: expect.any(String) })
})
