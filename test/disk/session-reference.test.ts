import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listSessions, type ReferenceOptions, resolveSession } from '../../src/disk/index.js'
import { encodeProjectPath } from '../../src/format/session-folder.js'
import { put, row, tempFolder, uuid } from './temp-folder.js'

const titles: Record<string, readonly string[]> = {
  'aaaa0001-0000-4000-8000-000000000000': ['Fix the build'],
  'aaaa0002-0000-4000-8000-000000000000': ['fix the build', 'Old name'],
  'bbbb0003-0000-4000-8000-000000000000': ['Write docs/guide.md', 'Twice'],
  'cccc0004-0000-4000-8000-000000000000': ['twice'],
}
const ids = Object.keys(titles)

function place(): ReferenceOptions & { readonly config: string } {
  const config = tempFolder()
  for (const [age, id] of ids.entries()) {
    put(join(config, 'projects', '-p', `${id}.jsonl`), row({ cwd: '/p', sessionId: id }), 10_000 - age)
  }
  return {
    config,
    configDirs: [config],
    ...listSessions([config]),
    cwd: config,
    titlesOf: ({ id }) => titles[id] ?? [],
  }
}

async function idOf(reference: string, options: ReferenceOptions): Promise<string> {
  const resolved = await resolveSession(reference, options)
  return resolved.kind === 'file' ? resolved.id : resolved.kind
}

describe('resolveSession', () => {
  it.each([
    ['an id', ids[1], ids[1]],
    ['an id in capitals', ids[1]!.toUpperCase(), ids[1]],
    ['a unique beginning', 'bbbb', ids[2]],
    ['a longer beginning', 'aaaa0002-0', ids[1]],
    ['an exact title', 'fix the build', ids[1]],
    ['an exact title again', 'Fix the build', ids[0]],
    ['a second title', 'Old name', ids[1]],
    ['a title in other case', 'OLD NAME', ids[1]],
    ['a part of a title', 'docs', ids[2]],
    ['a title with a slash', 'Write docs/guide.md', ids[2]],
  ])('takes %s', async (_what, reference, id) => {
    expect(await idOf(reference!, place())).toBe(id)
  })

  it.each([
    ['a beginning of several', 'aaaa', 'session-ambiguous', ids.slice(0, 2)],
    ['a title of several in other case', 'TWICE', 'session-ambiguous', ids.slice(2)],
    ['a beginning that is too short', 'bbb', 'session-unknown', [ids[2]]],
    ['a part of several titles', 'the build', 'session-ambiguous', ids.slice(0, 2)],
    ['nothing known', 'zzzzzz', 'session-unknown', ids],
    ['nothing at all', '', 'session-unknown', ids],
  ])('refuses %s and names the candidates', async (_what, reference, code, candidates) => {
    const error = await resolveSession(reference, place()).catch(error => error)
    expect(error).toMatchObject({ code, exitCode: 2 })
    expect(error.candidates.map((candidate: { id: string }) => candidate.id)).toEqual(candidates)
    for (const id of candidates) expect(error.message).toContain(id)
  })

  it('refuses an id that lies in two projects', async () => {
    const { config, ...options } = place()
    put(join(config, 'projects', '-q', `${ids[0]}.jsonl`))
    const error = await resolveSession(ids[0]!, { ...options, ...listSessions([config]) }).catch(error => error)
    expect(error).toMatchObject({ code: 'session-ambiguous' })
  })

  it('takes a path where paths are allowed, with the config dir that it lies in', async () => {
    const options = { ...place(), allowPath: true }
    const outside = put(join(options.config, 'saved', 'x.jsonl'))
    expect(await resolveSession('saved/x.jsonl', options)).toEqual({ kind: 'file', id: 'x', path: outside })
    expect(await resolveSession(options.sessions[0]!.path, options)).toMatchObject({ configDir: options.config })
    await expect(resolveSession('saved/x.jsonl', { ...options, allowPath: false })).rejects.toThrow('no session')
    await expect(resolveSession('saved/y.jsonl', options)).rejects.toThrow('no session')
    await expect(resolveSession('/etc/hostname', options)).rejects.toThrow('no session')
  })

  it('takes standard input only where it is allowed', async () => {
    expect(await idOf('-', { ...place(), allowStandardInput: true })).toBe('standard-input')
    await expect(resolveSession('-', place())).rejects.toThrow('no session')
  })
})

