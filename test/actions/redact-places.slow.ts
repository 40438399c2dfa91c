// Places in which a secret is easily overlooked: written with escapes, in base64, in UTF-16, in files with NUL bytes, in
// the prompt history, and as a second copy that nothing tells.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type RedactCall, redact } from '../../src/actions/redact/redact.js'
import { redactSchema } from '../../src/actions/redact/redact.schema.js'
import { undo } from '../../src/actions/undo/undo.js'
import { readContext } from '../../src/context/index.js'
import { presentRedact } from '../../src/present/redact.js'
import { tempFolder } from '../disk/temp-folder.js'
import { make, seeded } from '../secrets/made-secrets.js'
import { CHANGE, filesBelow } from './samples-home.js'

const ID = 'aaaaaaaa-0000-4000-8000-000000000001'
const CWD = '/home/ada/shop'
const GITHUB = make('ghp_{w36}', seeded(31)).text
const PASSWORD = make('Qx7{w12}', seeded(32)).text
const BACKSLASH = String.fromCharCode(92)

let home = ''
let config = ''
let project = ''
beforeEach(() => {
  home = tempFolder()
  config = join(home, '.claude')
  project = join(config, 'projects', '-home-ada-shop')
})

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
const place = () => ({ env: {}, home, cwd: home })
const redacted = (more: Partial<RedactCall> = {}) => redact(place(), { ...CALL, reference: ID, ...more })
const session = () => join(project, `${ID}.jsonl`)
const sessionText = () => readFileSync(session(), 'utf8')

