// What a transcript names makes no command read, copy, change or remove anything outside the session's own folders:
// hostile names in every field that names something, through every command.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { COMMANDS } from '../../src/cli/table.js'
import { isSessionId } from '../../src/format/session-folder.js'
import { answering, temporary } from '../cli/rethread.js'
import { put, uuid } from '../disk/temp-folder.js'
import {
  ASTRAY,
  CANARY,
  type HostileHome,
  holding,
  hostileHome,
  ID,
  isFileName,
  putSessions,
  stateOf,
} from './hostile-home.js'

/** `RETHREAD_HOSTILE_NAMES=1` gives each name a session of its own, which takes an hour. */
const TOGETHER = Number(process.env['RETHREAD_HOSTILE_NAMES'] ?? 400)
const WATCH = resolve(import.meta.dirname, 'watch-files.mjs')

interface Note {
  readonly did: 'looked' | 'read' | 'changed' | 'started'
  readonly by: string
  readonly path: string
}

/** Calls in a home, with everything that such a call does wrong. */
function watched(program?: string) {
  const top = temporary()
  const home = hostileHome(top)
  const notes = put(join(top, 'notes.txt'))
  const watchedPaths = [
    ...home.canaries,
    `${join(top, 'a', 'outside')}/`,
    '/etc/passwd',
    '/proc/self/environ',
    '/dev/zero',
  ]
  const env = { WATCHED_NOTES: notes, WATCHED_PATHS: JSON.stringify(watchedPaths) }
  const process = answering(program, { home: home.home, node: ['--import', WATCH], env })
  const before = stateOf(home)
  /** `directories`: where `resume` looks whether they are there. */
  async function call(args: readonly string[], directories: readonly string[] = []) {
    writeFileSync(notes, '')
    const outcome = await process.ask(args, { home: home.home })
    const noted = readFileSync(notes, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Note)
    const told = noted
      .filter(({ did, path }) => did !== 'looked' || !directories.includes(path))
      .map(({ did, by, path }) => `${did} (${by}) ${path}`)
    const now = stateOf(home)
    const touched = [...before].filter(([path, state]) => now.get(path) !== state).map(([path]) => `touched ${path}`)
    const printed = (outcome.stdout + outcome.stderr).includes(CANARY) ? ['printed a canary'] : []
    return { outcome, wrong: [...new Set([...told, ...touched, ...printed])] }
  }
  const end = (): void => {
    process.end()
    rmSync(top, { recursive: true, force: true })
  }
  return { top, home, call, copies: () => holding(top, new Set(home.canaries)), end }
}

const READING = [
  ...[
    'ls --all --turns',
    'stats ID',
    'turns ID --all',
    'tools ID',
    'tools ID --files',
    'files ID',
    'files OWN --edits',
  ],
  ...['files ID --diff secret.txt', 'graph ID --all', 'graph ID --mermaid', 'compactions ID', 'context ID --full'],
  ...[
    'show ID --depth all --agents',
    'context ID --by file',
    'diff ID ASTRAY',
    'explain ID t0-1',
    'check ID --secrets',
  ],
  ...['check ASTRAY', 'resume ID --dry-run', 'resume ASTRAY --dry-run', 'receipts ID', 'index', 'index --verify'],
  ...['search hello', 'search --regex secret.*txt', 'blame OWN', 'usage daily', 'schema', 'completions bash', 'help'],
  ...['archive ID ASTRAY', 'archive --status', 'archive verify', 'archive prune --dry-run'],
  ...['export ID --agents --depth all -o OUT/page.html', 'export ID ASTRAY -o OUT/pages', 'export ID --to md -o -'],
]
const CHANGING = [
  ...[
    'clone ID',
    'clone ID --linear',
    'clone ID --keep-ids',
    'clone ID --rewrite-words',
    'clone ID --out OUT/copy.jsonl',
  ],
  ...['clone ID --to-project ELSEWHERE', 'strip ID --tools', 'strip ID --results', 'cut ID --turns 1'],
  ...['strip ID --snapshots --bookkeeping --images', 'trim ID --budget 20k', 'compress ID --keep-last 1'],
  ...[
    'redact ID --paths --names',
    'repair ID --assume',
    'redact ID --paths --in-place',
    'repair ID --assume --in-place',
  ],
  ...['strip ID --snapshots --in-place', 'strip ID --tools --in-place', 'compress ID --keep-last 1 --in-place'],
  ...['cut ID --turns 1 --in-place', 'clone ASTRAY', 'repair ASTRAY --in-place', 'move ASTRAY --to /q', 'rm ASTRAY'],
  ...['move ID --to /q', 'move /q --to /r', 'move ID --to /s --renamed', 'rm ID'],
  // From the archive, to read and back to where it lay.
  ...['show ID --depth all --agents', 'ls --archived', 'restore ID'],
]
/** Every command; the last of them takes back what the others did. */
const CALLS = [...READING, ...CHANGING, 'receipts', 'undo --all']

