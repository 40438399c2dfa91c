// The file itself, its side files and the client's cleanup: one damage a code.

import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSessions } from '../../src/actions/check/check.js'
import { FILE_CODES } from '../../src/check/codes/files.js'
import { cleanupDays } from '../../src/disk/client-settings.js'
import { type FileCode, problem, problemOf } from '../../src/disk/regular-file.js'
import { answer, bytesOf, calls, type Line, last, prompt, side, use, user } from '../conversation/lines.js'
import { put, tempFolder } from '../disk/temp-folder.js'
import { NOW, places } from './findings-of.js'

const ID = '5eed1ab0-1a7e-4b1e-9c0d-0f1e2d3c4b5a'
const OTHER = '00000000-1a7e-4b1e-9c0d-0f1e2d3c4b5a'
const DAY = 86_400
const now = NOW / 1000

interface Made {
  readonly lines?: readonly Line[]
  readonly name?: string
  readonly settings?: string
  /** Path below the config dir (with `<id>` for the session) → days since it was written. */
  readonly files?: Readonly<Record<string, number>>
  /** Days since the session was written. */
  readonly age?: number
  readonly prepare?: (configDir: string) => void
}

/** Snapshots of files name no session. */
const own = (line: Line): Line => (line['type'] === 'file-history-snapshot' ? line : { ...line, sessionId: ID })
const agentCall = [
  answer('a2', { blocks: [use('c2', 'Task', { prompt: 'look around' })] }),
  user('r2', [{ type: 'tool_result', tool_use_id: 'c2', content: 'seen' }], { toolUseResult: { agentId: 'ag1' } }),
]
const output = (path: string): Line =>
  user('r1', [{ type: 'tool_result', tool_use_id: 'c1', content: `<persisted-output>\nsaved to: ${path}\n` }], {
    toolUseResult: { persistedOutputPath: path },
  })
const OUTPUT = `/home/ada/.claude/projects/-p/${ID}/tool-results/big.txt`
const snapshot: Line = {
  type: 'file-history-snapshot',
  messageId: 'u1',
  snapshot: {
    messageId: 'u1',
    trackedFileBackups: {
      'src/tide.ts': { backupFileName: 'aaaa@v1', version: 1 },
      'src/new.ts': { backupFileName: null, version: 1 },
    },
  },
}

/** Lines 1 to 7, with everything that they name beside them. */
const goodLines = [prompt('u1'), snapshot, calls('a1', 'c1'), output(OUTPUT), ...agentCall, last('a3')].map(own)
const goodFiles = {
  'projects/-p/<id>/tool-results/big.txt': 1,
  'projects/-p/<id>/subagents/agent-ag1.jsonl': 1,
  'file-history/<id>/aaaa@v1': 1,
}

async function found({ lines = goodLines, name = ID, files = goodFiles, age = 1, settings, prepare }: Made) {
  const configDir = tempFolder()
  const path = put(join(configDir, 'projects/-p', `${name}.jsonl`), bytesOf(...lines), now - age * DAY)
  if (settings !== undefined) put(join(configDir, 'settings.json'), settings)
  for (const [file, days] of Object.entries(files)) {
    const isAgent = file.endsWith('.jsonl')
    const text = isAgent ? bytesOf(...side(prompt('s1'), last('s2'))) : 'content'
    put(join(configDir, file.replace('<id>', name)), text, now - days * DAY)
  }
  prepare?.(configDir)
  const { findings } = await checkSessions([{ kind: 'file', id: name, path, configDir }], { now: NOW })
  return findings
}

const { 'file-history/<id>/aaaa@v1': _, ...noBackup } = goodFiles
const { 'projects/-p/<id>/tool-results/big.txt': __, ...noOutput } = goodFiles
const { 'projects/-p/<id>/subagents/agent-ag1.jsonl': ___, ...noAgent } = goodFiles
const withFiles = (files: Readonly<Record<string, number>>): Made => ({ files: { ...goodFiles, ...files } })

