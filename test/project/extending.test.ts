// What a new entry type, client generation, command or finding must be told to (ARCHITECTURE.md, "Where to add"): whoever
// forgets a place is told which.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CODES } from '../../src/check/codes.js'
import { REMEDIES } from '../../src/check/remedies.js'
import { COMMANDS } from '../../src/cli/table.js'
import { PROFILES } from '../../src/context/profiles/index.js'
import { knownTypes } from '../../src/format/known-fields.js'
import { CLIENTS } from '../client/clients.js'

const root = resolve(import.meta.dirname, '../..')
const read = (...path: readonly string[]): string => readFileSync(join(root, ...path), 'utf8')
const textsBelow = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => read(folder, name))
    .join('\n')

/** The places where something is missing. */
function missing(places: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(places).flatMap(([place, isThere]) => (isThere ? [] : [place]))
}

/** Commands whose JSON has a shape of another one, or that have none. */
const SHAPES: Readonly<Record<string, string>> = {
  clone: 'reshape',
  strip: 'reshape',
  cut: 'reshape',
  blame: 'search',
  schema: '',
  serve: '',
  mcp: '',
  completions: '',
  help: '',
}

describe('a command', () => {
  const schemas = read('src', 'actions', 'schemas.ts')
  const pages = { commands: read('docs', 'commands.md'), json: read('docs', 'json.md'), changes: read('CHANGELOG.md') }
  test.each(COMMANDS.map(({ name }) => name))('%s', name => {
    const shape = SHAPES[name] ?? name
    expect(
      missing({
        [`src/cli/commands/${name}.ts`]: existsSync(join(root, 'src', 'cli', 'commands', `${name}.ts`)),
        'src/cli/main.ts': read('src', 'cli', 'main.ts').includes(`commands/${name}.js`),
        'src/actions/schemas.ts': shape === '' || schemas.includes(`${shape}.schema.js`),
        'docs/commands.md': pages.commands.includes(`\n## ${name}\n`),
        'docs/json.md': shape === '' || pages.json.includes(`${shape}Schema`),
        'CHANGELOG.md': pages.changes.includes(`\`${name}\``),
      }),
    ).toEqual([])
  })
})

describe('a client generation', () => {
  test.each(PROFILES.map(({ client }) => client))('%s', client => {
    expect(
      missing({
        'src/context/profiles/': textsBelow('src/context/profiles').includes(`client: '${client}'`),
        'test/client/versions.json': CLIENTS.includes(client),
        'test/client/recorded/experiments/': existsSync(join(root, 'test/client/recorded/experiments', client)),
        'docs/client-results.md': read('docs', 'client-results.md').includes(client),
      }),
    ).toEqual([])
  })

  test('no client is tested that has no profile', () => {
    expect(CLIENTS.filter(client => !PROFILES.some(profile => profile.client === client))).toEqual([])
  })
})

describe('a finding', () => {
  const families = textsBelow('src')
  const repair = textsBelow('src/reshape/repair')
  const tests = textsBelow('test')
  const page = read('docs', 'findings.md')
  test.each(Object.keys(CODES))('%s', code => {
    const remedy = REMEDIES[code as keyof typeof REMEDIES]
    const stem = `'${code}'`
    expect(
      missing({
        'where it is found (src/check/families, src/format, src/disk or src/actions)': families
          .split(stem)
          .slice(1)
          .some(after => !/^: (?:\{|REPAIR|ASSUME)/.test(after)),
        'docs/findings.md': page.includes(`### ${code}\n`),
        'a test': tests.includes(code),
        'src/reshape/repair/': remedy?.command !== 'repair' || mends(repair, code),
      }),
    ).toEqual([])
  })

  /** By its code, or by the stem of a family. */
  function mends(text: string, code: string): boolean {
    const stems = code.split('-').map((_, at, words) => words.slice(0, at + 1).join('-'))
    return stems.some(one => text.includes(`'${one}'`) || text.includes(`'${one}-`) || text.includes(`${one}-'`))
  }
})

describe('an entry type', () => {
  const entries = textsBelow('src/format/entries')
  test.each([...knownTypes])('%s', type => {
    expect(
      missing({
        'src/format/entries/': entries.includes(`'${type}'`),
        'docs/format.md': read('docs', 'format.md').includes(`\`${type}\``),
      }),
    ).toEqual([])
  })
})