function write(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** JSON texts of messages; a prompt of its own stands behind them. */
function put(...messages: readonly string[]): void {
  const all = [...messages, '{"role":"user","content":"go on"}']
  const lines = all.map((message, at) => {
    const [uuid, above] = [at, at - 1].map(n => `bbbbbbbb-0000-4000-8000-${String(n).padStart(12, '0')}`)
    const parent = at === 0 ? 'null' : `"${above}"`
    const about = `"sessionId":"${ID}","cwd":"${CWD}","version":"2.1.100","isSidechain":false`
    return `{"type":"user","uuid":"${uuid}","parentUuid":${parent},${about},"timestamp":"2026-01-01T00:00:00.00${at}Z",${message.startsWith('"') ? message : `"message":${message}`}}\n`
  })
  write(session(), lines.join(''))
}
const says = (content: string) => `{"role":"user","content":"${content}"}`
const unicode = (text: string) =>
  [...text].map(char => `${BACKSLASH}u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const lastWritten = (): { readonly role: string; readonly content: unknown } =>
  JSON.parse(sessionText().split('\n')[0]!).message

describe('escapes', () => {
  const url = `postgres://app:${PASSWORD}@db.example.com/x`
  const deep = JSON.stringify(JSON.stringify(JSON.stringify({ t: GITHUB })))
  test.each([
    ['a secret whose first letter is an escape', `${BACKSLASH}u0067${GITHUB.slice(1)}`, GITHUB],
    ['a secret of nothing but escapes', unicode(GITHUB), GITHUB],
    ['an escape in the midst of a secret', `${GITHUB.slice(0, 9)}${unicode(GITHUB[9]!)}${GITHUB.slice(10)}`, GITHUB],
    ['an escape at the end of a secret', `${GITHUB.slice(0, -1)}${unicode(GITHUB.at(-1)!)}`, GITHUB],
    ['an address with escaped slashes', url.replaceAll('/', `${BACKSLASH}/`), PASSWORD],
    ['an address with slashes as numbers', url.replaceAll('/', unicode('/')), PASSWORD],
    ['escapes in JSON in a string', JSON.stringify(`{"t":"${unicode(GITHUB)}"}`).slice(1, -1), GITHUB],
    ['escapes six levels deep', JSON.stringify(deep.replaceAll('ghp_', unicode('ghp_'))).slice(1, -1), GITHUB],
    ['escapes of another language', `const a = '${BACKSLASH}${BACKSLASH}x67${GITHUB.slice(1)}'`, GITHUB],
  ])('%s is found, and goes whole', async (_, text, secret) => {
    put(says(`it is ${text} here`))
    const report = await redacted()
    expect(report.refused).toEqual([])
    expect(report.secrets).toHaveLength(1)
    let content = String(lastWritten().content)
    expect(content).toMatch(/^it is .*\[REDACTED:.*here$/s)
    for (let level = 0; level < 6; level++) {
      expect(content).not.toContain(secret.slice(5, 12))
      expect(content).not.toContain(secret.slice(-6))
      content = content.replace(/\\u([0-9a-f]{4})/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    }
    expect(report.before.entries).toBe(report.after.entries)
  })

  test('a password with a quotation mark in it goes whole, in JSON and in JSON in a string', async () => {
    const value = `k7${BACKSLASH}"Lm9${PASSWORD}`
    const inner = `{"password":"${value}"}`
    put(`"toolUseResult":${inner},"message":${says(JSON.stringify(inner).slice(1, -1))}`)
    await redacted()
    expect(sessionText()).not.toContain(PASSWORD)
    expect(sessionText()).not.toContain('Lm9')
    expect(JSON.parse(String(lastWritten().content))).toEqual({ password: expect.stringMatching(/^\[REDACTED:/) })
  })

  test('--entropy takes a match to the edges of its escapes, and does not refuse', async () => {
    const random = make('{w40}', seeded(3)).text
    const text = `a\n${random}\nb\t${random.slice(0, 30)}\n`
    put(says(JSON.stringify(text).slice(1, -1)), says(JSON.stringify(JSON.stringify({ text })).slice(1, -1)))
    const report = await redacted({ entropy: true })
    expect(report.refused).toEqual([])
    expect(String(lastWritten().content)).toMatch(/^a\n\[REDACTED:[^\]]*\]\nb\t\[REDACTED:[^\]]*\]\n$/)
    expect(sessionText()).not.toContain(random.slice(0, 30))
    const second = JSON.parse(sessionText().split('\n')[1]!).message.content
    expect(JSON.parse(second).text).toMatch(/^a\n\[REDACTED:[^\]]*\]\nb\t\[REDACTED/)
  })

  test('a number goes with quotes around what takes its place', async () => {
    put(`"toolUseResult":{"accountId": 482901736651 ,"n":1},"message":${says('hi')}`)
    const report = await redacted()
    expect(report.refused).toEqual([])
    expect(JSON.parse(sessionText().split('\n')[0]!).toolUseResult).toEqual({
      accountId: expect.stringMatching(/^\[REDACTED:aws-account-id/),
      n: 1,
    })
  })
})

describe('data', () => {
  const plain = `notes\npassword for it: ${GITHUB}\n`
  const base64 = Buffer.from(plain).toString('base64')
  const slashed = Buffer.from(`???${plain}`)
    .toString('base64')
    .replace(/.{16}/g, part => `${part}${BACKSLASH}n`)
    .replaceAll('/', `${BACKSLASH}/`)
  const document = (source: unknown) => JSON.stringify({ role: 'user', content: [{ type: 'document', source }] })

  test('a document that is a text', async () => {
    put(document({ type: 'text', media_type: 'text/plain', data: plain }))
    expect((await redacted()).refused).toEqual([])
    expect(JSON.stringify(lastWritten())).toMatch(/"data":"notes\\npassword for it: \[REDACTED:github-token:\w+\]\\n"/)
  })

  test.each([
    ['a document', document({ type: 'base64', media_type: 'text/plain', data: base64 })],
    ['what only claims to be a picture', document({ type: 'base64', media_type: 'image/png', data: base64 })],
    [
      'the input of a tool',
      JSON.stringify({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: JSON.stringify({ source: { data: base64 } }) }],
      }),
    ],
    ['the details of a result', `"toolUseResult":{"file":{"base64":"${base64}"}},"message":${says('x')}`],
    ['a file of an interface', says(JSON.stringify(`{"content":"${base64}","encoding":"base64"}`).slice(1, -1))],
    ['an address of data', says(`see data:text/plain;base64,${base64} there`)],
    [
      'base64 with escaped slashes, in lines',
      `"toolUseResult":{"file":{"base64":"${slashed}"}},"message":${says('x')}`,
    ],
    [
      'UTF-16 in base64',
      document({ type: 'base64', media_type: 'text/plain', data: Buffer.from(plain, 'utf16le').toString('base64') }),
    ],
  ])('base64 of a text in %s goes whole', async (_, message) => {
    put(message)
    const report = await redacted()
    expect(report.refused).toEqual([])
    expect(report.secrets.map(one => one.kind)).toEqual(['github-token'])
    const [found] = /W1JFREFDVEVE[A-Za-z0-9=]+/.exec(sessionText()) ?? ['']
    expect(Buffer.from(found, 'base64').toString()).toMatch(/^\[REDACTED:github-token:\w{8}\]$/)
    expect(sessionText()).not.toContain(base64.slice(40, 60))
    expect((await redacted()).secrets).toEqual([])
  })

  test('a secret in base64 is known elsewhere too', async () => {
    put(
      document({
        type: 'base64',
        media_type: 'text/plain',
        data: Buffer.from(`DB_PASSWORD=${PASSWORD}`).toString('base64'),
      }),
      says(`was ${PASSWORD}`),
    )
    await redacted()
    expect(sessionText()).not.toContain(PASSWORD)
  })

  const PICTURE = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from(GITHUB),
  ]).toString('base64')
  const PDF = Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${GITHUB}`, 'latin1').toString('base64')

  test('pictures and PDFs stay as they are, and are counted as not scanned', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } }
    const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } }
    put(JSON.stringify({ role: 'user', content: [image, image, pdf] }))
    write(join(config, 'image-cache', ID, '1.png'), Buffer.from(PICTURE, 'base64'))
    const before = filesBelow(config)
    const report = await redacted()
    expect(redactSchema.parse(report)).toEqual(report)
    expect(report.unscanned).toEqual({ image: 3, pdf: 1, archive: 0, data: 0 })
    expect(filesBelow(config)).toEqual(before)
    const paint = new Proxy({}, { get: () => (text: string) => text })
    const lines = [...presentRedact(report, { paint, width: 100 } as unknown as Parameters<typeof presentRedact>[1])]
    expect(lines).toEqual(['No secrets found. Nothing was written.', '3 images and 1 PDF were not scanned.'])
  })
})

describe('side files', () => {
  const text = `first line\ntoken ${GITHUB} ok\n`
  const big = (bytes: Buffer) => Buffer.from(bytes).swap16()
  const utf16 = Buffer.from(text, 'utf16le')
  test.each([
    ['a NUL byte', Buffer.from(`a\0b${text}`), 'utf8'],
    ['UTF-16, little end first, with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'utf16le'],
    ['UTF-16, little end first, without', utf16, 'utf16le'],
    ['UTF-16, big end first, with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), big(utf16)]), 'utf16be'],
    ['UTF-16, big end first, without', big(utf16), 'utf16be'],
    ['UTF-16 at an odd place', Buffer.concat([Buffer.from('abc'), utf16]), 'odd'],
  ])('with %s', async (_, bytes, encoding) => {
    put(says('hi'))
    const path = write(join(project, ID, 'tool-results', 'x.txt'), bytes)
    const report = await redacted()
    expect(report.refused).toEqual([])
    expect(report.secrets.map(one => one.kind)).toEqual(['github-token'])
    expect(JSON.stringify(report)).not.toContain(GITHUB)
    const after = readFileSync(path)
    for (const one of [Buffer.from(GITHUB), Buffer.from(GITHUB, 'utf16le'), big(Buffer.from(GITHUB, 'utf16le'))])
      expect(after.includes(one.subarray(8, 30))).toBe(false)
    const decoded = {
      utf8: () => after.toString(),
      utf16le: () => after.toString('utf16le'),
      utf16be: () => big(after).toString('utf16le'),
      odd: () => after.subarray(3).toString('utf16le'),
    }[encoding]!()
    expect(decoded).toContain('first line\ntoken [REDACTED:github-token:')
    expect(decoded).toContain(' ok\n')
    expect((await redacted()).secrets).toEqual([])
  })

  test('in a file that is no text nothing changes its place', async () => {
    put(says('hi'))
    const bytes = Buffer.concat([Buffer.from('SQLite format 3\0\x10\0'), Buffer.from(GITHUB), Buffer.from('\0\x01end')])
    const path = write(join(project, ID, 'other', 'x.db'), bytes)
    await redacted()
    const after = readFileSync(path)
    expect(after.length).toBe(bytes.length)
    expect(after.toString()).toMatch(/\[REDACTED:github-token:.*\0\x01end$/)
    expect(after.includes(GITHUB.slice(10))).toBe(false)
  })

  test('a damaged line with NUL bytes or in UTF-16', async () => {
    put(says('hi'))
    const whole = readFileSync(session())
    write(session(), Buffer.concat([whole, Buffer.from(`\0\0{"x":"${GITHUB}`), Buffer.from(`\n${GITHUB}!`, 'utf16le')]))
    const report = await redacted()
    expect(report.refused).toEqual([])
    expect(readFileSync(session()).includes(GITHUB)).toBe(false)
    expect(readFileSync(session()).includes(Buffer.from(GITHUB, 'utf16le'))).toBe(false)
  })
})

