// The plugin in the real client: installed from the marketplace of this repository, every tool called, every command and
// hook run, and nothing left when it is uninstalled.

import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRecords } from '../../src/disk/archive/index.js'
import { type BuiltProgram, buildProgram } from './built-program.js'
import { type ClientHome, makeClientHome, placeSession } from './client-home.js'
import type { ApiLine } from './fake-api.js'
import type { Block, ScriptedBlock } from './fake-reply.js'
import { fakeApi } from './judged-suite.js'
import { introduced } from './record/introduced.js'
import { pause, Terminal } from './record/terminal.js'
import { runClient } from './run-client.js'
import { RECORD } from './sample.js'

const ROOT = join(import.meta.dirname, '../..')
const version = '2.1.325'
const SESSION = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const BYTES = readFileSync(join(ROOT, 'samples', 'projects', '-home-ada-weather-station', `${SESSION}.jsonl`))
const PREFIX = 'mcp__plugin_rethread_rethread__'
const api = fakeApi()

let built: BuiltProgram
beforeAll(async () => {
  built = await buildProgram()
  // The marketplace as it is in a clone that was built.
  for (const folder of ['.claude-plugin', 'plugin'])
    cpSync(join(ROOT, folder), join(built.root, folder), { recursive: true })
})
afterAll(() => built.remove())

const ENV = { ENABLE_TOOL_SEARCH: 'false', MCP_TIMEOUT: '120000' }

function envIn(home: ClientHome, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { ...ENV, XDG_DATA_HOME: join(home.root, 'data'), XDG_CACHE_HOME: join(home.root, 'cache'), ...more }
}

async function plugin(home: ClientHome, ...words: readonly string[]): Promise<string> {
  const line = api().open()
  const end = await runClient({
    version,
    home,
    url: line.url,
    args: ['plugin', ...words],
    env: envIn(home),
    input: '',
    timeout: 120_000,
  })
  expect(end.code, `${words.join(' ')}\n${end.output}\n${end.errors}`).toBe(0)
  line.close()
  return end.output
}

async function installed(): Promise<ClientHome> {
  const home = makeClientHome()
  await plugin(home, 'marketplace', 'add', built.root)
  await plugin(home, 'install', 'rethread@rethread')
  return home
}

interface Printed {
  readonly line: ApiLine
  readonly sessionId: string
}

async function ask(
  home: ClientHome,
  prompt: string,
  blocks: readonly ScriptedBlock[],
  env = envIn(home),
): Promise<Printed> {
  const line = api().open({ replies: [...blocks.map(block => ({ blocks: [block] })), { blocks: ['Done.'], times: 9 }] })
  const args = ['-p', prompt, '--output-format', 'json', '--dangerously-skip-permissions']
  const end = await runClient({ version, home, url: line.url, args, env, input: '', timeout: 180_000 })
  expect(end.code, `${end.output}\n${end.errors}`).toBe(0)
  return { line, sessionId: (JSON.parse(end.output) as { readonly session_id: string }).session_id }
}

function mainRequests({ line }: Printed) {
  return line.requests.filter(({ kind }) => kind === 'main')
}

/** Print mode does not wait for servers that are slow to start, as on a busy machine; then it is asked again. */
async function withTools(asked: () => Promise<Printed>) {
  for (let tries = 0; ; tries++) {
    const requests = mainRequests(await asked())
    const hasTools = (requests[0]?.body.tools ?? []).some(({ name }) => name.startsWith(PREFIX))
    if (hasTools || tries === 9) return requests
  }
}