describe('a hostile reference', () => {
  const hostile = [
    ...['../x', '../../etc/passwd', '..\\..\\x', '..%2f..%2fx', '%252e%252e/x', '/etc/passwd', 'C:\\x', '\\\\host\\x'],
    ...['.', '..', '\0', 'a\0b', `${ids[0]}\0`, `${ids[0]}/../${ids[1]}`, `./${ids[0]}`, '\u2024\u2024/x', '__proto__'],
    ...[
      'constructor',
      'x'.repeat(1_000_000),
      '\u001b]0;title\u0007',
      '*',
      `${ids[0]}.jsonl`,
      '-rf',
      '~',
      '$HOME',
      '\n',
    ],
    ...[`projects/-p/${ids[0]}`, 'file:///etc/passwd', 'con', 'nul', '\ud800', '....//....//x'],
  ]
  it('is unknown, never a path', async () => {
    const options = place()
    put(join(options.config, 'x.jsonl'))
    mkdirSync(join(options.config, 'y.jsonl'))
    for (const reference of hostile) {
      const error = await resolveSession(reference, options).catch(error => error)
      expect(error, JSON.stringify(reference.slice(0, 50))).toMatchObject({ code: 'session-unknown', exitCode: 2 })
      expect(error.message.length).toBeLessThan(2_000)
    }
  })

  it('is unknown as a path too where it names no .jsonl file', async () => {
    const options = { ...place(), allowPath: true }
    for (const reference of ['../x.jsonl', 'a\0.jsonl', `${'x'.repeat(300)}.jsonl`, `${'x/'.repeat(5_000)}.jsonl`]) {
      await expect(resolveSession(reference, options)).rejects.toMatchObject({ code: 'session-unknown' })
    }
  })
})

describe('latest', () => {
  const cwd = '/work/my.app'

  it('is the newest of the current directory, not of another one with the same folder name', async () => {
    const config = tempFolder()
    const folder = join(config, 'projects', encodeProjectPath(cwd))
    put(join(folder, `${uuid(1)}.jsonl`), row({ cwd }), 1_000)
    put(join(folder, `${uuid(2)}.jsonl`), row({ cwd }), 2_000)
    put(join(folder, `${uuid(3)}.jsonl`), row({ cwd: '/work/my/app' }), 3_000)
    put(join(config, 'projects', '-other', `${uuid(4)}.jsonl`), row({ cwd: '/other' }), 4_000)
    const options = { configDirs: [config], ...listSessions([config]), cwd }
    expect(await idOf('latest', options)).toBe(uuid(2))
    expect(await idOf('latest', { ...options, cwd: '/nowhere' })).toBe(uuid(4))
  })

  it('believes the entries where the folder has another name', async () => {
    const config = tempFolder()
    put(join(config, 'projects', 'moved', `${uuid(1)}.jsonl`), row({ cwd: '/a' }) + row({ cwd }), 1_000)
    put(join(config, 'projects', '-other', `${uuid(4)}.jsonl`), row({ cwd: '/other' }), 4_000)
    expect(await idOf('latest', { configDirs: [config], ...listSessions([config]), cwd })).toBe(uuid(1))
  })

  it('looks behind long first rows, and at the end for a directory entered later', async () => {
    const config = tempFolder()
    const long = row({ text: 'x'.repeat(200_000) })
    put(join(config, 'projects', 'a', `${uuid(1)}.jsonl`), long + row({ cwd: '/a' }) + long + row({ cwd }), 1_000)
    put(join(config, 'projects', '-other', `${uuid(4)}.jsonl`), row({ cwd: '/other' }), 4_000)
    expect(await idOf('latest', { configDirs: [config], ...listSessions([config]), cwd })).toBe(uuid(1))
    expect(await idOf('latest', { configDirs: [config], ...listSessions([config]), cwd: '/a' })).toBe(uuid(1))
  })

  it('passes over files that hold a title only', async () => {
    const config = tempFolder()
    put(join(config, 'projects', '-p', `${uuid(1)}.jsonl`), row({ cwd: '/p' }), 1_000)
    put(join(config, 'projects', '-p', `${uuid(2)}.jsonl`), row({ type: 'summary', summary: 's' }), 2_000)
    expect(await idOf('latest', { configDirs: [config], ...listSessions([config]), cwd })).toBe(uuid(1))
  })

  it('says so where there is no session', async () => {
    const options = { configDirs: [], sessions: [], cwd }
    await expect(resolveSession('latest', options)).rejects.toMatchObject({ code: 'session-unknown' })
  })
})