type Case = readonly [code: keyof typeof FILE_CODES, rule: string, line: number | undefined, made: Made]

const cases: readonly Case[] = [
  ['name-not-uuid', 'R-F8', undefined, { name: 'my-session', lines: [prompt('u1'), last('a1')], files: {} }],
  ['session-ended', 'R-F16', 8, { lines: [...goodLines, own({ type: 'ended-by-model' })] }],
  ['session-empty', 'R-F14 empty', undefined, { lines: [], files: {} }],
  ['session-empty', 'R-F14 metadata', undefined, { lines: [{ type: 'ai-title', aiTitle: 'x' }], files: {} }],
  ['session-all-sidechain', 'R-F15', undefined, { lines: side(prompt('u1'), last('a1')), files: {} }],
  [
    'session-id-differs',
    'R-F7',
    1,
    { lines: goodLines.map(line => ('sessionId' in line ? { ...line, sessionId: OTHER } : line)) },
  ],
  ['session-id-mixed', 'R-F7', 1, { lines: goodLines.with(0, { ...goodLines[0]!, sessionId: OTHER }) }],
  ['backup-missing', 'resume-rules §5.2', 2, { files: noBackup }],
  ['output-missing', 'B5', 4, { files: noOutput }],
  [
    'output-missing',
    'only the text tells',
    4,
    { files: noOutput, lines: goodLines.with(3, { ...goodLines[3]!, toolUseResult: 'x' }) },
  ],
  [
    'output-elsewhere',
    'resume-rules §5.4',
    4,
    { files: noOutput, lines: goodLines.with(3, own(output(OUTPUT.replace(ID, OTHER)))) },
  ],
  ['agent-missing', 'resume-rules §5.3', 6, { files: noAgent }],
  ['agent-unlinked', 'D9', undefined, { lines: goodLines.toSpliced(4, 2) }],
  ['side-files-unnamed', 'backups', undefined, withFiles({ 'file-history/<id>/bbbb@v2': 1 })],
  ['side-files-unnamed', 'outputs', undefined, withFiles({ 'projects/-p/<id>/tool-results/other.txt': 1 })],
  ['cleanup-transcript', 'B5 soon', undefined, { age: 24 }],
  ['cleanup-transcript', 'B5 overdue', undefined, { age: 40 }],
  ['cleanup-tool-results', 'B5', undefined, withFiles({ 'projects/-p/<id>/tool-results/big.txt': 31 })],
  ['cleanup-file-history', 'B5', undefined, withFiles({ 'file-history/<id>/aaaa@v1': 31 })],
  ['cleanup-others', 'B5 tasks', undefined, withFiles({ 'tasks/<id>/1.json': 31 })],
  ['cleanup-others', 'B5 to-do lists', undefined, withFiles({ [`todos/<id>-agent-${ID}.json`]: 31 })],
  ['unknown-type', 'D16', 8, { lines: [...goodLines, { type: 'brand-new' }] }],
  ['unknown-field', 'D16', 1, { lines: goodLines.with(0, { ...goodLines[0]!, mood: 'good' }) }],
  [
    'file-not-regular',
    'quality 14',
    undefined,
    { prepare: dir => symlinkSync('/', join(dir, 'projects/-p', ID, 'tool-results/link')) },
  ],
]

describe('a defect of the file or beside it', () => {
  test('the good session has none', async () => expect(await found({})).toEqual([]))

  test.each(cases)('%s (%s)', async (code, _, line, made) => {
    const findings = await found(made)
    expect(places(findings, FILE_CODES)).toEqual([line === undefined ? code : `${code}@${line}`])
    expect(findings.find(one => one.code === code)?.severity).toBe(FILE_CODES[code].severity)
  })
})

