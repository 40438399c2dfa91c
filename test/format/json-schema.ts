// As much of JSON Schema as the entry schema uses: says where a value does not fit.

export type Schema = Readonly<Record<string, unknown>>

const KNOWN = new Set(
  '$schema title description $defs $ref type properties required additionalProperties items allOf anyOf not if then const enum examples x-seen-in'.split(
    ' ',
  ),
)

/** Paths at which `value` breaks the schema; empty where it is valid. */
export function problems(schema: Schema | boolean, value: unknown, root: Schema, path = ''): readonly string[] {
  if (schema === true) return []
  if (schema === false) return [`${path}: nothing is allowed`]
  const strange = Object.keys(schema).find(key => !KNOWN.has(key))
  if (strange !== undefined) throw new Error(`the validator of this test does not know ${strange}`)
  const on = (other: unknown, at: unknown, where = path) => problems(other as Schema, at, root, where)
  const fits = (other: unknown): boolean => on(other, value).length === 0
  const list = (key: string): readonly Schema[] => (schema[key] as readonly Schema[] | undefined) ?? []
  const found: string[] = []
  if (typeof schema.$ref === 'string') found.push(...on((root.$defs as Schema)[schema.$ref.slice(8)], value))
  if (schema.type !== undefined && ![schema.type].flat().includes(typeOf(value))) {
    return [`${path}: ${typeOf(value)} instead of ${[schema.type].flat().join(' or ')}`]
  }
  if ('const' in schema && value !== schema.const) found.push(`${path}: not ${schema.const}`)
  if (schema.enum !== undefined && !list('enum').includes(value as Schema)) found.push(`${path}: not in the list`)
  for (const one of list('allOf')) found.push(...on(one, value))
  const any = list('anyOf')
  if (any.length > 0 && !any.some(fits)) found.push(...any.flatMap(one => on(one, value)).slice(0, 3))
  if (schema.not !== undefined && fits(schema.not)) found.push(`${path}: is what it must not be`)
  if (schema.if !== undefined && fits(schema.if)) found.push(...on(schema.then, value))
  if (Array.isArray(value) && schema.items) {
    for (const [index, item] of value.entries()) found.push(...on(schema.items, item, `${path}[${index}]`))
  }
  if (typeOf(value) === 'object') {
    const properties = (schema.properties ?? {}) as Schema
    for (const name of list('required') as unknown as readonly string[]) {
      if (!Object.hasOwn(value as object, name)) found.push(`${path}: no ${name}`)
    }
    for (const [name, member] of Object.entries(value as object)) {
      const own = Object.hasOwn(properties, name) ? properties[name] : (schema.additionalProperties ?? true)
      found.push(...on(own, member, `${path}.${name}`))
    }
  }
  return found
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
