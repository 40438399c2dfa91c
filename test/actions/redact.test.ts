// Secrets taken out of sessions on disk: all of them, everywhere, and nothing else.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type RedactCall, redact } from '../../src/actions/redact/redact.js'
import { redactSchema } from '../../src/actions/redact/redact.schema.js'
import { undo } from '../../src/actions/undo/undo.js'
import { readContext } from '../../src/context/index.js'
import { tempFolder } from '../disk/temp-folder.js'
import { runs } from '../runs.js'
import { KINDS, type Made, make, seeded } from '../secrets/made-secrets.js'
import { CHANGE, filesBelow } from './samples-home.js'

const ID = 'aaaaaaaa-0000-4000-8000-000000000001'
const CWD = '/home/ada/shop'

let home = ''
let config = ''
let project = ''
beforeEach(() => {
  home = tempFolder()
  config = join(home, '.claude')
  project = join(config, 'projects', '-home-ada-shop')
})

const place = () => ({ env: {}, home, cwd: home })
const CALL: Omit<RedactCall, 'reference'> = {
  ...CHANGE,
  where: { kind: 'in-place' },
  idsFrom: undefined,
  paths: false,
  names: false,
  rules: undefined,
  entropy: false,
  keyFile: undefined,
}
const redacted = (more: Partial<RedactCall> = {}) => redact(place(), { ...CALL, reference: ID, ...more })

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const uuid = (n: number, of = 'b') => `${of.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A chain of entries; `isSidechain` for an agent's. */
function chain(of = 'b') {
  const rows: Record<string, unknown>[] = []
  const base = () => ({
    parentUuid: rows.length === 0 ? null : uuid(rows.length - 1, of),
    isSidechain: of !== 'b',
    cwd: CWD,
    sessionId: ID,
    version: '2.1.100',
    uuid: uuid(rows.length, of),
    timestamp: new Date(Date.parse('2026-01-01T00:00:00Z') + rows.length * 10).toISOString(),
  })
  const answer = (block: unknown) => {
    const message = { id: `msg_${rows.length}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' }
    rows.push({ ...base(), type: 'assistant', message: { ...message, content: [block], stop_reason: null, usage: {} } })
  }
  return {
    text: () => rows.map(row => `${JSON.stringify(row)}\n`).join(''),
    prompt: (content: string) => rows.push({ ...base(), type: 'user', message: { role: 'user', content } }),
    say: (text: string) => answer({ type: 'text', text }),
    think: (thinking: string) => answer({ type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' }),
    call(input: unknown, result: string, details: unknown) {
      const id = `toolu_${rows.length}`
      answer({ type: 'tool_use', id, name: 'Bash', input })
      const content = [{ type: 'tool_result', tool_use_id: id, content: result }]
      rows.push({ ...base(), type: 'user', message: { role: 'user', content }, toolUseResult: details })
    },
  }
}

/** Strings in JSON in strings, so many times below the text itself. */
const deep = (text: string, depth: number): string =>
  depth <= 0 ? text : deep(JSON.stringify({ text: `a ${text} b` }), depth - 1)

/** The parts of a secret by which it would be known again. */
const pieces = (secret: string) => secret.split(/[^A-Za-z0-9+/=_~:.$-]+/).filter(piece => piece.length >= 8)

/** Those of which something stands in the texts. */
function left(secrets: readonly Made[], texts: Iterable<string>): readonly string[] {
  const SIZE = 8
  const starts = new Map<string, string[]>()
  for (const { secret } of secrets) {
    for (const piece of pieces(secret)) {
      if (/^-*(?:BEGIN|END|PRIVATE|KEY)/.test(piece)) continue
      const start = piece.slice(0, SIZE)
      starts.set(start, [...(starts.get(start) ?? []), piece])
    }
  }
  const found = new Set<string>()
  for (const text of texts) {
    for (let at = 0; at + SIZE <= text.length; at++) {
      for (const piece of starts.get(text.slice(at, at + SIZE)) ?? []) if (text.startsWith(piece, at)) found.add(piece)
    }
  }
  return [...found]
}

describe('planted secrets', () => {
  test('of every kind, at depths up to four, in prompts, inputs, results, agents and side files: none is left', async () => {
    const main = chain()
    const agent = chain('c')
    const planted: Made[] = []
    const places: ((text: string) => void)[] = [
      text => main.prompt(text),
      text => main.say(text),
      text => main.call({ command: text }, 'ok', { stdout: '' }),
      text => main.call({ command: 'env' }, text, { stdout: text }),
      text => agent.prompt(text),
      text => agent.call({ command: text }, text, text),
      text => write(join(project, ID, 'tool-results', `r${planted.length}.txt`), text),
      text => write(join(config, 'file-history', ID, `${planted.length}@v1`), text),
      text => write(join(config, 'tasks', ID, `${planted.length}.json`), JSON.stringify({ subject: text })),
    ]
    for (const [number, { real }] of KINDS.entries()) {
      // One depth of four a kind is enough to go by; the slow suite has all of them.
      for (let depth = number % runs(4, 1); depth < 4; depth += runs(4, 1)) {
        for (let at = 0; at < runs(1, 25); at++) {
          const random = seeded(number * 1_000_003 + depth * 1009 + at)
          const secret = make(real[(at + depth) % real.length]!, random)
          planted.push(secret)
          places[(number + depth + at) % places.length]!(deep(secret.text, depth))
        }
      }
    }
    main.prompt('goodbye')
    main.say('bye')
    const path = write(join(project, `${ID}.jsonl`), main.text())
    write(join(project, ID, 'subagents', 'agent-a1.jsonl'), agent.text())
    write(join(project, ID, 'custom-title.json'), JSON.stringify({ customTitle: `about ${planted[0]!.secret}` }))
    expect(left(planted, Object.values(filesBelow(config))).length).toBeGreaterThanOrEqual(planted.length)
    const before = filesBelow(config)

    const report = await redacted()
    expect(report.refused).toEqual([])
    expect(redactSchema.parse(report)).toEqual(report)
    const after = filesBelow(config)
    const missed = left(planted, Object.values(after))
    expect(missed.length / planted.length).toBeLessThanOrEqual(0.01)
    expect(missed).toEqual([])
    for (const line of after[path]!.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()

    // Every entry is still there, and once more there is nothing to do.
    expect(after[path]!.split('\n')).toHaveLength(before[path]!.split('\n').length)
    const again = await redacted()
    expect(again).toMatchObject({ secrets: [], receipt: null, refused: [] })
    expect(filesBelow(config)).toEqual(after)

    await undo(place(), { id: report.receipt!, dryRun: false })
    expect(filesBelow(config)).toEqual(before)
  }, 120_000)
})

const GITHUB = () => make('ghp_{w36}', seeded(11)).text
const PASSWORD = () => make('Qx7{w12}', seeded(12)).text

describe('redact', () => {
  test('the list names kind, place and context, and shows no secret; a dry run writes nothing', async () => {
    const main = chain()
    main.prompt(`use ${GITHUB()} please`)
    main.call({ env: { DB_PASSWORD: 'x' }, command: `DB_PASSWORD=${PASSWORD()} run` }, `it was ${PASSWORD()}!`, {})
    write(join(project, `${ID}.jsonl`), main.text())
    const before = filesBelow(home)
    const report = await redacted({ dryRun: true })
    expect(filesBelow(home)).toEqual(before)
    expect(report.secrets.map(({ kind, line, field }) => [kind, line, field])).toEqual([
      ['github-token', 1, 'message.content'],
      ['env-secret', 2, 'message.content.0.input.command'],
      // Nothing but the first place tells that this is a password.
      ['env-secret', 3, 'message.content.0.content'],
    ])
    expect(report.secrets[0]!.context).toContain('use ghp_… please')
    expect(JSON.stringify(report)).not.toContain(PASSWORD())
    expect(JSON.stringify(report)).not.toContain(GITHUB())
    expect(report.secrets[1]!.placeholder).toBe(report.secrets[2]!.placeholder)
    expect(report.secrets[0]!.placeholder).toMatch(/^\[REDACTED:github-token:[0-9a-f]{8}\]$/)
  })

  test('equal secrets stay equal; with a key of one’s own also from run to run', async () => {
    const main = chain()
    main.prompt(`${GITHUB()} and ${GITHUB()}`)
    write(join(project, `${ID}.jsonl`), main.text())
    const key = write(join(home, 'key'), 'my key\n')
    const marks = async (keyFile: string | undefined) =>
      (await redacted({ dryRun: true, keyFile })).secrets.map(one => one.placeholder)
    const [one, two] = [await marks(undefined), await marks(undefined)]
    expect(new Set(one).size).toBe(1)
    expect(one).not.toEqual(two)
    expect(await marks(key)).toEqual(await marks(key))
  })

  test('a new session by default; the original stays', async () => {
    const main = chain()
    main.prompt(`use ${GITHUB()}`)
    main.say('done')
    const path = write(join(project, `${ID}.jsonl`), main.text())
    write(join(project, ID, 'tool-results', 'x.txt'), GITHUB())
    const report = await redacted({ where: { kind: 'same-project' } })
    expect(report.refused).toEqual([])
    expect(readFileSync(path, 'utf8')).toBe(main.text())
    expect(report.sessionId).not.toBe(ID)
    expect(readFileSync(report.path!, 'utf8')).not.toContain(GITHUB())
    expect(readFileSync(join(project, report.sessionId, 'tool-results', 'x.txt'), 'utf8')).toMatch(/^\[REDACTED:/)
  })

  test('thinking with a secret goes whole, and thinking behind a change; thinking before it stays', async () => {
    const main = chain()
    main.prompt('hello')
    main.think('first thoughts')
    main.say('hi')
    main.prompt('and now?')
    main.think(`the token is ${GITHUB()}`)
    main.say('well')
    main.prompt('more')
    main.think('last thoughts')
    main.say('end')
    const path = write(join(project, `${ID}.jsonl`), main.text())
    const report = await redacted()
    expect(report.refused).toEqual([])
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('first thoughts')
    expect(text).not.toMatch(/the token is|last thoughts/)
    const { outcome, messages } = readContext(readFileSync(path))
    expect(outcome.kind).toBe('resumes')
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user', 'assistant'])
  })

  test('ids and signatures are not touched', async () => {
    const main = chain()
    const id = make('AKIA{u16}', seeded(4)).text
    main.prompt(`key ${id}`)
    const row = JSON.parse(main.text())
    const entry = { ...row, requestId: id, message: { ...row.message, id } }
    const path = write(join(project, `${ID}.jsonl`), `${JSON.stringify(entry)}\n`)
    expect((await redacted()).refused).toEqual([])
    const after = JSON.parse(readFileSync(path, 'utf8'))
    expect([after.requestId, after.message.id]).toEqual([id, id])
    expect(after.message.content).toMatch(/^key \[REDACTED:aws-access-key-id:/)
  })

  test('damaged lines too', async () => {
    const main = chain()
    main.prompt('hello')
    main.say('hi')
    const path = write(join(project, `${ID}.jsonl`), `${main.text()}{"type":"user","message":{"content":"${GITHUB()}`)
    const report = await redacted()
    expect(report.refused).toEqual([])
    expect(readFileSync(path, 'utf8')).not.toContain(GITHUB())
    expect(readFileSync(path, 'utf8').startsWith(main.text())).toBe(true)
  })

  test('--paths and --names hide where and who', async () => {
    const main = chain()
    main.prompt('ada, look at /home/ada/shop/x and /home/adam/y, not at adamant')
    const path = write(join(project, `${ID}.jsonl`), main.text())
    expect((await redacted()).secrets).toEqual([])
    const report = await redacted({ paths: true, names: true })
    expect(report.refused).toEqual([])
    const { message, cwd } = JSON.parse(readFileSync(path, 'utf8'))
    expect(message.content).toMatch(
      /^\[REDACTED:user:\w{8}\], look at \[REDACTED:home:\w{8}\]\/shop\/x and \/home\/adam\/y, not at adamant$/,
    )
    expect(cwd).toMatch(/^\[REDACTED:home:\w{8}\]\/shop$/)
  })

  test('--rules adds kinds of one’s own; a wrong file is a wrong call', async () => {
    const main = chain()
    main.prompt('badge ACME-1234-77 and more')
    const path = write(join(project, `${ID}.jsonl`), main.text())
    const rules = write(
      join(home, 'rules.json'),
      '[{"kind":"acme","words":["acme-"],"pattern":"ACME-\\\\d{4}-\\\\d\\\\d"}]',
    )
    await redacted({ rules })
    expect(readFileSync(path, 'utf8')).toMatch(/badge \[REDACTED:acme:\w{8}\] and more/)
    for (const text of ['{}', '[{}]', 'x', '[{"kind":"a","words":["abc"],"pattern":"("}]']) {
      await expect(redacted({ rules: write(join(home, 'bad.json'), text) })).rejects.toThrow('--rules')
    }
    await expect(redacted({ rules: join(home, 'none.json') })).rejects.toThrow('--rules')
    expect(existsSync(path)).toBe(true)
  })
})
