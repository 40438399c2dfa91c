// What stands in the file, counted as it stands there: the tables that people expect of `stats`.

import type { Facts } from './facts.js'
import { knownName } from './known-words.js'
import { type Names, pairKey } from './names.js'
import { ASSISTANT, USER } from './rows.js'

export interface Inventory {
  readonly lines: number
  readonly bytes: number
  /** Lines that are no good record, or hold more than one. */
  readonly damagedLines: number
  /** By type, or type/subtype for system entries. */
  readonly entries: Readonly<Record<string, number>>
  readonly userKinds: Readonly<Record<string, number>>
  /** Blocks of array contents only: a string is no block. */
  readonly blocks: {
    readonly assistant: Readonly<Record<string, number>>
    readonly user: Readonly<Record<string, number>>
  }
  /** Of assistant entries; "null" where there is none. */
  readonly stopReasons: Readonly<Record<string, number>>
  readonly versions: Readonly<Record<string, number>>
  readonly models: Readonly<Record<string, number>>
}

/** Counts by name; a map, since names come from files and could be `__proto__`. */
export interface Tally {
  add(key: number): void
  counts(): Readonly<Record<string, number>>
}

export function tally(names: Names, whenNone: string | undefined = undefined): Tally {
  const counts = new Map<number, number>()
  return {
    add(key) {
      if (key !== 0 || whenNone !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    counts: () =>
      Object.fromEntries([...counts].map(([key, count]) => [key === 0 ? whenNone! : names.text(key), count])),
  }
}

export function entryCounter(names: Names) {
  const byType = new Map<number, { readonly type: number; readonly subtype: number; count: number }>()
  const system = knownName('system')
  const versions = tally(names)
  const models = tally(names)
  const stopReasons = tally(names, 'null')
  const assistantBlocks = tally(names, '(none)')
  const userBlocks = tally(names, '(none)')
  return {
    add(facts: Facts, role: number): void {
      const subtype = facts.type === system ? facts.subtype : 0
      const key = pairKey(facts.type, subtype)
      const found = byType.get(key) ?? { type: facts.type, subtype, count: 0 }
      found.count++
      byType.set(key, found)
      versions.add(facts.version)
      if (role === ASSISTANT) {
        models.add(facts.model)
        stopReasons.add(facts.stopReason)
      }
      if (facts.content === 'blocks' && (role === ASSISTANT || role === USER)) {
        const blocks = role === ASSISTANT ? assistantBlocks : userBlocks
        for (const block of facts.blocks) blocks.add(block.type)
      }
    },
    counts() {
      const label = (type: number, subtype: number): string =>
        subtype === 0 ? names.text(type) || '(none)' : `${names.text(type)}/${names.text(subtype)}`
      return {
        entries: Object.fromEntries([...byType.values()].map(one => [label(one.type, one.subtype), one.count])),
        versions: versions.counts(),
        models: models.counts(),
        stopReasons: stopReasons.counts(),
        blocks: { assistant: assistantBlocks.counts(), user: userBlocks.counts() },
      }
    },
  }
}
