// JSON Schema of the entries of a session file: of all of them, of one type, or of one type of block.

import everything from '../../format/entry-schema.json' with { type: 'json' }
import { InputError } from '../../format/error.js'

type Schema = Readonly<Record<string, unknown>>

interface Case {
  readonly if: { readonly properties?: Readonly<Record<string, { readonly const: string }>> }
  readonly then: Schema
}

const definitions = everything.$defs as Readonly<Record<string, Schema>>

/** `type` is an entry type, `system/<subtype>` or `block/<type>`; without one it is the whole. */
export function schemaOf(type?: string): Schema {
  if (type === undefined) return everything
  const found = schemasByType().get(type)
  if (!found) {
    throw new InputError('usage', `unknown type ${JSON.stringify(type)}. Types: ${schemaTypes().join(', ')}`)
  }
  const { $schema } = everything
  return { $schema, title: type, ...found, $defs: reachable(found) }
}

export function schemaTypes(): readonly string[] {
  return [...schemasByType().keys()]
}

function schemasByType(): ReadonlyMap<string, Schema> {
  const entries = casesOf(everything, '')
  const system = new Map(entries).get('system')!
  return new Map([...entries, ...casesOf(system, 'system/'), ...casesOf(definitions['ContentBlock']!, 'block/')])
}

/** The words that a union is told apart by, each with what it means. */
function casesOf(union: Schema, prefix: string): readonly (readonly [string, Schema])[] {
  return (union['allOf'] as readonly Case[]).flatMap(one => {
    const [word] = Object.values(one.if.properties ?? {})
    return word ? [[prefix + word.const, one.then] as const] : []
  })
}

/** The definitions that a schema refers to, directly or through others. */
function reachable(schema: Schema): Schema {
  const names = new Set<string>()
  const todo: Schema[] = [schema]
  for (const next of todo) {
    for (const [, name] of JSON.stringify(next).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (names.has(name!)) continue
      names.add(name!)
      todo.push(definitions[name!]!)
    }
  }
  return Object.fromEntries([...names].toSorted().map(name => [name, definitions[name]]))
}