/** Each with the words of its call, and what the next request gives the model of its result. */
const CALLS: readonly (readonly [
  tool: string,
  input: Readonly<Record<string, unknown>>,
  ...seen: readonly string[],
])[] = [
  ['search', { query: '"wind rose" project:weather' }, '10a6da70:t', 'wind rose', 'data of unknown trust'],
  ['sessions', { limit: 5 }, 'A wind page for the station', '10a6da70'],
  ['outline', { session: '10a6da70' }, 'My father wants knots.', '"index":12'],
  ['read', { session: '10a6da70:t8' }, '21.4 m/s are 41.6 knots', 'units.ts'],
  ['calls', { session: '10a6da70', failed: true }, 'npm test -- wind-rose', '"isError":true'],
  ['files', { file: 'rose-svg.ts' }, '10a6da70:t6'],
  ['context', { session: '10a6da70' }, '"resumes":true', 'tool results'],
  ['compactions', { session: '10a6da70' }, '"total":0'],
  ['check', { session: '10a6da70' }, '"isSound":true'],
  ['usage', { report: 'model' }, 'claude-opus-5-5', 'outputTokens'],
  ['plan', { session: '10a6da70', verb: 'trim', budgetTokens: 22_000 }, '"written":false', '"refused":[]'],
]

test.skipIf(RECORD)(
  'installed from the marketplace, every tool answers the client in print mode; uninstalled, nothing is left',
  async () => {
    const home = await installed()
    try {
      placeSession(home, SESSION, BYTES)
      expect(await plugin(home, 'list')).toContain('rethread')
      const requests = await withTools(() =>
        ask(
          home,
          'Look back.',
          CALLS.map(([tool, input]) => ({ tool: `${PREFIX}${tool}`, input })),
        ),
      )
      const offered = (requests[0]?.body.tools ?? []).map(({ name }) => name).filter(name => name.startsWith(PREFIX))
      expect(offered.toSorted()).toEqual(CALLS.map(([tool]) => `${PREFIX}${tool}`).toSorted())
      const results = requests
        .at(-1)!
        .body.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        .filter(({ type }) => type === 'tool_result')
      expect(results).toHaveLength(CALLS.length)
      for (const [at, [tool, , ...seen]] of CALLS.entries()) {
        const text = textIn(results[at]!)
        expect(results[at]!['is_error'] ?? false, `${tool}: ${text}`).toBe(false)
        for (const words of seen) expect(text, tool).toContain(words)
      }
      await plugin(home, 'uninstall', 'rethread@rethread')
      await plugin(home, 'marketplace', 'remove', 'rethread')
      const settings = JSON.parse(readFileSync(join(home.config, 'settings.json'), 'utf8')) as Record<string, unknown>
      expect(JSON.stringify(settings)).not.toContain('rethread')
      expect(namesBelow(join(home.config, 'plugins')).filter(name => name.includes('rethread'))).toEqual([])
      const after = mainRequests(await ask(home, 'And now?', []))
      expect(JSON.stringify(after[0]?.body.tools ?? [])).not.toContain('rethread')
    } finally {
      home.remove()
    }
  },
  900_000,
)

function textIn(result: Block): string {
  const { content } = result
  return typeof content === 'string'
    ? content
    : ((content ?? []) as readonly Block[]).map(block => String(block['text'] ?? '')).join('\n')
}

/** What the client keeps of a cache of versions it may mark for removal later; what counts is that no plugin is loaded. */
function namesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => !/(^|\/)(cache|marketplaces)(\/|$)/.test(name),
  )
}

test.skipIf(RECORD)(
  'each slash command asks for its tools',
  async () => {
    const home = await installed()
    try {
      placeSession(home, SESSION, BYTES)
      for (const [command, ...words] of [
        ['/rethread:find knots', 'Find this in past sessions: knots', 'search'],
        ['/rethread:full', 'tool context', 'largest'],
        ['/rethread:trim 22000', 'Make a session fit again: 22000', 'budgetTokens'],
        ['/rethread:lost', 'tool compactions', 'newest compaction'],
      ] as const) {
        const [first] = mainRequests(await ask(home, command, []))
        const said = JSON.stringify(first?.body.messages)
        for (const word of words) expect(said, command).toContain(word)
      }
      const [request] = mainRequests(await ask(home, 'hello', []))
      expect(JSON.stringify(request?.body), 'the skill is offered').toContain('rethread:look-back')
    } finally {
      home.remove()
    }
  },
  900_000,
)

