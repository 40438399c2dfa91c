// Types and fields that this version does not know: kept, and counted so that drift shows (D16).

import { fieldGroups, isKnownField, knownBlockTypes, knownTypes } from '../format/known-fields.js'
import type { FieldContext } from './fact-reader.js'
import { type Name, type Names, pairKey } from './names.js'

export interface UnknownCounts {
  readonly types: Readonly<Record<string, number>>
  /** By path, as in `user.message.newField` or `block/tool_use.newField`. */
  readonly fields: Readonly<Record<string, number>>
}

export interface DriftCounter {
  field(context: FieldContext, key: Name): void
  /** The entry whose fields were told is over, and has this type. */
  entry(type: Name, subtype: Name): void
  counts(): UnknownCounts
}

interface Group {
  /** By the key's name: 0 not seen yet, 1 known, 2 unknown. */
  readonly seen: Map<Name, 1 | 2>
  readonly path: string
  readonly groups: readonly string[]
}

export function driftCounter(names: Names): DriftCounter {
  const TYPE = names.of('type')
  const contexts: FieldContext[] = []
  const keys: Name[] = []
  // Entries of one kind have the same fields in the same order: a shape that was found clean needs no second look.
  let shape = 0
  const clean = new Set<number>()
  const types = new Map<string, number>()
  const fields = new Map<string, number>()
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
      if (group) known = check(group, keys[i]!) && known
      else {
        known = false
        // One of a block's keys stands for the block: its type, else the first.
        if (context === 0 ? contexts[i - 1] !== context : keys[i] === TYPE)
          count(types, `block/${names.text(context as Name) || '(none)'}`)
      }
    }
    return known
  }

  return {
    field(context, key) {
      contexts.push(context)
      keys.push(key)
      shape = Math.imul(shape ^ key, 0x01000193) ^ (typeof context === 'number' ? context : context.charCodeAt(0) << 16)
    },
    entry(type, subtype) {
      const key = (shape >>> 0) * 0x100000 + ((type * 31 + subtype) & 0xfffff)
      if (!clean.has(key) && look(type, subtype)) clean.add(key)
      contexts.length = 0
      keys.length = 0
      shape = 0
    },
    counts: () => ({ types: Object.fromEntries(types), fields: Object.fromEntries(fields) }),
  }
}

function group(path: string, groups: readonly string[]): Group {
  return { seen: new Map(), path, groups }
}

function count(into: Map<string, number>, key: string): void {
  into.set(key, (into.get(key) ?? 0) + 1)
}
