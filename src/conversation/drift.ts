// Types and fields that this version does not know: kept, and counted so that drift shows (D16).

import { fieldGroups, isKnownField, knownBlockTypes, knownTypes } from '../format/known-fields.js'
import type { FieldContext } from './fact-reader.js'
import { knownName } from './known-words.js'
import { type Name, type Names, pairKey } from './names.js'

export interface UnknownCounts {
  readonly types: Readonly<Record<string, number>>
  /** By path, as in `user.message.newField` or `block/tool_use.newField`. */
  readonly fields: Readonly<Record<string, number>>
}

/** One unknown type or field, and where it was met. */
export interface Drift {
  readonly kind: 'type' | 'field'
  /** As in `UnknownCounts`. */
  readonly name: string
  readonly count: number
  readonly firstRow: number
  /** Entries without a version count for the one before them. */
  readonly versions: ReadonlyMap<Name, number>
}

export interface DriftCounter {
  field(context: FieldContext, key: Name): void
  /**
   * The entry whose fields were told is over, and has this type. False where it holds something that this version does
   * not know, or a block with a field that the client does not write.
   */
  entry(type: Name, subtype: Name, version?: Name, row?: number): boolean
  counts(): UnknownCounts
  list(): readonly Drift[]
}

interface Tally {
  count: number
  readonly firstRow: number
  readonly versions: Map<Name, number>
}

interface Group {
  /** By the key's name: 0 not seen yet, 1 known, 2 unknown. */
  readonly seen: Map<Name, 1 | 2>
  readonly path: string
  readonly groups: readonly string[]
}

export function driftCounter(names: Names): DriftCounter {
  const TYPE = knownName('type')
  // Known to the API, but never written by the client: worth a look (A2.15), though no drift.
  const CACHE_CONTROL = knownName('cache_control')
  const contexts: FieldContext[] = []
  const keys: Name[] = []
  // Entries of one kind have the same fields in the same order: a shape that was found clean needs no second look.
  let shape = 0
  const clean = new Set<number>()
  const types = new Map<string, Tally>()
  const fields = new Map<string, Tally>()
  let version = 0
  let row = 0
  const byType = new Map<number, { readonly entry: Group; readonly message: Group; readonly usage: Group } | null>()
  const blocks = new Map<Name, Group | null>()

  function groupsOf(type: Name, subtype: Name) {
    const key = pairKey(type, subtype)
    let found = byType.get(key)
    if (found === undefined) {
      const name = names.text(type)
      const sub = names.text(subtype)
      const path = name === 'system' && sub !== '' ? `system/${sub}` : name
      found = knownTypes.has(name)
        ? {
            entry: group(path, fieldGroups(name, sub)),
            message: group(`${name}.message`, [`${name}.message`]),
            usage: group(`${name}.message.usage`, [`${name}.message.usage`]),
          }
        : null
      byType.set(key, found)
    }
    return found
  }

  function blockGroup(type: Name): Group | null {
    let found = blocks.get(type)
    if (found === undefined) {
      const name = names.text(type)
      found = knownBlockTypes.has(name) ? group(`block/${name}`, [`block/${name}`]) : null
      blocks.set(type, found)
    }
    return found
  }

  function check(group: Group, key: Name): boolean {
    let state = group.seen.get(key)
    if (state === undefined) {
      state = isKnownField(group.groups, names.text(key)) ? 1 : 2
      group.seen.set(key, state)
    }
    if (state === 2) count(fields, `${group.path}.${names.text(key)}`)
    return state === 1
  }

  /** Counts what is unknown in the entry just told; true where nothing is. */
  function look(type: Name, subtype: Name): boolean {
    const groups = groupsOf(type, subtype)
    if (groups === null) {
      count(types, names.text(type) || '(none)')
      return false
    }
    let known = true
    for (let i = 0; i < keys.length; i++) {
      const context = contexts[i]!
      const group = typeof context === 'number' ? blockGroup(context) : groups[context]
      if (group) known = check(group, keys[i]!) && keys[i] !== CACHE_CONTROL && known
      else {
        known = false
        // One of a block's keys stands for the block: its type, else the first.
        if (context === 0 ? contexts[i - 1] !== context : keys[i] === TYPE)
          count(types, `block/${names.text(context as Name) || '(none)'}`)
      }
    }
    return known
  }

  function count(into: Map<string, Tally>, key: string): void {
    const found = into.get(key) ?? { count: 0, firstRow: row, versions: new Map() }
    found.count++
    found.versions.set(version, (found.versions.get(version) ?? 0) + 1)
    into.set(key, found)
  }

  return {
    field(context, key) {
      contexts.push(context)
      keys.push(key)
      shape = Math.imul(shape ^ key, 0x01000193) ^ (typeof context === 'number' ? context : context.charCodeAt(0) << 16)
    },
    entry(type, subtype, itsVersion = 0, itsRow = 0) {
      const key = (shape >>> 0) * 0x100000 + ((type * 31 + subtype) & 0xfffff)
      version = itsVersion || version
      row = itsRow
      let isClean = clean.has(key)
      if (!isClean && look(type, subtype)) {
        clean.add(key)
        isClean = true
      }
      contexts.length = 0
      keys.length = 0
      shape = 0
      return isClean
    },
    counts: () => ({ types: countsOf(types), fields: countsOf(fields) }),
    list: () => [...listed('type', types), ...listed('field', fields)],
  }
}

function group(path: string, groups: readonly string[]): Group {
  return { seen: new Map(), path, groups }
}

function countsOf(tallies: ReadonlyMap<string, Tally>): Readonly<Record<string, number>> {
  return Object.fromEntries([...tallies].map(([name, { count }]) => [name, count]))
}

function listed(kind: Drift['kind'], tallies: ReadonlyMap<string, Tally>): readonly Drift[] {
  return [...tallies].map(([name, tally]) => ({ kind, name, ...tally }))
}