describe('a second copy that nothing tells', () => {
  const AWS = `a/b9Kq+Zx72LmPw3${'Ab3/'.repeat(6)}`
  test.each([
    ['with a slash among its first characters', AWS, `AWS_SECRET_ACCESS_KEY=${AWS}`],
    ['that begins beyond ASCII', 'ärgerLich72Kq9Zx', 'postgres://app:ärgerLich72Kq9Zx@db/x'],
    ['in another script', '密码Kq9Zx72LmP', 'postgres://app:密码Kq9Zx72LmP@db/x'],
    ['of seven characters', 'Kq9Zx72', 'postgres://app:Kq9Zx72@db/x'],
    ['of five characters', 'Kq9-x', 'postgres://app:Kq9-x@db/x'],
  ])('of a secret %s', async (_, secret, told) => {
    put(says(told), says(`again ${secret} and ${unicode(secret)}; not x${secret}x`))
    const report = await redacted()
    expect(report.refused).toEqual([])
    const content: string = JSON.parse(sessionText().split('\n')[1]!).message.content
    expect(content).toMatch(/^again \[REDACTED:[^\]]+\] and \[REDACTED:[^\]]+\]; not x/)
    // A short one only as a whole word: else it is part of another by chance.
    expect(content.endsWith(`not x${secret}x`)).toBe(secret.length < 8)
  })

  test('words of the format stay, also where one of them is a password', async () => {
    put(says('postgres://app:assistant@db/x'), says('the assistant'))
    const row = sessionText()
      .split('\n')[1]!
      .replace('"type":"user"', '"type":"assistant"')
      .replace(
        '"role":"user","content":"the assistant"',
        '"role":"assistant","model":"m","id":"msg_1","type":"message","content":[{"type":"text","text":"I am the assistant"}]',
      )
    const lines = sessionText().split('\n')
    write(session(), [lines[0], row, ...lines.slice(2)].join('\n'))
    const report = await redacted()
    expect(report.refused).toEqual([])
    const after = JSON.parse(sessionText().split('\n')[1]!)
    expect([after.type, after.message.role]).toEqual(['assistant', 'assistant'])
    expect(after.message.content[0].text).toMatch(/^I am the \[REDACTED:/)
    expect(readContext(readFileSync(session())).outcome.kind).toBe('resumes')
  })

  test('one of three characters is not looked for, and that is said', async () => {
    put(says('postgres://app:q7z@db/x'), says('q7z'))
    const report = await redacted()
    expect(report.secrets).toHaveLength(1)
    expect(sessionText()).toContain('"q7z"')
    expect(report.steps.map(step => step.why).join()).toContain('secrets of up to 3 characters')
  })
})

