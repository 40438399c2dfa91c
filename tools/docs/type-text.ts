// JSON schemas as types that one can read. What occurs more than once, refers to itself or is a choice between objects
// is written once under a name: that of the field where it is met first.

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

export interface TypeWriter {
  /** The type under this name, then those that it is the first to need. */
  write(name: string, schema: JsonSchema): readonly string[]
}

/** What fits into this many columns, and has no comment inside, stands on one line. */
const COLUMNS = 108

export function typeWriter(all: readonly JsonSchema[]): TypeWriter {
  const uses = new Map<string, number>()
  for (const schema of all) countUses(schema, uses)
  const named = new Map<string, string>()
  let waiting: { readonly name: string; readonly schema: JsonSchema }[] = []
  let defs: Readonly<Record<string, JsonSchema>> = {}

  return {
    write(name, schema) {
      defs = schema.$defs ?? {}
      named.set(keyOf(schema), name)
      waiting = [{ name, schema }]
      const texts: string[] = []
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const text = written(next.schema, '', '')
        texts.push(`type ${next.name} =${text.startsWith('\n') ? '' : ' '}${text}`)
      }
      return texts
    },
  }

  function typeOf(json: JsonSchema, indent: string, field: string): string {
    const target = json.$ref === undefined ? json : resolve(json.$ref)
    return json.$ref !== undefined || isNamed(target) ? nameOf(target, field) : written(target, indent, field)
  }

  function resolve(ref: string): JsonSchema {
    const found = defs[ref.split('/').at(-1)!]
    if (!found) throw new Error(`no schema ${ref}`)
    return found.$ref === undefined ? found : resolve(found.$ref)
  }

  function isNamed(json: JsonSchema): boolean {
    return isChoice(json) || named.has(keyOf(json)) || (isLarge(json) && (uses.get(keyOf(json)) ?? 0) > 1)
  }

  function nameOf(json: JsonSchema, field: string): string {
    const key = keyOf(json)
    const known = named.get(key)
    if (known !== undefined) return known
    const wanted = field.charAt(0).toUpperCase() + field.slice(1)
    const taken = new Set(named.values())
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`
    named.set(key, name)
    waiting.push({ name, schema: json })
    return name
  }

  function written(json: JsonSchema, indent: string, field: string): string {
    const choices = json.anyOf ?? json.oneOf
    if (choices && isChoice(json)) return choice(choices, indent)
    if (choices) return choices.map(one => typeOf(one, indent, field)).join(' | ')
    if (json.const !== undefined) return JSON.stringify(json.const)
    if (json.enum) return json.enum.map(one => JSON.stringify(one)).join(' | ')
    if (json.properties) return object(json, indent, [])
    if (json.prefixItems) return `[${json.prefixItems.map(one => typeOf(one, indent, field)).join(', ')}]`
    if (json.type === 'array') return list(typeOf(json.items ?? {}, indent, field.replace(/s$/, '')))
    if (typeof json.additionalProperties === 'object') {
      return `{ [name]: ${typeOf(json.additionalProperties, indent, field)} }`
    }
    return plain(json)
  }

  /** The fields that all have in common stand before the choice. */
  function choice(choices: readonly JsonSchema[], indent: string): string {
    const [first, ...others] = choices
    const common = Object.keys(first?.properties ?? {}).filter(name =>
      others.every(
        one =>
          one.required?.includes(name) === first?.required?.includes(name) &&
          JSON.stringify(one.properties?.[name]) === JSON.stringify(first?.properties?.[name]),
      ),
    )
    const own = choices.map(one => `\n${indent}  | ${object(one, `${indent}    `, common)}`).join('')
    if (common.length === 0) return own
    const shared = Object.fromEntries(common.map(name => [name, first!.properties![name]!]))
    return `${object({ ...first!, properties: shared }, indent, [])} & (${own}\n${indent})`
  }

  function object(json: JsonSchema, indent: string, without: readonly string[]): string {
    const inner = `${indent}  `
    const required = new Set(json.required)
    const fields = Object.entries(json.properties ?? {})
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => ({
        text: `${name}${required.has(name) ? '' : '?'}: ${typeOf(value, inner, name)}`,
        comment: value.description,
      }))
    const line = `{ ${fields.map(one => one.text).join(', ')} }`
    const fits = indent.length + line.length <= COLUMNS && !line.includes('\n') && fields.every(one => !one.comment)
    if (fits && (indent !== '' || fields.length < 3)) return line
    return `{\n${fields.map(one => inner + withComment(one.text, one.comment)).join('\n')}\n${indent}}`
  }
}

function countUses(json: JsonSchema, uses: Map<string, number>): void {
  if (json.properties) {
    const key = keyOf(json)
    uses.set(key, (uses.get(key) ?? 0) + 1)
  }
  const inside = [
    ...Object.values(json.properties ?? {}),
    ...Object.values(json.$defs ?? {}),
    ...(json.items ? [json.items] : []),
    ...(json.anyOf ?? []),
    ...(json.oneOf ?? []),
    ...(typeof json.additionalProperties === 'object' ? [json.additionalProperties] : []),
  ]
  for (const one of inside) countUses(one, uses)
}

/** What it is, whatever its place calls it. */
function keyOf(json: JsonSchema): string {
  const { description: _, $defs: __, ...rest } = json as JsonSchema & { readonly $schema?: string }
  return JSON.stringify({ ...rest, $schema: undefined })
}

function plain(json: JsonSchema): string {
  if (json.format === 'date-time') return 'Time'
  const types = typeof json.type === 'string' ? [json.type] : (json.type ?? ['any'])
  return types.map(type => (type === 'integer' ? 'number' : type)).join(' | ')
}

/** The comment stands behind the first line of a long type. */
function withComment(text: string, comment: string | undefined): string {
  if (comment === undefined) return text
  const [first, ...rest] = text.split('\n')
  return [`${first}  // ${comment}`, ...rest].join('\n')
}

function list(element: string): string {
  return element.includes(' | ') && !element.startsWith('{') ? `(${element})[]` : `${element}[]`
}

/** Too large to be written out wherever it occurs? */
function isLarge(json: JsonSchema): boolean {
  const fields = Object.values(json.properties ?? {})
  return fields.length >= 3 || fields.some(field => field.description !== undefined)
}

/** Several kinds of object. */
function isChoice(json: JsonSchema): boolean {
  const choices = json.anyOf ?? json.oneOf ?? []
  return choices.length > 2 && choices.every(one => one.properties !== undefined)
}
