// Writes src/format/entry-schema.json: JSON Schema of all entry types, made from the TypeScript declarations and the table
// of known fields. `node scripts/tool.mjs entry-schema` writes it; a test makes it again and compares.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SyntaxKind } from 'typescript/unstable/ast'
import { allFields, armsOf, converter, literalsOf, type Schema } from './entry-schema/convert.js'
import { type Declared, readDeclarations } from './entry-schema/declarations.js'
import { type SeenRanges, seenRanges } from './entry-schema/seen-in.js'

export function entrySchema(root: string): Schema {
  const { all, close } = readDeclarations(root)
  try {
    return schemaOf(all)
  } finally {
    close()
  }
}

function schemaOf(all: ReadonlyMap<string, Declared>): Schema {
  const seen = seenRanges(all, armsOf(all, 'SessionEntry'))
  const wanted = [...armsOf(all, 'SessionEntry'), 'ContentBlock']
  const definitions = new Map<string, Schema>()
  const { convert } = converter(all, name => wanted.push(name))
  for (const name of wanted) {
    if (definitions.has(name) || name === 'UnknownEntry') continue
    // Named before it is made: types refer to themselves.
    definitions.set(name, {})
    const arms = armsOf(all, name)
    wanted.push(...(all.get(name)?.type ? arms : []))
    definitions.set(name, all.get(name)?.type ? byWord(all, arms, 'type') : record(all, name, seen, convert))
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'An entry of a Claude Code session file',
    description:
      'One JSON object a line. Nothing is forbidden: further fields and types that are not listed are valid. ' +
      'x-seen-in is the first and last client version that a census of public files saw a field in, or null where it ' +
      'is known from newer clients, the documentation of the API or the source documents.',
    ...byWord(all, armsOf(all, 'SessionEntry'), 'type'),
    $defs: Object.fromEntries([...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function record(
  all: ReadonlyMap<string, Declared>,
  name: string,
  seen: SeenRanges,
  convert: ReturnType<typeof converter>['convert'],
): Schema {
  const about = all.get(name)?.about
  const fields = [...allFields(all, name).values()].filter(field => !isNever(field.type))
  const required = fields.filter(field => !field.optional).map(field => field.name)
  const properties = fields.map(field => {
    const range = seen.of(name, field.name)
    return [
      field.name,
      {
        ...convert(field.type),
        ...(field.about === undefined ? {} : { description: field.about }),
        ...(range === undefined ? {} : { 'x-seen-in': range }),
      },
    ] as const
  })
  const untyped = seen.untyped(name).map(field => [field, { 'x-seen-in': seen.of(name, field) }] as const)
  return {
    ...(about === undefined ? {} : { description: about }),
    type: 'object',
    properties: Object.fromEntries([...properties, ...untyped]),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: true,
  }
}

/** A field declared as `undefined` is one that is not there. */
function isNever(type: { readonly kind: number }): boolean {
  return type.kind === SyntaxKind.UndefinedKeyword
}

/** Each arm of a union for the words that it takes; entries of several forms fit any of them. */
function byWord(all: ReadonlyMap<string, Declared>, arms: readonly string[], field: 'type' | 'subtype'): Schema {
  const byType = new Map<string, string[]>()
  const bare: string[] = []
  for (const arm of arms) {
    const words = literalsOf(allFields(all, arm).get(field)?.type)
    if (!words) bare.push(arm)
    for (const word of words ?? []) byType.set(word, [...(byType.get(word) ?? []), arm])
  }
  const cases = [...byType].map(([word, names]) =>
    when(
      { properties: { [field]: { const: word } }, required: [field] },
      field === 'type' && names.some(name => hasSubtypes(all, name)) ? byWord(all, names, 'subtype') : anyOf(names),
    ),
  )
  const plain = bare.filter(name => !name.startsWith('Unknown'))
  const none = field === 'subtype' && plain.length > 0 ? [when({ not: { required: [field] } }, anyOf(plain))] : []
  return { type: 'object', allOf: [...cases, ...none] }
}

function when(condition: Schema, consequence: Schema): Schema {
  return Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ])
}

function hasSubtypes(all: ReadonlyMap<string, Declared>, name: string): boolean {
  return allFields(all, name).has('subtype') && literalsOf(allFields(all, name).get('subtype')!.type) !== undefined
}

function anyOf(names: readonly string[]): Schema {
  const refs = names.map(name => ({ $ref: `#/$defs/${name}` }))
  return refs.length === 1 ? refs[0]! : { anyOf: refs }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.cwd()
  const path = join(root, 'src', 'format', 'entry-schema.json')
  writeFileSync(path, `${JSON.stringify(entrySchema(root), null, 2)}\n`)
  execFileSync(process.execPath, [
    join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'),
    'format',
    '--write',
    path,
  ])
  console.log(path)
}