describe('the prompt history', () => {
  const OTHER = 'cccccccc-0000-4000-8000-000000000003'
  const line = (display: string, more: object) =>
    `${JSON.stringify({ display, pastedContents: {}, timestamp: 1, project: CWD, ...more })}\n`
  const history = () => join(config, 'history.jsonl')

  function putHistory(): string {
    const text =
      line(`use ${GITHUB}`, { sessionId: ID }) +
      line(`an older line ${GITHUB}`, {}) +
      line('pasted', { sessionId: ID, pastedContents: { 1: { id: 1, type: 'text', content: `x ${GITHUB} y` } } }) +
      line('long', { sessionId: ID, pastedContents: { 1: { id: 1, type: 'text', contentHash: 'abcdef0123456789' } } }) +
      line(`elsewhere ${GITHUB}`, { project: '/home/ada/other', sessionId: OTHER }) +
      '{"display":"cut'
    write(join(config, 'paste-cache', 'abcdef0123456789.txt'), `pasted ${GITHUB}\n`)
    return write(history(), text)
  }

  test('in place, its lines of this session and directory change with it, and undo takes that back', async () => {
    put(says(`use ${GITHUB}`))
    putHistory()
    const before = filesBelow(config)
    const report = await redacted()
    expect(report.refused).toEqual([])
    const lines = readFileSync(history(), 'utf8').split('\n')
    expect(lines.slice(0, 3).join('')).not.toContain(GITHUB)
    expect(
      lines
        .slice(0, 3)
        .join('')
        .match(/\[REDACTED:github-token:/g),
    ).toHaveLength(3)
    expect(lines[4]).toContain(`elsewhere ${GITHUB}`)
    expect(readFileSync(join(config, 'paste-cache', 'abcdef0123456789.txt'), 'utf8')).toMatch(/^pasted \[REDACTED:/)
    expect(report.secrets.filter(one => one.path === history()).map(one => one.line)).toEqual([1, 2, 3])
    expect(report.steps.map(step => step.action)).toContain('redact the prompt history')
    await undo(place(), { id: report.receipt!, dryRun: false })
    expect(filesBelow(config)).toEqual(before)
  })

  test('for a new session it stays, and that is said', async () => {
    put(says(`use ${GITHUB}`))
    const text = readFileSync(putHistory(), 'utf8')
    const report = await redacted({ where: { kind: 'same-project' } })
    expect(report.refused).toEqual([])
    expect(readFileSync(history(), 'utf8')).toBe(text)
    expect(report.steps.map(step => step.why).join()).toMatch(/history\.jsonl.*--in-place/)
  })

  test('a session without a secret whose prompts there have one', async () => {
    put(says('hi'))
    putHistory()
    const before = filesBelow(config)
    const dry = await redacted({ where: { kind: 'same-project' } })
    expect(dry.secrets).toHaveLength(4)
    expect(dry.receipt).toBeNull()
    expect(filesBelow(config)).toEqual(before)
    expect((await redacted()).receipt).not.toBeNull()
    expect(readFileSync(history(), 'utf8').match(/\[REDACTED:/g)).toHaveLength(3)
    expect(existsSync(session())).toBe(true)
  })
})

test('the review list shows no other secret beside the masked one', async () => {
  const other = make('AKIA{u16}', seeded(8)).text
  put(says(`DB_PASSWORD=${PASSWORD} ${GITHUB} ${other} ${PASSWORD}`), says(`x ${PASSWORD.slice(0, 9)} ${GITHUB}`))
  write(join(project, ID, 'tool-results', 'x.txt'), `${other} ${PASSWORD}${GITHUB} `)
  const report = await redacted({ dryRun: true })
  const shown = JSON.stringify(report.secrets)
  for (const secret of [GITHUB, PASSWORD, other])
    for (let at = 4; at + 6 <= secret.length; at++) expect(shown).not.toContain(secret.slice(at, at + 6))
})
