// Sessions moved to another directory: what follows, what stays, and the way back.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type MoveCall, move } from '../../src/actions/move/move.js'
import { moveSchema } from '../../src/actions/move/move.schema.js'
import { receipts as receiptsOf } from '../../src/actions/undo/receipts.js'
import { undo } from '../../src/actions/undo/undo.js'
import { undoSchema } from '../../src/actions/undo/undo.schema.js'
import { ownIdentity } from '../../src/disk/process-identity.js'
import { tempFolder } from '../disk/temp-folder.js'
import { runs } from '../runs.js'

const OLD = '/home/ada/weather-station'
const NEW = '/home/ada/barometer'

let home = ''
let config = ''
beforeEach(() => {
  home = tempFolder()
  config = join(home, '.claude')
  mkdirSync(config)
})

const place = () => ({ env: {}, home, cwd: home })
const moved = (reference: string, to: string, more: Partial<MoveCall> = {}) =>
  move(place(), {
    call: [],
    reference,
    to,
    renamed: false,
    allTexts: false,
    dryRun: false,
    now: Date.parse('2026-11-16T12:00:00Z'),
    ...more,
  })
const below = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(one => {
      const path = join(one.parentPath, one.name)
      return one.isFile() && !path.includes('.local/share')
        ? [[path.slice(folder.length), readFileSync(path, 'latin1')]]
        : []
    }),
  )
const project = (directory: string) => join(config, 'projects', directory.replace(/[^a-zA-Z0-9]/g, '-'))

