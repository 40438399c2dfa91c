// docs/json.md: the shape of every command's JSON, from the schemas that the tests check the answers with.

import { z } from 'zod'
import * as schemas from '../../src/actions/schemas.js'

const PAGES: readonly (readonly [title: string, note: string, schema: z.ZodType])[] = [
  ['rethread ls --json', 'Also the bare `rethread --json`.', schemas.lsSchema],
  ['rethread show --json', '', schemas.showSchema],
  ['rethread stats --json', 'One session.', schemas.statsSchema],
  ['rethread stats --json, several sessions', '', schemas.manyStatsSchema],
  ['rethread turns --json', '', schemas.turnsSchema],
  ['rethread tools --json', '', schemas.toolsSchema],
  ['rethread tools --files --json', '', schemas.trackedFilesSchema],
]

export function jsonReference(): string {
  return [
    '# JSON',
    '',
    'Every command has `--json`: one document, made from the same values as the text. Made from the zod schemas in',
    '`rethread/schemas` (`npm run docs`); the tests check real answers against them. `?` marks a field that may be',
    'absent; everything else is always there. Strings are exact: control characters are not replaced as they are on',
    'a terminal. Fields may be added in a minor version; none is removed or changes its meaning without a major one.',
    '',
    ...PAGES.flatMap(([title, note, schema]) => [
      `## ${title}`,
      '',
      ...(note === '' ? [] : [note, '']),
      '```ts',
      shape(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }) as Json, ''),
      '```',
      '',
    ]),
  ].join('\n')
}

interface Json {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly items?: Json
  readonly prefixItems?: readonly Json[]
  readonly additionalProperties?: Json | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Json[]
  readonly oneOf?: readonly Json[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Json>>
}

function shape(json: Json, indent: string): string {
  const inner = `${indent}  `
  const union = json.anyOf ?? json.oneOf
  if (json.$ref) return json.$ref.split('/').at(-1) ?? 'unknown'
  if (union) return union.map(one => shape(one, indent)).join(' | ')
  if (json.const !== undefined) return JSON.stringify(json.const)
  if (json.enum) return json.enum.map(one => JSON.stringify(one)).join(' | ')
  if (json.properties) {
    const required = new Set(json.required)
    const lines = Object.entries(json.properties).map(([name, value]) => {
      const comment = value.description ? `  // ${value.description}` : ''
      const text = shape(value, inner)
      const head = `${inner}${name}${required.has(name) ? '' : '?'}: `
      // The comment stands behind the first line of a long shape.
      const [first, ...rest] = text.split('\n')
      return [`${head}${first}${comment}`, ...rest].join('\n')
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (json.prefixItems) return `[${json.prefixItems.map(one => shape(one, indent)).join(', ')}]`
  if (json.type === 'array') return `[ ${shape(json.items ?? {}, indent)} … ]`
  if (typeof json.additionalProperties === 'object') return `{ [name]: ${shape(json.additionalProperties, indent)} }`
  return typeof json.type === 'string' ? json.type : 'any'
}
