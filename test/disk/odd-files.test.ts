// Quality row 14: whatever lies in a folder of sessions, it is read or it is a finding. Nothing hangs, nothing crashes.

import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findSessionFolder, listSessions, openRegular, peek, readRecords, readWhole } from '../../src/disk/index.js'
import { put, row, tempFolder, uuid } from './temp-folder.js'

const isWindows = process.platform === 'win32'
const isRoot = process.getuid?.() === 0

interface OddPlace {
  readonly config: string
  readonly project: string
  readonly path: string
}

function oddPlace(): OddPlace {
  const config = tempFolder()
  const project = join(config, 'projects', '-p')
  put(join(project, `${uuid(1)}.jsonl`), row({ sessionId: uuid(1) }))
  return { config, project, path: join(project, 'odd.jsonl') }
}

function codeOf(path: string, root?: string): string {
  const opened = openRegular(path, root)
  if (opened.kind === 'problem') return opened.finding.code
  closeSync(opened.fd)
  return 'opened'
}

/** Every way of reading gives the same finding, and the good session beside it is still listed. */
async function expectFinding({ config, project, path }: OddPlace, code: string): Promise<void> {
  const root = join(config, 'projects')
  const sink = { entry() {}, gap() {}, finding() {} }
  expect(codeOf(path, root)).toBe(code)
  expect((await readRecords(path, sink, { root })).problem).toMatchObject({ code, path })
  expect((await readWhole(path, { root })).problem).toMatchObject({ code })
  expect(peek(path, { root }).problem).toMatchObject({ code })
  const list = listSessions([config])
  expect(list.sessions.map(session => session.id)).toEqual([uuid(1)])
  expect(list.findings).toMatchObject([{ code, path }])
  expect(findSessionFolder(join(project, `${uuid(1)}.jsonl`), config).findings).toEqual([])
}

describe.skipIf(isWindows)('a file that is none', () => {
  it('FIFO', { timeout: 5_000 }, async () => {
    const place = oddPlace()
    execFileSync('mkfifo', [place.path])
    await expectFinding(place, 'file-not-regular')
  })

  it('socket', async () => {
    const place = oddPlace()
    const server = createServer()
    await new Promise<void>(resolve => server.listen(place.path, resolve))
    onTestFinished(() => void server.close())
    await expectFinding(place, 'file-not-regular')
  })

  it('folder named like a session', async () => {
    const place = oddPlace()
    mkdirSync(place.path)
    await expectFinding(place, 'file-not-regular')
  })

  it('link to a device', async () => {
    const place = oddPlace()
    symlinkSync('/dev/zero', place.path)
    await expectFinding(place, 'file-outside-root')
    expect(codeOf(place.path)).toBe('file-not-regular')
  })
})

describe.skipIf(isWindows)('a link', () => {
  it('in a circle', async () => {
    const place = oddPlace()
    symlinkSync('other.jsonl', place.path)
    symlinkSync('odd.jsonl', join(place.project, 'other.jsonl'))
    expect(codeOf(place.path)).toBe('file-link-loop')
    expect(listSessions([place.config]).findings.map(finding => finding.code)).toEqual([
      'file-link-loop',
      'file-link-loop',
    ])
  })

  it('out of the root', async () => {
    const place = oddPlace()
    symlinkSync(put(join(tempFolder(), 'private.jsonl'), row({})), place.path)
    await expectFinding(place, 'file-outside-root')
    expect(codeOf(place.path)).toBe('opened') // named by the user, without a root
  })

  it('to a folder beside the root whose name begins like it', () => {
    const place = oddPlace()
    const beside = put(join(place.config, 'projects-old', 'x.jsonl'))
    symlinkSync(beside, place.path)
    expect(codeOf(place.path, join(place.config, 'projects'))).toBe('file-outside-root')
  })

  it('of a project folder out of the root', () => {
    const place = oddPlace()
    symlinkSync(tempFolder(), join(place.config, 'projects', '-q'))
    expect(listSessions([place.config]).findings).toMatchObject([{ code: 'file-outside-root' }])
    put(join(place.config, 'projects', '-q', 'x.jsonl'))
    expect(codeOf(join(place.config, 'projects', '-q', 'x.jsonl'), join(place.config, 'projects'))).toBe(
      'file-outside-root',
    )
  })

  it('inside the root is followed, and a project folder is listed once', () => {
    const place = oddPlace()
    symlinkSync(`${uuid(1)}.jsonl`, place.path)
    symlinkSync('-p', join(place.config, 'projects', '-a'))
    const { sessions, findings } = listSessions([place.config])
    expect(sessions.map(session => session.path).toSorted()).toEqual(
      [join(place.project, `${uuid(1)}.jsonl`), place.path].toSorted(),
    )
    expect(findings).toEqual([])
    expect(codeOf(place.path, join(place.config, 'projects'))).toBe('opened')
  })

  it('of the config dir itself is the user’s own choice', () => {
    const place = oddPlace()
    const link = join(tempFolder(), 'claude')
    symlinkSync(place.config, link)
    expect(listSessions([link]).sessions).toHaveLength(1)
    expect(codeOf(join(link, 'projects', '-p', `${uuid(1)}.jsonl`), join(link, 'projects'))).toBe('opened')
  })
})