/** The words of a call, with what stands for a place in them. */
function wordsOf(call: string, { home, top }: { readonly home: HostileHome; readonly top: string }, at: number) {
  const places: Readonly<Record<string, string>> = {
    ...{ ID, ASTRAY, OWN: join(home.home, 'own.txt'), ELSEWHERE: join(home.home, 'elsewhere') },
    OUT: join(top, 'out', String(at)),
  }
  return call.split(' ').map(word => word.replace(/^[A-Z]+/, name => places[name] ?? name))
}

describe('hostile names', () => {
  let house: ReturnType<typeof watched>
  beforeAll(() => {
    house = watched()
    put(join(house.home.home, 'own.txt'), 'b\n')
    mkdirSync(join(house.home.home, 'elsewhere'))
  })
  afterAll(() => house.end())

  test('are at least 200, and every command is called with them', () => {
    expect(house.home.names.length).toBeGreaterThanOrEqual(200)
    const called = new Set(CALLS.map(call => call.split(' ')[0]))
    // Servers are asked with such names in test/server/traversal.slow.ts and test/mcp; team ships listed transcripts only.
    expect(COMMANDS.map(({ name }) => name).filter(name => !called.has(name))).toEqual(['serve', 'mcp', 'team'])
  })

  test('in every field, through every command', async () => {
    const { names } = house.home
    let calls = 0
    let changes = 0
    const unexpected: string[] = []
    for (let from = 0; from < names.length; from += TOGETHER) {
      const these = names.slice(from, from + TOGETHER)
      putSessions(house.home, these)
      const files = own(house.home)
      const directories = these.map(name => resolve(JSON.parse(name).replaceAll('\0', '')))
      mkdirSync(join(house.top, 'out', String(from)), { recursive: true })
      for (const one of CALLS) {
        const args = wordsOf(one, house, from)
        const { outcome, wrong } = await house.call([...args, '--json'], directories)
        const what = `${args.join(' ')} with names ${from} to ${from + these.length - 1}`
        calls++
        if (wrong.length > 0) unexpected.push(`${what}: ${wrong.join(', ')}`)
        if (![0, 1, 2, 3].includes(outcome.code ?? -1) || /\n\s+at |internal error/i.test(outcome.stderr))
          unexpected.push(`${what} ended with ${outcome.code}: ${outcome.stderr}`)
        const report = jsonOf(outcome.stdout)
        if (typeof report?.receipt === 'string') changes++
        if (args[0] === 'resume') expect([[], ['claude', '--resume', args[1]]]).toContainEqual(report?.command)
      }
      unexpected.push(
        ...house.copies().map(path => `${path} holds a canary, names ${from} to ${from + these.length - 1}`),
      )
      expect(own(house.home), `undo does not bring back all, names from ${from}`).toEqual(files)
      clear(house.home)
    }
    console.log(`${names.length} names, ${TOGETHER} together: ${calls} calls, ${changes} changes`)
    expect(unexpected).toEqual([])
    expect(changes).toBeGreaterThan(calls / 5)
  })
})

