// The promises of the README that belong to no single layer: nothing is written unasked, nothing is sent, no text acts on the
// terminal, order never comes from timestamps, and JSON is as documented.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ls } from '../../src/actions/list/ls.js'
import { sessionStats, totalStats } from '../../src/actions/read/stats.js'
import { sessionTools, trackedFiles } from '../../src/actions/read/tools.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import * as schemas from '../../src/actions/schemas.js'
import { openAgents } from '../../src/actions/session/agents.js'
import { type OpenSession, openSession } from '../../src/actions/session/open-session.js'
import { COMMANDS } from '../../src/cli/table.js'
import { type Conversation, readConversation } from '../../src/conversation/conversation.js'
import { listSessions } from '../../src/disk/index.js'
import { ask, rethread, sampleHome } from '../cli/rethread.js'

const root = resolve(import.meta.dirname, '../..')
const home = sampleHome()

const { sessions } = listSessions([join(root, 'samples')])

async function printed(words: readonly string[], configDir = join(home, '.claude')): Promise<string> {
  const { stderr, stdout } = await ask(words, { home, env: { CLAUDE_CONFIG_DIR: configDir } })
  expect(stderr).toBe('')
  return stdout
}

describe('nothing is written unasked (I8)', () => {
  const calls: Readonly<Record<string, readonly string[]>> = {
    ls: ['--all', '-n', '0'],
    show: ['10a6', '--depth', 'all', '--agents'],
    stats: ['--all'],
    turns: ['4e81', '--all'],
    tools: ['f11e', '--files'],
    files: ['10a6'],
    graph: ['4e81', '--all'],
    search: ['station'],
    export: ['10a6', '-o', '-'],
    archive: ['--all', '--dry-run'],
    restore: ['--deleted', '--dry-run'],
    blame: ['src/wind.ts'],
    team: [],
    index: [],
    usage: ['session', '--breakdown'],
    compactions: ['91a1'],
    context: ['4e81'],
    diff: ['4e81', '--leaf', '2'],
    explain: ['91a1', 'prompt is too long'],
    resume: ['91a1', '--dry-run'],
    check: ['91a1', '--fail-on', 'refuses'],
    redact: ['91a1', '--dry-run'],
    move: ['91a1', '--to', 'elsewhere', '--dry-run'],
    rm: ['91a1', '--dry-run'],
    receipts: ['91a1'],
    undo: ['--dry-run'],
    clone: ['91a1', '--dry-run'],
    repair: ['dead', '--dry-run'],
    strip: ['91a1', '--tools', '--dry-run'],
    trim: ['91a1', '--suggest'],
    cut: ['10a6', '--turns', '1', '--dry-run'],
    compress: ['91a1', '--keep-last', '1', '--dry-run'],
    schema: ['user'],
    completions: ['bash'],
    help: ['show'],
  }

  test('by any command that reads, nor by a dry run; but for the index, which is a cache', async () => {
    mkdirSync(join(home, 'src'), { recursive: true })
    writeFileSync(join(home, 'src', 'wind.ts'), 'nothing that a session wrote\n')
    mkdirSync(join(home, '.cache', 'rethread'), { recursive: true })
    const before = fingerprint(home)
    await printed([])
    for (const { name } of COMMANDS) {
      // They listen until they are ended; that their answers write nothing is seen in the tests of server and mcp.
      if (name === 'serve' || name === 'mcp') continue
      expect(calls).toHaveProperty(name)
      await printed([name, ...calls[name]!])
    }
    await rethread(['stats', '--all'], { home }) // nor as a process of its own
    expect(fingerprint(home)).toEqual(before)
  })

  test('by any file but those of disk that make changes', () => {
    const reading =
      /^(type \w+|closeSync|constants|fstatSync|lstatSync|openSync|read|readFileSync|readSync|readdirSync|readlinkSync|realpathSync|statSync|watch)$/
    const imports = files().flatMap(file =>
      [...source(file).matchAll(/import \{([^}]*)\} from 'node:fs[^']*'/g)].flatMap(([, names]) =>
        names!.split(',').map(name => ({ file, name: name.trim() })),
      ),
    )
    expect(imports.length).toBeGreaterThan(20)
    const writing = imports.filter(({ name }) => name !== '' && !reading.test(name))
    const makeChanges = [
      'answer-store',
      'archive/pack',
      'archive/reading-copy',
      'archive/unpack',
      'atomic-replace',
      'backups',
      'cache-dir',
      'cache-files',
      'lock',
      'running-server',
      'sample-copy',
      'small-output', // nothing but standard output
      'take-back',
      'team-copy',
      'team-file',
      'unfinished',
      'write-page',
    ].map(name => join('disk', `${name}.ts`))
    expect([...new Set(writing.map(({ file }) => file))].toSorted()).toEqual(makeChanges)
    expect(sources().filter(text => /import \* as \w+ from 'node:fs/.test(text))).toEqual([])
    // Opened for writing there only as well.
    const opening = files().filter(file => /O_(WRONLY|RDWR|CREAT|APPEND|TRUNC)|open\w*\([^)]*'[wa]/.test(source(file)))
    expect(opening.filter(file => !makeChanges.includes(file))).toEqual([])
  })

  function fingerprint(folder: string): readonly string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => !name.startsWith(join('.cache', 'rethread')))
      .toSorted()
      .map(name => {
        const stats = statSync(join(folder, name))
        const bytes = stats.isFile() ? readFileSync(join(folder, name)) : ''
        return `${name} ${stats.mode} ${stats.mtimeMs} ${createHash('sha256').update(bytes).digest('hex')}`
      })
  }
})