function write(path: string, text: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** What a client leaves behind that names a project. */
function putShared(): void {
  write(
    join(config, 'history.jsonl'),
    `{"display":"hi","project":"${OLD}","sessionId":"x"}\n{"display":"ho","project":"${OLD}-two"}\n`,
  )
  write(
    join(home, '.claude.json'),
    `{\n  "numStartups": 3,\n  "projects": {\n    "${OLD}": { "hasTrustDialogAccepted": true },\n    "${OLD}-two": {}\n  }\n}`,
  )
  write(join(config, 'settings.json'), `{"permissions":{"additionalDirectories":["${OLD}/data"]}}`)
  write(join(project(OLD), 'memory', 'MEMORY.md'), `notes on ${OLD}/station.ts and ${OLD}-two`)
}

/** Sessions of the directory and of one below it, with prompts, tools, thinking and side files. */
function putProject(count: number): void {
  for (let at = 0; at < count; at++) {
    const id = `aaaaaaaa-0000-4000-8000-${String(at).padStart(12, '0')}`
    const cwd = at % 5 === 0 ? `${OLD}/sub dir` : OLD
    const uuid = (n: number) => `bbbbbbbb-${String(at).padStart(4, '0')}-4000-8000-${String(n).padStart(12, '0')}`
    const base = (n: number) => ({
      parentUuid: n === 0 ? null : uuid(n - 1),
      isSidechain: false,
      cwd,
      sessionId: id,
      version: '2.1.100',
      uuid: uuid(n),
      timestamp: `2026-01-01T00:00:0${n}.000Z`,
    })
    const answer = (n: number, content: unknown) => ({
      ...base(n),
      type: 'assistant',
      message: {
        id: `msg_${n}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [content],
        stop_reason: null,
        usage: {},
      },
    })
    const rows = [
      { ...base(0), type: 'user', message: { role: 'user', content: `read ${OLD}/a.ts, not ${OLD}-two/a.ts` } },
      answer(
        1,
        at % 2 === 0
          ? { type: 'thinking', thinking: `in ${OLD}`, signature: 'c2ln' }
          : { type: 'text', text: `ok ${OLD}` },
      ),
      answer(2, { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: `${OLD}/a.ts` } }),
      {
        ...base(3),
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: `{"p":"${OLD}/a.ts"}` }],
        },
        toolUseResult: { file: { filePath: `${OLD}/a.ts` } },
      },
      answer(4, { type: 'text', text: `done in \`${OLD}\`` }),
    ]
    const folder = project(cwd)
    const path = write(join(folder, `${id}.jsonl`), rows.map(row => `${JSON.stringify(row)}\n`).join(''))
    utimesSync(path, 1_700_000_000 + at, 1_700_000_000 + at)
    write(join(folder, id, 'tool-results', 't.txt'), `${OLD}/x\n${OLD}2/x`)
    write(join(config, 'tasks', id, '1.json'), JSON.stringify({ subject: `mend ${OLD}/a.ts` }))
    write(join(config, 'file-history', id, '0123456789abcdef@v1'), `const dir = '${OLD}'`)
  }
}

describe('a directory that was renamed', () => {
  test('many sessions there and back are the same, byte for byte; undo brings the same', async () => {
    const count = runs(4, 50)
    putProject(count)
    putShared()
    const before = below(home)
    const there = await moved(OLD, NEW)
    expect(there.refused).toEqual([])
    expect(moveSchema.parse(there)).toEqual(there)
    expect(there.sessions).toHaveLength(count)
    const after = below(home)
    expect(Object.keys(after).filter(path => path.includes('weather-station'))).toEqual([])
    expect(Object.keys(after)).toHaveLength(Object.keys(before).length)
    const back = await moved(NEW, OLD)
    expect(back.refused).toEqual([])
    expect(below(home)).toEqual(before)
    expect({ ...back.places, left: there.places.left }).toEqual(there.places)
    for (const { receipt } of [back, there]) {
      const report = await undo(place(), { id: receipt!, dryRun: false })
      expect(undoSchema.parse(report)).toEqual(report)
      expect(report.refused).toEqual([])
    }
    expect(below(home)).toEqual(before)
    expect(existsSync(project(NEW))).toBe(false)
    const old = join(project(`${OLD}/sub dir`), 'aaaaaaaa-0000-4000-8000-000000000000.jsonl')
    expect(statSync(old).mtimeMs).toBe(1_700_000_000_000)
  }, 30_000)

  test('every place follows, and none of a directory whose name only begins so', async () => {
    putProject(2)
    putShared()
    await moved(OLD, NEW)
    const files = Object.entries(below(home)).filter(([path]) =>
      /aaaaaaaa|history\.jsonl|claude\.json|settings|memory/.test(path),
    )
    const old = new RegExp(`${OLD}(?![-\\w])`)
    for (const [path, text] of files.filter(([name]) => !name.includes('file-history'))) {
      // Words before thinking, and thinking itself, are left.
      const left = text.split('\n').filter(line => old.test(line) && !/"thinking"|"content":"read /.test(line))
      expect([path, left]).toEqual([path, []])
    }
    const all = Object.values(below(home)).join('\n')
    expect(all).toContain(`${OLD}-two/a.ts`)
    expect(all).toContain(`${OLD}2/x`)
    expect(all).toContain(`const dir = '${OLD}'`)
    expect(JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8')).projects).toEqual({
      [NEW]: { hasTrustDialogAccepted: true },
      [`${OLD}-two`]: {},
    })
    expect(readFileSync(join(project(NEW), 'memory/MEMORY.md'), 'utf8')).toBe(
      `notes on ${NEW}/station.ts and ${OLD}-two`,
    )
  })

  const id = 'aaaaaaaa-0000-4000-8000-000000000001'
  const inProject = (directory: string, name: string) =>
    join('.claude/projects', directory.replace(/[^a-zA-Z0-9]/g, '-'), name)
  const named = (path: string) => `{"here":"${path}/x","there":"${OLD}-two/x"}`
  const agent = (path: string) =>
    `{"type":"user","uuid":"a","parentUuid":null,"isSidechain":true,"agentId":"a1","cwd":"${path}","message":{"role":"user","content":"see ${path}/x"}}\n`
  /** By what it is: where it lies below the home, and what it says, for a path of the project. */
  const PLACES: Readonly<Record<string, readonly [(path: string) => string, (path: string) => string]>> = {
    memory: [path => inProject(path, 'memory/notes.md'), named],
    'the index of sessions': [path => inProject(path, 'sessions-index.json'), named],
    'an output of a tool': [path => inProject(path, `${id}/tool-results/x.txt`), named],
    'an agent': [path => inProject(path, `${id}/subagents/agent-a1.jsonl`), agent],
    'what is said of it': [path => inProject(path, `${id}/subagents/agent-a1.meta.json`), named],
    'something else of the session': [path => inProject(path, `${id}/other/x.txt`), named],
    'the prompt history': [() => '.claude/history.jsonl', path => `{"display":"hi","project":"${path}"}\n`],
    'trust and allowed tools': [() => '.claude.json', path => `{"projects":{"${path}":{}}}`],
    'the same in the config dir': [() => '.claude/.claude.json', path => `{"projects":{"${path}/sub":{}}}`],
    settings: [() => '.claude/settings.json', path => `{"permissions":{"allow":["Read(/${path}/**)"]}}`],
    'own settings': [() => '.claude/settings.local.json', named],
    'plugins of a project': [() => '.claude/plugins/installed_plugins.json', path => `{"projectPath":"${path}"}`],
    'a job': [() => '.claude/jobs/j1/state.json', path => `{"cwd":"${path}"}`],
    'a task': [() => `.claude/tasks/${id}/2.json`, named],
    'a todo': [() => `.claude/todos/${id}-agent-${id}.json`, named],
  }
  const found = (directory: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(PLACES).flatMap(([what, [path]]) => {
        const file = join(home, path(directory))
        return existsSync(file) ? [[what, readFileSync(file, 'utf8')]] : []
      }),
    )
  const saying = (directory: string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(PLACES).map(([what, [, text]]) => [what, text(directory)]))

  test('each place that names the directory has the new path, and after undo the old one', async () => {
    putProject(2)
    for (const [path, text] of Object.values(PLACES)) write(join(home, path(OLD)), text(OLD))
    const report = await moved(OLD, NEW)
    expect(report.refused).toEqual([])
    expect(found(NEW)).toEqual(saying(NEW))
    expect(existsSync(project(OLD))).toBe(false)
    await undo(place(), { id: report.receipt!, dryRun: false })
    expect(found(OLD)).toEqual(saying(OLD))
  })

  test('settings in the directory itself, and profiles, are told and left alone', async () => {
    putProject(1)
    const to = join(home, 'renamed')
    const own = write(join(to, '.claude', 'settings.local.json'), `{"permissions":{"allow":["Read(/${OLD}/**)"]}}`)
    const other = write(join(to, '.mcp.json'), `{"mcpServers":{}}`)
    const profile = join(config, 'profiles', 'work')
    mkdirSync(join(profile, 'projects', basename(project(`${OLD}/sub dir`))), { recursive: true })
    const before = [own, other].map(path => readFileSync(path, 'utf8'))
    const report = await moved(OLD, to)
    expect(report.refused).toEqual([])
    expect([own, other].map(path => readFileSync(path, 'utf8'))).toEqual(before)
    expect(report.steps.filter(step => step.action === 'note').map(({ entries, why }) => [entries, why])).toEqual([
      [1, `${own} names the old path; it is inside the directory itself, so it is not changed`],
      [1, `${profile} also has sessions of this directory; to move those, use --config-dir`],
    ])
  })

  test('words before thinking stay; --rewrite-words changes them, and the thinking goes', async () => {
    putProject(1)
    const plain = await moved(OLD, NEW, { dryRun: true })
    expect(plain.steps.some(step => step.action === 'keep the old path in text')).toBe(true)
    expect(plain.places.left).toBeGreaterThanOrEqual(2)
    const report = await moved(OLD, NEW, { allTexts: true })
    expect(report.refused).toEqual([])
    const text = readFileSync(join(project(`${NEW}/sub dir`), 'aaaaaaaa-0000-4000-8000-000000000000.jsonl'), 'utf8')
    expect(text).toContain(`read ${NEW}/a.ts, not ${OLD}-two/a.ts`)
    expect(text).not.toContain('"thinking"')
  })

  test('--dry-run counts and writes nothing', async () => {
    putProject(3)
    putShared()
    const before = below(home)
    const dry = await moved(OLD, NEW, { dryRun: true })
    expect(below(home)).toEqual(before)
    expect(dry.places).toMatchObject({ history: 1, settings: 2 })
    const done = await moved(OLD, NEW)
    expect({ ...done, dryRun: true, receipt: null }).toEqual(dry)
  })

  test('refused while a client is running on one of the sessions, and where one is in the way', async () => {
    putProject(3)
    const id = 'aaaaaaaa-0000-4000-8000-000000000001'
    const registry = write(
      join(config, 'sessions', `${process.pid}.json`),
      JSON.stringify({ ...ownIdentity(), sessionId: id }),
    )
    const before = below(home)
    const live = await moved(OLD, NEW)
    expect(live.refused).toEqual([expect.stringContaining('is in use by a client')])
    expect(below(home)).toEqual(before)
    writeFileSync(registry, '{}')
    write(join(project(NEW), `${id}.jsonl`), '')
    const blocked = await moved(OLD, NEW)
    expect(blocked.refused).toEqual([expect.stringContaining('already exists')])
    expect(blocked.receipt).toBeNull()
  })

  test('sessions of another directory in the same folder stay', async () => {
    putProject(2)
    const other = join(project(OLD), 'cccccccc-0000-4000-8000-000000000000.jsonl')
    write(
      other,
      `${JSON.stringify({ type: 'user', uuid: 'u', parentUuid: null, cwd: '/home/ada/weather_station', timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content: OLD } })}\n`,
    )
    const before = readFileSync(other, 'utf8')
    const report = await moved(OLD, NEW)
    expect(report.refused).toEqual([])
    expect(readFileSync(other, 'utf8')).toBe(before)
    expect(report.steps).toContainEqual(expect.objectContaining({ action: 'leave' }))
  })

  test('undo keeps what clients wrote since: prompts appended, settings written anew', async () => {
    putProject(1)
    putShared()
    const history = readFileSync(join(config, 'history.jsonl'), 'utf8')
    const { receipt } = await moved(OLD, NEW)
    const added = `{"display":"later","project":"/x"}\n`
    writeFileSync(join(config, 'history.jsonl'), added, { flag: 'a' })
    writeFileSync(join(home, '.claude.json'), '{"projects":{}}')
    const report = await undo(place(), { id: receipt!, dryRun: false })
    expect(report.refused).toEqual([])
    expect(report.steps).toContainEqual(expect.objectContaining({ action: 'leave', path: join(home, '.claude.json') }))
    expect(readFileSync(join(config, 'history.jsonl'), 'utf8')).toBe(history + added)
    expect(readFileSync(join(home, '.claude.json'), 'utf8')).toBe('{"projects":{}}')
  })
})

describe('a session that belongs elsewhere', () => {
  test('goes into the other folder; its directory changes, paths in texts stay', async () => {
    putProject(2)
    const id = 'aaaaaaaa-0000-4000-8000-000000000001'
    const before = below(home)
    const report = await moved(id, '/home/ada/other')
    expect(report).toMatchObject({ refused: [], resume: `cd /home/ada/other && claude --resume ${id}` })
    const text = readFileSync(join(project('/home/ada/other'), `${id}.jsonl`), 'utf8')
    const was = before[`/.claude/projects/-home-ada-weather-station/${id}.jsonl`]!
    expect(text).toBe(was.replaceAll(`"cwd":"${OLD}"`, '"cwd":"/home/ada/other"'))
    expect(existsSync(join(project('/home/ada/other'), id, 'tool-results', 't.txt'))).toBe(true)
    expect(existsSync(join(project(OLD), id))).toBe(false)
    const { receipts } = await receiptsOf(place(), { session: id })
    expect(receipts.map(one => one.verb)).toEqual(['move'])
    await undo(place(), { id: report.receipt!, dryRun: false })
    expect(below(home)).toEqual(before)
  })

  test('--renamed changes the path everywhere in it', async () => {
    putProject(2)
    const id = 'aaaaaaaa-0000-4000-8000-000000000001'
    await moved(id, NEW, { renamed: true })
    const text = readFileSync(join(project(NEW), `${id}.jsonl`), 'utf8')
    expect(text).toContain(`read ${NEW}/a.ts, not ${OLD}-two/a.ts`)
  })
})

test('what is no session and no project, and what is there already, is a wrong call', async () => {
  putProject(1)
  await expect(moved('/nowhere/at/all', NEW)).rejects.toThrow('no session')
  await expect(moved(OLD, OLD)).rejects.toThrow('already')
})