describe('files that are called so', () => {
  test('through the commands that take one session', async () => {
    const house = watched()
    onTestFinished(house.end)
    const { project, names } = house.home
    const before = own(house.home)
    const unexpected: string[] = []
    const texts = names.map(name => JSON.parse(name) as string).filter(name => isFileName(name) && !isSessionId(name))
    expect(texts.length).toBeGreaterThan(60)
    for (const name of texts) {
      putSessions(house.home, [JSON.stringify(name)])
      const path = join(project, `${name}.jsonl`)
      put(path, readFileSync(join(project, `${ASTRAY}.jsonl`)))
      put(join(project, `agent-${name}.jsonl`), readFileSync(join(project, ID, 'subagents', 'agent-0a.jsonl')))
      const files = own(house.home)
      for (const args of [
        ...[
          ['show', path],
          ['check', path, '--secrets'],
          ['resume', path, '--dry-run'],
          ['tools', path, '--files'],
        ],
        ...[
          ['clone', path],
          ['strip', path, '--tools', '--in-place'],
          ['move', path, '--to', '/q'],
          ['rm', path],
        ],
        ...[
          ['clone', ID],
          ['rm', ID],
          ['undo', '--all'],
        ],
      ]) {
        const { outcome, wrong } = await house.call([...args, '--json'], [resolve(name)])
        if (wrong.length > 0) unexpected.push(`${args.join(' ')}: ${wrong.join(', ')}`)
        const command = args[0] === 'resume' ? jsonOf(outcome.stdout)?.command : undefined
        if (command !== undefined) expect(command, name).toEqual([])
      }
      unexpected.push(...house.copies().map(copy => `${copy} holds a canary, after ${JSON.stringify(name)}`))
      expect(own(house.home), `undo does not bring back all: ${JSON.stringify(name)}`).toEqual(files)
      clear(house.home)
    }
    expect(unexpected).toEqual([])
    expect(own(house.home)).toEqual(before)
  })
})

describe('a program that follows such names is found out', () => {
  const MISBEHAVING = resolve(import.meta.dirname, 'misbehaving.mjs')
  const VERBS = [
    ...[
      ['behave', []],
      ['look', ['looked']],
      ['read', ['read']],
      ['print', ['read', 'printed']],
      ['copy', ['changed']],
    ],
    ...[
      ['change', ['changed', 'touched']],
      ['change and set the time back', ['changed', 'touched']],
    ],
    ...[
      ['replace by its like', ['changed', 'touched']],
      ['remove', ['changed', 'touched']],
    ],
    ...[['make another', ['changed', 'touched']]],
  ] as unknown as readonly (readonly [string, readonly string[]])[]

  test.each(VERBS)('%s', async (verb, expected) => {
    const house = watched(MISBEHAVING)
    onTestFinished(house.end)
    const name = '"../../../../../a/outside/secret.txt"'
    expect(house.home.names).toContain('"../../../../outside/secret.txt"')
    putSessions(house.home, [name])
    const folder = join(house.home.configDir, 'file-history', ID)
    const session = join(house.home.project, `${ID}.jsonl`)
    // It has to look at the file for its time: that is told of each of its verbs.
    const { wrong } = await house.call([verb, session, folder])
    const kinds = new Set(wrong.map(one => one.split(' ')[0]))
    expect([...kinds].filter(kind => kind !== 'looked' || verb === 'look').toSorted()).toEqual([...expected].toSorted())
    expect(kinds.has('looked')).toBe(true)
    expect(house.copies()).toEqual(verb === 'copy' ? [join(folder, 'copy')] : [])
  })
})

interface Report {
  readonly receipt?: unknown
  readonly command?: unknown
}

function jsonOf(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined // pages, scripts, and a list of documents
  }
}

/** Every file of the config dir that is no canary, as text. */
function own({ configDir, canaries }: HostileHome): Readonly<Record<string, string>> {
  const files = readdirSync(configDir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(entry => join(entry.parentPath, entry.name)).filter(path => !canaries.includes(path))
  return Object.fromEntries(paths.map(path => [path, readFileSync(path, 'latin1')]))
}

/** As it was before the sessions were put there. */
function clear({ home, configDir, project }: HostileHome): void {
  for (const path of readdirSync(project)) {
    if (path.startsWith(ID) || (path.endsWith('.jsonl') && path !== `${uuid(9)}.jsonl`))
      rmSync(join(project, path), { recursive: true })
  }
  for (const name of ['file-history', 'tasks']) rmSync(join(configDir, name, ID), { recursive: true, force: true })
  rmSync(join(configDir, 'todos', `${ID}-agent-${ID}.json`), { force: true })
  for (const name of ['.local', '.cache']) rmSync(join(home, name), { recursive: true, force: true })
}