/** What only the system can bring about. */
const systemFaults: readonly (readonly [
  code: FileCode,
  fault: () => { readonly finding: { readonly code: string } },
])[] = [
  ['file-unreadable', () => problemOf('/x', { code: 'EACCES' })],
  ['file-vanished', () => problemOf('/x', { code: 'ENOENT' })],
  ['file-link-loop', () => problemOf('/x', { code: 'ELOOP' })],
  ['file-name-not-utf8', () => problemOf('/\ufffd', { code: 'ENOENT' })],
  ['file-outside-root', () => problem('file-outside-root', '/x', 'x')],
  ['file-changed', () => problem('file-changed', '/x', 'x')],
  ['file-too-large', () => problem('file-too-large', '/x', 'x')],
]

test.each(systemFaults)('%s has the severity that disk reports', (code, fault) => {
  expect(fault().finding).toMatchObject({ code, severity: FILE_CODES[code].severity })
})

test('every code has a case', () => {
  const all = [...cases.map(([code]) => code), ...systemFaults.map(([code]) => code)]
  expect(new Set(all)).toEqual(new Set(Object.keys(FILE_CODES)))
})

describe('no defect', () => {
  test.each<readonly [string, Made]>([
    ['B5 three weeks old', { age: 22 }],
    ['B5 the settings say a year', { age: 40, settings: '{"cleanupPeriodDays":365}' }],
    [
      'D9 an agent by the id of the call in its meta file',
      {
        lines: goodLines.with(5, own(user('r2', [{ type: 'tool_result', tool_use_id: 'c2', content: 'seen' }]))),
        prepare: dir => put(join(dir, 'projects/-p', ID, 'subagents/agent-ag1.meta.json'), '{"toolUseId":"c2"}'),
      },
    ],
    ['D9 an agent that another agent started', withFiles({ 'projects/-p/<id>/subagents/agent-ag2.jsonl': 1 })],
    ['an image of an MCP server', withFiles({ 'projects/-p/<id>/tool-results/mcp-x-blob-1-a.png': 1 })],
    [
      'a background task writes elsewhere',
      {
        files: noOutput,
        lines: goodLines.with(
          3,
          own(
            user('r1', [{ type: 'tool_result', tool_use_id: 'c1', content: 'x' }], {
              toolUseResult: { outputFile: '/tmp/tasks/b1.output' },
            }),
          ),
        ),
      },
    ],
  ])('%s', async (_, made) => expect(places(await found(made), FILE_CODES)).toEqual([]))

  test('B5 the client cleans its own folders only', async () => {
    const path = put(join(tempFolder(), `${ID}.jsonl`), bytesOf(own(prompt('u1')), own(last('a1'))), now - 90 * DAY)
    const { findings } = await checkSessions([{ kind: 'file', id: ID, path }], { now: NOW })
    expect(findings).toEqual([])
  })
})

test('messages say how much and when', async () => {
  const messages = async (made: Made): Promise<readonly string[]> => (await found(made)).map(one => one.message)
  expect(await messages({ files: noBackup })).toEqual([
    '1 of 1 backups are missing: a rewind cannot restore src/tide.ts',
  ])
  expect(await messages({ files: noAgent })).toEqual(['transcripts of 1 of 1 subagents are missing: ag1'])
  expect(await messages({ age: 24 })).toEqual(['the session with 2 files in its folder: will be deleted on 2026-01-08'])
  expect(await messages({ age: 40, files: goodFiles })).toEqual([
    "the session with 2 files in its folder: will be deleted at the client's next start (due since 2025-12-23)",
  ])
})

test.each([
  ['{"cleanupPeriodDays":7}', 7],
  ['{"cleanupPeriodDays":0}', 1],
  ['{"cleanupPeriodDays":"x"}', 30],
  ['{ broken', 30],
  ['null', 30],
])('cleanupPeriodDays: %s', (settings, days) => {
  const dir = tempFolder()
  put(join(dir, 'settings.json'), settings)
  expect(cleanupDays(dir)).toBe(days)
})

test('settings that are a folder, or not there', () => {
  const dir = tempFolder()
  expect(cleanupDays(dir)).toBe(30)
  mkdirSync(join(dir, 'settings.json'))
  expect(cleanupDays(dir)).toBe(30)
  expect(cleanupDays(undefined)).toBe(30)
})