/** Root may read everything, so as root the look is taken as another user. */
function asOrdinaryUser<T>(look: () => T): T {
  if (!isRoot) return look()
  process.seteuid?.(65534)
  try {
    return look()
  } finally {
    process.seteuid?.(0)
  }
}

describe.skipIf(isWindows)('no permission', () => {
  it('for a file', () => {
    const place = oddPlace()
    put(place.path)
    chmodSync(place.path, 0)
    expect(asOrdinaryUser(() => codeOf(place.path, join(place.config, 'projects')))).toBe('file-unreadable')
    expect(asOrdinaryUser(() => peek(place.path)).problem).toMatchObject({ code: 'file-unreadable' })
  })

  it('for a project folder', () => {
    const place = oddPlace()
    chmodSync(place.project, 0)
    const list = asOrdinaryUser(() => listSessions([place.config]))
    chmodSync(place.project, 0o755)
    expect(list).toMatchObject({ sessions: [], findings: [{ code: 'file-unreadable', path: place.project }] })
  })
})

describe('a file that changes under our hands', () => {
  const many = row({ text: 'x'.repeat(1000) }).repeat(100)

  it.skipIf(isWindows)('deleted while read: read to its end', async () => {
    const path = put(join(tempFolder(), 'x.jsonl'), many)
    let entries = 0
    const sink = { entry: () => void entries++, gap() {}, finding() {} }
    const outcome = await readRecords(path, sink, { chunkSize: 4096, onProgress: () => rmSync(path, { force: true }) })
    expect([entries, outcome]).toEqual([100, { bytes: many.length }])
  })

  it('cut short while read: a finding', async () => {
    const path = put(join(tempFolder(), 'x.jsonl'), many)
    const sink = { entry() {}, gap() {}, finding() {} }
    const onProgress = (bytes: number) => {
      if (bytes === 8192) truncateSync(path, 100)
    }
    expect((await readRecords(path, sink, { chunkSize: 4096, onProgress })).problem).toMatchObject({
      code: 'file-changed',
    })
  })

  it('gone before it is opened', () => {
    expect(codeOf(join(tempFolder(), 'gone.jsonl'))).toBe('file-vanished')
    expect(codeOf(join(put(join(tempFolder(), 'file')), 'below.jsonl'))).toBe('file-vanished')
  })
})

describe('a strange name', () => {
  it('of 255 bytes', () => {
    const { config, project } = oddPlace()
    const name = 'x'.repeat(249)
    put(join(project, `${name}.jsonl`))
    expect(listSessions([config]).sessions.map(session => session.id)).toContain(name)
    expect(codeOf(join(project, `${name}xxxx.jsonl`))).toBe('file-vanished')
  })

  it.skipIf(process.platform !== 'linux')('that is not UTF-8', () => {
    const { config, project } = oddPlace()
    writeFileSync(Buffer.concat([Buffer.from(`${project}/a`), Buffer.from([0xff, 0xfe]), Buffer.from('.jsonl')]), '')
    const list = listSessions([config])
    expect(list.sessions).toHaveLength(1)
    expect(list.findings).toMatchObject([{ code: 'file-name-not-utf8' }])
  })

  it('that differs in case only', context => {
    const { config, project } = oddPlace()
    put(join(project, 'CASE.jsonl'), 'a')
    if (existsSync(join(project, 'case.jsonl'))) context.skip('this file system knows no case')
    put(join(project, 'case.jsonl'), 'b')
    expect(listSessions([config]).sessions.map(session => session.id)).toEqual(expect.arrayContaining(['CASE', 'case']))
  })

  it('with control characters, spaces and line breaks', () => {
    const { config, project } = oddPlace()
    const name = isWindows ? ' a b' : ' a\u001b[31m\nb'
    put(join(project, `${name}.jsonl`))
    expect(listSessions([config]).sessions.map(session => session.id)).toContain(name)
  })

  it('with a NUL is no name', () => {
    expect(codeOf('a\0b.jsonl')).toBe('file-unreadable')
  })
})
