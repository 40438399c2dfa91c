// Which field of which definition was seen in which client versions: the table of known fields, laid over the types.

import { fieldGroups, knownBlockTypes, knownFields, type SeenIn } from '../../src/format/known-fields.js'
import { allFields, armsOf, literalsOf } from './convert.js'
import type { Declared } from './declarations.js'

export interface SeenRanges {
  /** Undefined where the table does not look: below the top most of a session is open. */
  of(definition: string, field: string): SeenIn | undefined
  /** Fields in the table that no type of the same group has. */
  untyped(definition: string): readonly string[]
}

export function seenRanges(all: ReadonlyMap<string, Declared>, entries: readonly string[]): SeenRanges {
  const groups = new Map<string, Set<string>>()
  for (const name of entries)
    for (const type of typesOf(all, name)) belong(name, fieldGroups(type, subtypeOf(all, name)))
  for (const name of armsOf(all, 'ContentBlock')) {
    for (const type of typesOf(all, name)) if (knownBlockTypes.has(type)) belong(name, [`block/${type}`])
  }
  const groupsOf = (definition: string): readonly string[] => [...(groups.get(definition) ?? [])]
  return {
    of(definition, field) {
      const listing = groupsOf(definition).filter(group => Object.hasOwn(knownFields[group]!, field))
      return listing.length === 0 ? undefined : listing.map(group => knownFields[group]![field]!).reduce(widest, null)
    },
    untyped(definition) {
      const names = groupsOf(definition).flatMap(group => {
        const typed = [...groups].filter(([, own]) => own.has(group)).map(([name]) => allFields(all, name))
        return Object.keys(knownFields[group]!).filter(field => !typed.some(fields => fields.has(field)))
      })
      return [...new Set(names)]
    },
  }

  /** A record below a field belongs to the group that is named after it. */
  function belong(name: string, found: readonly string[]): void {
    const own = groups.get(name) ?? new Set<string>()
    groups.set(name, own)
    const fresh = found.filter(group => !own.has(group))
    for (const group of fresh) own.add(group)
    if (fresh.length === 0) return
    for (const field of allFields(all, name).values()) {
      const below = fresh.map(group => `${group}.${field.name}`).filter(group => Object.hasOwn(knownFields, group))
      if (below.length > 0) for (const target of namesIn(field.type, all)) belong(target, below)
    }
  }
}

function typesOf(all: ReadonlyMap<string, Declared>, name: string): readonly string[] {
  return literalsOf(allFields(all, name).get('type')?.type) ?? []
}

function subtypeOf(all: ReadonlyMap<string, Declared>, name: string): string | undefined {
  return literalsOf(allFields(all, name).get('subtype')?.type)?.[0]
}

/** The interfaces that a field's type names, itself or among others. */
function namesIn(type: unknown, all: ReadonlyMap<string, Declared>): readonly string[] {
  const node = type as { readonly types?: readonly unknown[]; readonly typeName?: { readonly text?: string } }
  if (node.types) return [...node.types].flatMap(one => namesIn(one, all))
  const name = node.typeName?.text
  return name !== undefined && all.get(name)?.fields ? [name] : []
}

function widest(a: SeenIn, b: SeenIn): SeenIn {
  if (!a || !b) return a ?? b
  const [first, last] = [isBefore(b[0], a[0]) ? b[0] : a[0], isBefore(a[1], b[1]) ? b[1] : a[1]]
  return [first, last]
}

function isBefore(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) < 0
}
