// From a declared type to JSON Schema. Nothing is forbidden: fields that are not listed may stand beside the listed ones,
// and a type that is not listed passes (D16).

import {
  isArrayTypeNode,
  isIndexedAccessTypeNode,
  isIntersectionTypeNode,
  isLiteralTypeNode,
  isParenthesizedTypeNode,
  isStringLiteral,
  isTypeOperatorNode,
  isTypeReferenceNode,
  isUnionTypeNode,
  SyntaxKind,
  type TypeNode,
  type TypeReferenceNode,
} from 'typescript/unstable/ast'
import type { Declared, Field } from './declarations.js'

export type Schema = Readonly<Record<string, unknown>>

/** Fields of the type and of all that it extends, the inherited ones first. */
export function allFields(all: ReadonlyMap<string, Declared>, name: string): ReadonlyMap<string, Field> {
  const declared = all.get(name)
  const fields = new Map((declared?.bases ?? []).flatMap(base => [...allFields(all, base)]))
  for (const field of declared?.fields ?? []) fields.set(field.name, field)
  return fields
}

/** The words that a field can be, where it is one or several literals. */
export function literalsOf(type: TypeNode | undefined): readonly string[] | undefined {
  if (!type) return undefined
  if (isLiteralTypeNode(type)) return isStringLiteral(type.literal) ? [type.literal.text] : undefined
  if (!isUnionTypeNode(type)) return undefined
  const words = type.types.map(one => literalsOf(one))
  return words.every(one => one !== undefined) ? words.flat() : undefined
}

/** The interfaces of a union, through its aliases. */
export function armsOf(all: ReadonlyMap<string, Declared>, name: string): readonly string[] {
  const { type } = all.get(name) ?? {}
  if (!type) return [name]
  if (isUnionTypeNode(type)) {
    return type.types.flatMap(one => (isTypeReferenceNode(one) ? armsOf(all, nameOf(one)) : []))
  }
  return isTypeReferenceNode(type) ? armsOf(all, nameOf(type)) : []
}

function nameOf(type: TypeReferenceNode): string {
  return 'text' in type.typeName ? (type.typeName.text as string) : ''
}

export interface Converter {
  convert(type: TypeNode): Schema
}

/** `use` is called with each interface or union of interfaces that a schema refers to. */
export function converter(all: ReadonlyMap<string, Declared>, use: (name: string) => void): Converter {
  return { convert }

  function convert(type: TypeNode): Schema {
    const literals = literalsOf(type)
    if (literals) return literals.length === 1 ? { const: literals[0] } : { enum: literals }
    if (isUnionTypeNode(type)) return union(type.types.map(convert))
    if (isArrayTypeNode(type)) return withItems(convert(type.elementType))
    if (isTypeOperatorNode(type)) return convert(type.type)
    if (isParenthesizedTypeNode(type)) return convert(type.type)
    if (isIntersectionTypeNode(type)) return convert(type.types[0]!)
    if (isTypeReferenceNode(type)) return reference(type)
    if (isIndexedAccessTypeNode(type) && isTypeReferenceNode(type.objectType)) return members(nameOf(type.objectType))
    if (isLiteralTypeNode(type) && type.literal.kind === SyntaxKind.NullKeyword) return { type: 'null' }
    return KEYWORDS.get(type.kind) ?? unexpected(type)
  }

  function reference(type: TypeReferenceNode): Schema {
    const name = nameOf(type)
    const [first, second] = type.typeArguments ?? []
    if (name === 'OneOf') return { type: 'string', examples: literalsOf(first) }
    if (name === 'Unlisted') return { type: 'string' }
    if (name === 'Readonly') return convert(first!)
    if (name === 'Record') return recordOf(convert(second!))
    const declared = all.get(name)
    if (!declared) return unexpected(type)
    if (declared.type && armsOf(all, name).length < 2) return convert(declared.type)
    if (declared.type && !isUnionTypeNode(declared.type)) return convert(declared.type)
    if (declared.type && isUnionTypeNode(declared.type) && !declared.type.types.every(isTypeReferenceNode)) {
      return convert(declared.type)
    }
    if (name === 'Open') return { type: 'object' }
    use(name)
    return { $ref: `#/$defs/${name}` }
  }

  /** Every type that an interface holds: what `ToolUseResults[keyof ToolUseResults]` means. */
  function members(name: string): Schema {
    const types = [...allFields(all, name).values()].map(field => convert(field.type))
    return union([...new Map(types.map(one => [JSON.stringify(one), one])).values()])
  }
}

const KEYWORDS: ReadonlyMap<SyntaxKind, Schema> = new Map<SyntaxKind, Schema>([
  [SyntaxKind.StringKeyword, { type: 'string' }],
  [SyntaxKind.NumberKeyword, { type: 'number' }],
  [SyntaxKind.BooleanKeyword, { type: 'boolean' }],
  [SyntaxKind.UnknownKeyword, {}],
])

function unexpected(type: TypeNode): never {
  throw new Error(`no schema for a type like ${SyntaxKind[type.kind]}`)
}

function recordOf(values: Schema): Schema {
  return { type: 'object', additionalProperties: Object.keys(values).length === 0 ? true : values }
}

function withItems(items: Schema): Schema {
  return Object.keys(items).length === 0 ? { type: 'array' } : { type: 'array', items }
}

/** Bare types are listed together; a part that allows everything makes the whole allow everything. */
function union(parts: readonly Schema[]): Schema {
  if (parts.some(part => Object.keys(part).length === 0)) return {}
  const flat = parts.flatMap(part => (Array.isArray(part['anyOf']) ? (part['anyOf'] as Schema[]) : [part]))
  const isBare = (part: Schema): boolean => Object.keys(part).length === 1 && part['type'] !== undefined
  const bare = flat.filter(isBare).flatMap(part => part['type'] as string | string[])
  const others = flat.filter(part => !isBare(part))
  const types: Schema[] = bare.length === 0 ? [] : [{ type: bare.length === 1 ? bare[0] : bare }]
  // "One of these words, or null" stays one schema.
  if (others.length === 1 && others[0]!['type'] === 'string' && bare.length === 1) {
    return { ...others[0], type: ['string', bare[0]] }
  }
  const all = [...types, ...others]
  return all.length === 1 ? all[0]! : { anyOf: all }
}