describe('nothing is sent (I18)', () => {
  test('no source can open a connection, but for the local server, which listens on loopback and asks only itself', () => {
    const network =
      /'(node:)?(net|http|https|http2|tls|dgram|dns|inspector)(\/\w+)?'|\b(fetch|WebSocket|EventSource|XMLHttpRequest)\(/
    expect(files().filter(file => network.test(source(file)))).toEqual([join('server', 'index.ts')])
    expect(source(join('server', 'index.ts'))).toContain("listen({ host: '127.0.0.1'")
    expect([...source(join('server', 'index.ts')).matchAll(/fetch\(`([^$]*)\$/g)].map(one => one[1])).toEqual([
      'http://127.0.0.1:',
    ])
  })

  test('only the pager, with resume the client, with serve the browser, a summarizer that was named, and rethread itself by the finder are started', () => {
    const starting = files().filter(file => source(file).includes('node:child_process'))
    expect(starting.toSorted()).toEqual([
      join('cli', 'commands', 'resume.ts'),
      join('cli', 'commands', 'serve.ts'),
      join('cli', 'finder', 'beside.ts'),
      join('cli', 'finder', 'finder.ts'),
      join('cli', 'output.ts'),
      join('summarize', 'providers', 'program.ts'),
    ])
  })

  test('no dependency but zod, an SQLite that is only given paths, the driver of a team store, and what lays out texts', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies)).toEqual([
      'highlight.js',
      'libsql',
      'micromark',
      'micromark-extension-gfm',
      'pg',
      'zod',
    ])
  })

  test('the package that can reach the API is loaded by one summarizer, when it is named', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(manifest.peerDependenciesMeta).toEqual({ '@anthropic-ai/sdk': { optional: true } })
    expect(Object.keys(manifest.dependencies)).toEqual([
      'highlight.js',
      'libsql',
      'micromark',
      'micromark-extension-gfm',
      'pg',
      'zod',
    ])
    const loading = files().filter(file => source(file).includes('@anthropic-ai/sdk'))
    expect(loading).toEqual([join('summarize', 'providers', 'anthropic.ts')])
    expect(source(loading[0]!)).not.toMatch(/^import (?!type )[^;]*from '@anthropic-ai\/sdk'/m)
  })
})

describe('nothing is sent (I18) unless a team store was named', () => {
  test('the driver is loaded in one place, when a store is asked; the address is always given by whoever asks', () => {
    const loading = files().filter(file => /['"]pg['"]/.test(source(file)))
    expect(loading).toEqual([join('catalog', 'postgres', 'driver.ts')])
    expect(source(loading[0]!)).not.toMatch(/^import (?!type )[^;]*from 'pg'/m)
    expect(source(loading[0]!)).not.toMatch(/PGHOST|process\.env/)
    const asking = files().filter(file => /from '[^']*\/postgres\/|import\('[^']*\/postgres\//.test(source(file)))
    expect(asking.filter(file => !/^(catalog.postgres|actions.team)./.test(file))).toEqual([])
  })
})

describe('no text acts on the terminal (I10)', () => {
  const id = '0dd0dd00-0000-4000-8000-000000000001'
  const configDir = join(home, 'hostile')
  const folder = join(configDir, 'projects', '-hostile')
  mkdirSync(folder, { recursive: true })
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\r\u0008x'
  const chained = (uuid: string, parentUuid: string | null, more: object) => ({
    uuid,
    parentUuid,
    isSidechain: false,
    sessionId: id,
    timestamp: '2026-01-02T03:04:05.678Z',
    cwd: `/hostile${evil}`,
    gitBranch: evil,
    version: evil,
    slug: evil,
    ...more,
  })
  const answer = (content: readonly object[]) => ({
    type: 'assistant',
    message: { id: evil, role: 'assistant', model: evil, stop_reason: evil, content, usage: { service_tier: evil } },
  })
  const rows = [
    chained(`a${evil}`, null, { type: 'user', message: { role: 'user', content: `${evil} prompt` } }),
    chained('b', `a${evil}`, answer([{ type: 'text', text: evil }, { type: evil }])),
    chained('c', 'b', answer([{ type: 'tool_use', id: evil, name: `Tool${evil}`, input: { [evil]: evil } }])),
    chained('d', 'c', {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: evil, is_error: true, content: evil }] },
    }),
    chained('e', 'd', { type: 'system', subtype: evil, content: evil }),
    chained('f', 'e', { type: 'attachment', attachment: { type: evil, content: evil } }),
    {
      type: 'file-history-snapshot',
      messageId: 'b',
      snapshot: { trackedFileBackups: { [evil]: { backupFileName: evil, version: 1 } } },
    },
    { type: evil, [evil]: evil, sessionId: id },
    { type: 'custom-title', customTitle: `title ${evil}`, sessionId: id },
  ]
  writeFileSync(join(folder, `${id}.jsonl`), rows.map(row => `${JSON.stringify(row)}\n`).join(''))

  test.each([
    [],
    ['ls'],
    ['show', id],
    ['show', id, '--depth', 'all'],
    ['stats', id],
    ['stats', '--all'],
    ['turns', id],
    ['tools', id],
    ['tools', id, '--files'],
    ['context', id, '--full'],
    ['context', id, '--model', evil, '--brief'],
    ['resume', id, '--dry-run'],
  ])('rethread %s %s %s %s', async (...words) => {
    const text = await printed(
      words.filter(word => word !== undefined),
      configDir,
    )
    expect(text.length).toBeGreaterThan(20)
    expect(text.replaceAll('\n', '').match(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)?.[0]).toBeUndefined()
  })

  test('in JSON it is exact', async () => {
    const { turns } = JSON.parse(await printed(['turns', id, '--json'], configDir))
    expect(turns[0].prompt).toBe(`${evil} prompt`)
  })
})

describe('order never comes from timestamps (I9)', () => {
  const outline = ({ rows, messages, turns, toolCalls, graph }: Conversation) => ({
    lines: [...rows.line.slice(0, rows.count)],
    messages: messages.map(message => message.rows),
    turns: turns.list.map(({ index, kind, row, firstRow, lastRow }) => [index, kind, row, firstRow, lastRow]),
    calls: toolCalls.list.map(({ use, result }) => [use.row, result?.row]),
    parents: [...graph.parent],
  })

  test.each(sessions.map(session => [session.id, session.path]))('%s with its times reversed', (_, path) => {
    const text = readFileSync(path, 'latin1')
    const times = text.match(/"timestamp":"[^"]*"/g) ?? []
    const reversed = text.replace(/"timestamp":"[^"]*"/g, () => times.pop()!)
    expect(outline(readConversation(Buffer.from(reversed, 'latin1')))).toEqual(
      outline(readConversation(Buffer.from(text, 'latin1'))),
    )
  })
})

describe('JSON is as its schema says, and has nothing that the schema does not name (I13)', () => {
  const place = { env: {}, home: root, cwd: root, configDir: join(root, 'samples') }
  const opened = (path: string): Promise<OpenSession> =>
    openSession({ kind: 'file', id: '', path, configDir: join(root, 'samples') })

  test('ls', async () => {
    const value = asJson(await ls(place, { limit: 100, all: true }))
    expect(schemas.lsSchema.parse(value)).toEqual(value)
  })

  test.each(sessions.map(session => [session.id, session.path]))('stats, turns, tools of %s', async (_, path) => {
    const open = await opened(path)
    const agents = await openAgents(open)
    const stats = sessionStats(open)
    const answers = [
      [schemas.statsSchema, stats],
      [schemas.manyStatsSchema, { sessions: [stats], totals: totalStats([stats]), unread: [] }],
      [schemas.turnsSchema, sessionTurns(open, { all: true })],
      [schemas.turnsSchema, sessionTurns(open, { all: false })],
      [schemas.toolsSchema, sessionTools(open, agents)],
      [schemas.trackedFilesSchema, trackedFiles(open)],
    ] as const
    for (const [schema, answer] of answers) expect(schema.parse(asJson(answer))).toEqual(asJson(answer))
    for (const agent of agents) if (agent.file) agent.open.close()
    open.close()
  })

  test('from the program itself', async () => {
    const parse = async (...words: readonly string[]) => JSON.parse(await printed([...words, '--json']))
    schemas.lsSchema.parse(await parse())
    schemas.showSchema.parse(await parse('show', '91a1'))
    schemas.manyStatsSchema.parse(await parse('stats', '--all'))
    schemas.turnsSchema.parse(await parse('turns', '10a6'))
    schemas.toolsSchema.parse(await parse('tools', 'a6e9'))
  })

  function asJson(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value))
  }
})

function files(): readonly string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
}

function source(file: string): string {
  return readFileSync(join(root, 'src', file), 'utf8')
}

function sources(): readonly string[] {
  return files().map(source)
}