test.skipIf(RECORD)(
  'hooks are off until asked for; then a session is kept when it ends, and before it is compacted',
  async () => {
    const home = await installed()
    try {
      const data = join(home.root, 'data', 'rethread')
      await ask(home, 'Nothing is kept of this.', [])
      expect(readRecords(data)).toEqual([])
      const kept = await ask(home, 'Keep the lighthouse.', [], envIn(home, { RETHREAD_HOOKS: 'archive' }))
      expect(readRecords(data).map(({ session }) => session.id)).toEqual([kept.sessionId])
      // A compaction by hand, in a session of its own.
      const talk = await ask(home, 'Remember the windmill.', [])
      const line = api().open({
        replies: [
          { when: { kind: 'compact' }, blocks: ['A summary.'] },
          { blocks: ['Done.'], times: 9 },
        ],
      })
      const env = envIn(home, { RETHREAD_HOOKS: 'compaction' })
      const args = ['-p', '/compact', '--resume', talk.sessionId, '--output-format', 'json']
      const end = await runClient({ version, home, url: line.url, args, env, input: '', timeout: 180_000 })
      expect(end.code, `${end.output}\n${end.errors}`).toBe(0)
      expect(line.requests.some(({ kind }) => kind === 'compact')).toBe(true)
      // What a hook prints would be among the instructions of the summary.
      expect(JSON.stringify(line.requests.map(one => one.body.messages))).not.toContain('archived')
      expect(readRecords(data).map(({ session }) => session.id)).toContain(talk.sessionId)
    } finally {
      home.remove()
    }
  },
  900_000,
)

test.skipIf(RECORD)(
  'in the interactive client: the server is connected, a command is typed, every tool answers',
  async () => {
    const home = await installed()
    placeSession(home, SESSION, BYTES)
    writeFileSync(join(home.config, '.claude.json'), JSON.stringify(introduced(version, home.work)))
    const line = api().open({
      replies: [
        ...CALLS.map(([tool, input]) => ({ blocks: [{ tool: `${PREFIX}${tool}`, input }] })),
        { blocks: ['Turn 8.'], times: 9 },
      ],
    })
    const args = ['--dangerously-skip-permissions']
    const terminal = await Terminal.open({ version, home, url: line.url, args, env: envIn(home) })
    const asked = () => line.requests.filter(({ kind }) => kind === 'main')
    try {
      // Typed before the server is connected, the command is asked without tools: then the first call fails, and the test.
      await terminal.type('/mcp')
      await terminal.see('rethread')
      for (let wait = 0; wait < 300 && !/connected/i.test(terminal.screen()); wait++) await pause(100)
      terminal.press('Escape')
      await pause(500)
      for (let tries = 0; tries < 12 && asked().length === 0; tries++) {
        if (!terminal.isOpen()) throw new Error('the client has ended')
        await terminal.type('/rethread:find knots')
        for (let wait = 0; wait < 100 && asked().length === 0; wait++) await pause(100)
      }
      for (let wait = 0; wait < 600 && asked().length <= CALLS.length; wait++) await pause(100)
      const messages = asked().at(-1)?.body.messages ?? []
      expect(JSON.stringify(messages), terminal.screen()).toContain('Find this in past sessions: knots')
      const results = messages
        .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        .filter(({ type }) => type === 'tool_result')
      expect(results.length, terminal.screen()).toBe(CALLS.length)
      for (const [at, [tool, , ...seen]] of CALLS.entries())
        for (const words of seen) expect(textIn(results[at]!), tool).toContain(words)
    } finally {
      await terminal.end()
      line.close()
      home.remove()
    }
  },
  900_000,
)
