// `export`: pages for people, without what shall not be in them.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportSchema, showSchema } from '../../src/actions/schemas.js'
import { ask, ROOT, SAMPLES, temporary } from '../cli/rethread.js'
import { hostileSession } from './hostile-session.js'
import { PAYLOADS } from './payloads.js'

const SAMPLE = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const FORMATS = ['html', 'md', 'json', 'txt'] as const
/** Not a token of anybody: of the form that is known for one. */
const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
const exported = (args: readonly string[], home = temporary(), cwd = home) =>
  ask(['export', ...args, '--config-dir', existsSync(join(home, '.claude')) ? join(home, '.claude') : SAMPLES], {
    home,
    cwd,
  })

/** The tags of a page, outside of its own style and script. */
function tagsIn(html: string): readonly { readonly name: string; readonly attributes: readonly string[] }[] {
  const own = html.replace(/<style>[^<]*<\/style>/, '').replace(/<script>[\s\S]*?<\/script>\n<\/body>/, '')
  return [...own.matchAll(/<([a-z!/][^\s>]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([, name, attributes]) => ({
    name: name!.toLowerCase(),
    attributes: [...attributes!.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/gi)].map(
      ([, key, value]) => `${key}=${value ?? ''}`,
    ),
  }))
}

const TAGS = new Set(
  '!doctype html head meta title style body header h1 h2 h3 h4 h5 h6 p a span div main section footer code pre details summary b strong em ul ol li table thead tbody tr th td blockquote hr br del sup time label input output select option button kbd script img'
    .split(' ')
    .flatMap(name => [name, `/${name}`]),
)

test.each(FORMATS)('%s: one file, by the ending of its name', async format => {
  const home = temporary()
  const { code, stdout, stderr } = await exported([SAMPLE, '-o', `page.${format}`], home)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain(join(home, `page.${format}`))
  const text = readFileSync(join(home, `page.${format}`), 'utf8')
  expect(text).toContain('Let us build the wind page today')
  expect(readdirSync(home).filter(name => name.includes('.part'))).toEqual([])
})

test('without a name the file is called after the session, and nothing is overwritten unless told to', async () => {
  const home = temporary()
  const first = await exported([SAMPLE, '--json'], home)
  const report = exportSchema.parse(JSON.parse(first.stdout))
  expect(report.pages[0]!.path).toBe(join(home, 'a-wind-page-for-the-station-10a6da70.html'))
  const again = await exported([SAMPLE], home)
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists: use --force')])
  expect((await exported([SAMPLE, '--force'], home)).code).toBe(0)
})

test('an ending that names no format, a session file, and several sessions to standard output are wrong calls', async () => {
  for (const args of [
    ['-o', 'x.pdf'],
    ['-o', 'x.jsonl'],
    [SAMPLE, SAMPLE, '-o', '-'],
    ['--redact', 'ask'],
  ])
    expect([(await exported(args)).code, args]).toEqual([2, args])
})

test('JSON is what `show --json` says, text is what `show` prints', async () => {
  const home = temporary()
  const args = [SAMPLE, '--depth', 'answers', '--turns', '2..3']
  const { stdout } = await exported([...args, '--to', 'json', '-o', '-'], home)
  const shown = await ask(['show', SAMPLE, '--depth', 'answers', '--turn', '2..3', '--json', '--config-dir', SAMPLES], {
    home,
  })
  const { session, ...rest } = JSON.parse(shown.stdout)
  // But for where the file is on this machine.
  expect(JSON.parse(stdout)).toEqual({ ...rest, session: { ...session, path: undefined } })
  expect(stdout).not.toContain(SAMPLES)
  showSchema.parse(JSON.parse(stdout))
})

test('several sessions are a folder of pages with an index that leads to each', async () => {
  const home = temporary()
  const ids = readdirSync(join(SAMPLES, 'projects'), { recursive: true, encoding: 'utf8' })
    .filter(name => /^[^/]+\/[0-9a-f-]{36}\.jsonl$/.test(name))
    .slice(0, 3)
    .map(name => name.split('/')[1]!.slice(0, -6))
  for (const [format, index] of [
    ['html', 'index.html'],
    ['md', 'README.md'],
  ] as const) {
    const { stdout } = await exported([...ids, '--to', format, '-o', format, '--json'], home)
    const report = exportSchema.parse(JSON.parse(stdout))
    expect(report.index).toBe(join(home, format, index))
    const text = readFileSync(report.index!, 'utf8')
    for (const { path } of report.pages) expect(text).toContain(encodeURIComponent(path!.split('/').at(-1)!))
  }
})

test.each(FORMATS)('%s: what is left out is nowhere in it', async format => {
  const home = temporary()
  const all = (await exported([SAMPLE, '--to', 'json', '--depth', 'all', '-o', '-'], home)).stdout
  const words = [...new Set(all.match(/[a-z]{6,}/gi) ?? [])]
  const { stdout } = await exported([SAMPLE, '--to', format, '--turns', '1', '--depth', 'prompts', '-o', '-'], home)
  const kept = (await exported([SAMPLE, '--to', 'json', '--turns', '1', '--depth', 'prompts', '-o', '-'], home)).stdout
  const ours = `${readFileSync(join(ROOT, 'src/present/export/page-style.ts'), 'utf8')}${readFileSync(join(ROOT, 'src/present/export/page-script.ts'), 'utf8')}${readFileSync(join(ROOT, 'src/present/export/html.ts'), 'utf8')}`
  const hidden = words.filter(word => !kept.includes(word) && !ours.includes(word))
  expect(hidden.length).toBeGreaterThan(50)
  expect(hidden.filter(word => stdout.includes(word))).toEqual([])
})

test.each(FORMATS)('%s: a secret in any field is nowhere in it, and said to be gone', async format => {
  const home = temporary()
  const { id } = hostileSession(home, field => `word${field} token ${SECRET} end`)
  const { code, stdout, stderr } = await exported([id, '--to', format, '--depth', 'all', '--agents', '-o', '-'], home)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('REDACTED')
  // Nor a part of it that would be enough to know it again.
  for (let at = 0; at + 12 <= SECRET.length; at++) expect(stdout).not.toContain(SECRET.slice(at, at + 12))
  expect(stdout).toContain('word1 ')
  const open = await exported([id, '--to', format, '--depth', 'all', '--redact', 'off', '-o', '-'], home)
  expect(open.stdout).toContain(SECRET)
})

test('home directories and names go where that is asked for', async () => {
  const home = temporary()
  const { id } = hostileSession(home, field => `see /home/ada/thing${field}, says ada`)
  const { stdout } = await exported([id, '--depth', 'all', '--paths', '--names', '-o', '-'], home)
  expect(stdout).not.toMatch(/\/home\/ada\b/)
  expect(stdout).not.toMatch(/\bada\b/)
})

test('a page holds no tag, attribute or address that is not its own, whatever the session says', async () => {
  const home = temporary()
  const { id } = hostileSession(home, field => PAYLOADS[field % PAYLOADS.length]!)
  for (const more of [['--redact', 'off'], ['--images']]) {
    const { code, stdout } = await exported([id, '--depth', 'all', '--agents', ...more, '-o', '-'], home)
    expect(code).toBe(0)
    const tags = tagsIn(stdout)
    expect(tags.length).toBeGreaterThan(400)
    expect([...new Set(tags.map(tag => tag.name).filter(name => !TAGS.has(name)))]).toEqual([])
    const attributes = tags.flatMap(tag => tag.attributes.map(one => `${tag.name} ${one}`))
    expect(attributes.filter(one => /^\S+ (?:on|style=|srcdoc|formaction)/i.test(one))).toEqual([])
    const sources = attributes.filter(one => /^\S+ (?:src|data|action|poster|background)=/i.test(one))
    expect(sources.filter(one => !one.startsWith('img src=data:image/'))).toEqual([])
    expect(attributes.filter(one => /^a href=\s*(?:javascript|data|vbscript):/i.test(one))).toEqual([])
    // Nothing that looks like a tag stands outside of one.
    expect(stdout.match(/<script/gi)).toHaveLength(1)
  }
})

test('Markdown of a hostile session has no tag but the folds', async () => {
  const home = temporary()
  const { id } = hostileSession(home, field => PAYLOADS[field % PAYLOADS.length]!)
  const { stdout } = await exported([id, '--to', 'md', '--depth', 'all', '--redact', 'off', '-o', '-'], home)
  let fence = ''
  const outside = stdout.split('\n').filter(line => {
    const mark = /^\s*>?\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && fence === '') fence = mark
    else if (mark && mark.length >= fence.length && mark[0] === fence[0] && line.trim() === mark) fence = ''
    return fence === '' && !mark
  })
  const tags = outside.flatMap(line => line.replace(/`[^`]*`/g, '').match(/(?<!\\)<\/?[a-z!][^>]*>/gi) ?? [])
  expect(tags.filter(tag => !/^<\/?(?:details|summary)>$/.test(tag) && !/^<https?:/.test(tag))).toEqual([])
})

test('images are in the page where nothing is hidden, or where they are asked for', async () => {
  const home = temporary()
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const project = join(home, '.claude', 'projects', '-p')
  mkdirSync(project, { recursive: true })
  const id = 'e0e0e0e0-3333-4333-8333-333333333333'
  const content = [
    { type: 'text', text: 'look' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
  ]
  const entry = {
    type: 'user',
    message: { role: 'user', content },
    uuid: id,
    parentUuid: null,
    sessionId: id,
    timestamp: '2026-01-01T00:00:00.000Z',
  }
  writeFileSync(join(project, `${id}.jsonl`), `${JSON.stringify(entry)}\n`)
  const page = async (...more: readonly string[]) => (await exported([id, '-o', '-', ...more], home)).stdout
  expect(await page()).not.toContain(data)
  for (const flag of [['--images'], ['--redact', 'off']])
    expect(await page(...flag)).toContain(`src="data:image/png;base64,${data}"`)
})

test('the policy of the page names the style and the script that are in it', async () => {
  const { stdout } = await exported([SAMPLE, '-o', '-'])
  const { createHash } = await import('node:crypto')
  for (const tag of ['style', 'script']) {
    const body = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(stdout)![1]!
    expect(stdout).toContain(`${tag}-src 'sha256-${createHash('sha256').update(body).digest('base64')}'`)
  }
  expect(stdout).toContain(`content="default-src 'none'; `)
})
