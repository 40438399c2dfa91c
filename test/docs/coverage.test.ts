// Nothing exists that the docs do not tell, and they tell of nothing that does not exist.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as schemas from '../../src/actions/schemas.js'
import { CODES } from '../../src/check/codes.js'
import { COMMANDS, COMMON_FLAGS, flagsOf } from '../../src/cli/table.js'
import * as conversation from '../../src/conversation/index.js'
import * as disk from '../../src/disk/index.js'
import * as format from '../../src/format/index.js'
import * as packageRoot from '../../src/index.js'

const root = resolve(import.meta.dirname, '../..')
const page = (path: string) => readFileSync(join(root, path), 'utf8')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => page(join('src', file)))

describe('docs/commands.md', () => {
  const sections = new Map(
    page('docs/commands.md')
      .split(/^## /m)
      .map(section => [section.split('\n', 1)[0], section]),
  )

  test.each(COMMANDS.map(command => [command.name, command] as const))('%s, with its flags', (name, command) => {
    const section = sections.get(name) ?? ''
    expect(section).toContain(`rethread ${name}`)
    for (const flag of command.flags) {
      expect(section).toMatch(new RegExp(`\`(-\\w, )?--${flag.name}[ \`]`))
      for (const choice of flag.choices ?? []) expect(section).toContain(choice)
    }
  })

  test('the flags of every command', () => {
    for (const flag of COMMON_FLAGS) expect(sections.get('Flags of every command')).toContain(`--${flag.name}`)
  })

  test('no page names a flag that no command has', () => {
    const known = new Set([undefined, ...COMMANDS].flatMap(command => flagsOf(command)).map(flag => `--${flag.name}`))
    // Of git, npm, Node and the project's own scripts.
    const others = ['--graph', '--version', '--global', '--input-type', '--eval', '--missing', '--carry-on']
    others.push('--sample', '--seed', '--file', '--only', '--killed', '--tests') // of `npm run mutants`
    const pages = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CHANGELOG.md', ...docs().map(name => `docs/${name}`)]
    const named = pages.flatMap(path => page(path).match(/(?<=[\s`(])--[a-z][a-z-]+/g) ?? [])
    expect(named.filter(flag => !known.has(flag) && !others.includes(flag))).toEqual([])
  })
})

describe('docs/findings.md', () => {
  const text = page('docs/findings.md')
  const produced = new Set(Object.keys(CODES))
  const rows = [...text.matchAll(/^\| \[`([a-z0-9-]+)`\]\(#([a-z0-9-]+)\) \| (\w+) \|/gm)]

  test('every code is in the table, and no other', () => {
    expect(rows.map(([, code]) => code).toSorted()).toEqual([...produced].toSorted())
  })

  test('src reports no code that the table of codes lacks', () => {
    const reported = sources.flatMap(source => [
      ...source.matchAll(/\b(?:report|problem|finding)\('([a-z0-9-]+)'|\bcode: '([a-z0-9-]+)',\s*severity/g),
    ])
    expect(reported.length).toBeGreaterThan(50)
    expect(reported.map(([, code, literal]) => code ?? literal!).filter(code => !produced.has(code))).toEqual([])
  })

  test.each(rows.map(([, code, anchor]) => [code!, anchor!] as const))('%s has its section', (code, anchor) => {
    expect(anchor).toBe(code)
    const section = text.split(`\n### ${code}\n`)[1]?.split(/\n##/)[0] ?? ''
    for (const word of ['Cause', 'Effect', 'What to do']) expect(section).toContain(`- ${word}: `)
  })

  test('severities are those of the reader', () => {
    const told = new Map(rows.map(([, code, , severity]) => [code!, severity!]))
    const reported = sources.flatMap(source => [...source.matchAll(/report\('([a-z0-9-]+)', '(\w+)'/g)])
    expect(reported.length).toBeGreaterThan(10)
    for (const [, code, severity] of reported) expect([code, told.get(code!)]).toEqual([code, severity])
  })
})

test('docs/exit-codes.md has every exit code of the program', () => {
  const codes = new Set(['0'])
  for (const source of sources) {
    for (const [, code] of source.matchAll(/\bINTERRUPTED = (\d+)|exitCode : (\d)/g)) if (code) codes.add(code)
    const union = /type ExitCode = ([\d |]+)/.exec(source)?.[1]
    for (const code of union?.split('|') ?? []) codes.add(code.trim())
  }
  const told = [...page('docs/exit-codes.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => code!)
  expect(told).toEqual([...codes].toSorted((a, b) => Number(a) - Number(b)))
})

describe('ARCHITECTURE.md', () => {
  const text = page('ARCHITECTURE.md')
  const invariants = [...text.matchAll(/^- \*\*I(\d+) [\s\S]*?(?=\n- |\n\n)/gm)]

  test('the invariants are numbered without a gap', () => {
    expect(invariants.length).toBeGreaterThanOrEqual(14)
    expect(invariants.map(([, number]) => Number(number))).toEqual(invariants.map((_, at) => at + 1))
  })

  test.each(invariants.map(([whole, number]) => [`I${number}`, whole] as const))(
    '%s names tests that exist',
    (_, whole) => {
      const files = [...whole.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path!)
      expect(files).not.toEqual([])
      expect(
        files.filter(path => !/\.(test|slow|corpus|client|web)\.ts$/.test(path) || !existsSync(join(root, path))),
      ).toEqual([])
    },
  )

  test('every invariant that the code refers to is there', () => {
    const named = sources.flatMap(source => source.match(/(?<=[(\s])I\d+(?=[)\s,:])/g) ?? [])
    expect(named).not.toEqual([])
    expect(named.filter(name => !text.includes(`**${name} `))).toEqual([])
  })

  test('every path in backticks exists', () => {
    const paths = [...text.matchAll(/`((?:src|test|tools|docs|scripts)\/[^`*]*)`/g)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
  })

  test('every folder of src has its row', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter(entry => entry.isDirectory())
    for (const { name } of folders) expect(text).toContain(`| \`src/${name}/\` |`)
  })
})

test('docs/format.md tells of every source difference and every user kind', () => {
  const text = page('docs/format.md')
  for (let number = 1; number <= 17; number++) expect(text).toContain(`| D${number} |`)
  const kinds =
    /USER_KINDS: readonly UserKind\[\] = \[([^\]]+)\]/.exec(page('src/conversation/user-kind.ts'))?.[1] ?? ''
  const names = kinds.match(/(?<=')[a-z-]+(?=')/g) ?? []
  expect(names.length).toBeGreaterThan(5)
  for (const kind of names) expect(text).toContain(`| \`${kind}\` |`)
})

test('CHANGELOG.md names every command and everything that is exported', () => {
  const text = page('CHANGELOG.md')
  for (const { name } of COMMANDS) expect(text).toContain(`\`${name}\``)
  const names = [packageRoot, format, conversation, disk, schemas].flatMap(one => Object.keys(one))
  expect(names.filter(name => !text.includes(`\`${name}\``))).toEqual([])
})

function docs(): readonly string[] {
  return readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'))
}
