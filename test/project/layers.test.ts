// The layers and their directions (ARCHITECTURE.md, I6): a folder imports only what the table allows it.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')

/** What each folder may import besides itself. `present` and the leaves take types of all layers. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  format: [],
  conversation: ['format'],
  context: ['format', 'conversation'],
  check: ['format', 'conversation', 'context'],
  secrets: [],
  reshape: ['format', 'conversation', 'context', 'check', 'secrets'],
  summarize: ['format', 'conversation', 'context'],
  disk: ['format'],
  catalog: ['format', 'conversation', 'disk'],
  actions: ['format', 'conversation', 'context', 'check', 'secrets', 'reshape', 'summarize', 'disk', 'catalog'],
  library: ['format', 'disk', 'actions'],
  present: ['format', 'conversation', 'actions'],
  cli: ['format', 'actions', 'present', 'disk'],
  server: ['format', 'actions', 'present', 'disk'],
  mcp: ['format', 'actions', 'present'],
}
const PURE = ['format', 'conversation', 'context', 'check', 'secrets', 'reshape']

interface Import {
  readonly file: string
  readonly layer: string
  readonly target: string
  readonly typeOnly: boolean
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
const imports = files.flatMap(file => importsOf(file))

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8')
  const layer = file.includes(sep) ? file.split(sep)[0]! : '(root)'
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gms)
  const dynamic = text.matchAll(/\bimport\('([^']+)'\)/g)
  return [
    ...[...statements].map(([all, type, target]) => ({
      file,
      layer,
      target: target!,
      typeOnly: type !== undefined || onlyTypes(all),
    })),
    ...[...dynamic].map(([, target]) => ({ file, layer, target: target!, typeOnly: false })),
  ]
}

/** `import { type A, type B } from …` takes nothing at run time either. */
function onlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/s
    .exec(statement)?.[1]
    ?.split(',')
    .map(name => name.trim())
  return names?.every(name => name === '' || name.startsWith('type ')) ?? false
}

function layerOf(one: Import): string {
  const path = relative(src, resolve(dirname(join(src, one.file)), one.target))
  return path.includes(sep) ? path.split(sep)[0]! : '(root)'
}

test('every folder of src is in the table', () => {
  const folders = readdirSync(src, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
  expect(folders.toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted())
})

test('imports go in one direction', () => {
  const wrong = imports
    .filter(one => one.layer !== '(root)' && one.target.startsWith('.'))
    .filter(one => layerOf(one) !== one.layer && !MAY_IMPORT[one.layer]!.includes(layerOf(one)))
  expect(wrong.map(one => `${one.file} imports ${one.target}`)).toEqual([])
})

test('other layers come into a part of reshape or of actions by its door', () => {
  const wrong = imports.filter(one => {
    const [layer = '', ...path] = relative(src, resolve(dirname(join(src, one.file)), one.target)).split(sep)
    const isPart = ['reshape', 'actions'].includes(layer) && one.target.startsWith('.') && path.length > 1
    return isPart && layer !== one.layer && (path.length !== 2 || path[1] !== 'index.js')
  })
  expect(wrong.map(one => `${one.file} imports ${one.target}`)).toEqual([])
})

test('rows are written by the reading alone; everybody else gets them as rows.ts shows them', () => {
  const wrong = imports.filter(one => one.layer !== 'conversation' && one.target.endsWith('/row-columns.js'))
  expect(wrong.map(one => `${one.file} imports ${one.target}`)).toEqual([])
})

test('present takes only types of actions and conversation', () => {
  const wrong = imports.filter(
    one => one.layer === 'present' && ['actions', 'disk'].includes(layerOf(one)) && !one.typeOnly,
  )
  expect(wrong.map(one => `${one.file} imports ${one.target}`)).toEqual([])
})

test('the pure layers import no node module and no package', () => {
  const wrong = imports.filter(one => PURE.includes(one.layer) && !one.target.startsWith('.'))
  expect(wrong.map(one => `${one.file} imports ${one.target}`)).toEqual([])
})

test('of the summarizers only those that ask somebody import a node module or a package', () => {
  const providers = join('summarize', 'providers')
  const wrong = imports.filter(
    one => one.layer === 'summarize' && !one.target.startsWith('.') && !one.file.startsWith(providers),
  )
  expect(wrong.map(one => `${one.file} imports ${one.target}`)).toEqual([])
})

// The tools for agents say what they take as schemas, which the protocol wants.
test('zod is loaded by schema files only, and by the tools for agents', () => {
  const wrong = imports.filter(one => one.target === 'zod' && one.layer !== 'mcp' && !one.file.includes('schema'))
  expect(wrong.map(one => one.file)).toEqual([])
})

test('only disk reads and writes files', () => {
  const wrong = imports.filter(one => /^node:fs/.test(one.target) && one.layer !== 'disk')
  expect(wrong.map(one => one.file)).toEqual([])
})

test('no file is a drawer for everything', () => {
  const names = files.map(file => file.split(sep).at(-1)!.replace(/\.ts$/, ''))
  expect(names.filter(name => /util|helper|manager|service|^types$|^misc$|^common$/i.test(name))).toEqual([])
})

test('files stay small: 500 lines at most, but for tables of data', () => {
  const long = files.filter(file => readFileSync(join(src, file), 'utf8').split('\n').length > 500)
  expect(long).toEqual([])
})
