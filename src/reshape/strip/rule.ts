// What shall go, and where: the wishes of a strip as data.

import type { Name } from '../../conversation/names.js'

/** Kinds of content. */
export const STRIP_KINDS = ['tools', 'results', 'thinking', 'images', 'snapshots', 'bookkeeping'] as const
export type StripKind = (typeof STRIP_KINDS)[number]

/** `remove`: calls go with their results. `truncate`: two lines of each text stay. `stub`: a note stands for them. */
export type ToolMode = 'remove' | 'truncate' | 'stub'

export interface StripRule {
  readonly kind: StripKind
  /** Of tools and results. */
  readonly mode?: ToolMode
  /** Names of tools; a `*` at the end stands for anything. */
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  /** Only the calls with these ids. */
  readonly calls?: ReadonlySet<Name>
  readonly where: Where
}

/** What a part of a session is counted in. Calls and tokens divide turns as well, but no round of parallel calls. */
export const ZONE_UNITS = ['turns', 'calls', 'tokens'] as const
export type ZoneUnit = (typeof ZONE_UNITS)[number]

/** All of these hold together; nothing said means everywhere. */
export interface Where {
  /** So large a part, the oldest first: 0.75 for three quarters. */
  readonly oldest?: number
  /** Of what `oldest` and `part` are parts; turns where nothing is said. */
  readonly by?: ZoneUnit
  /** These turns, by their positions in the conversation's list. */
  readonly turns?: ReadonlySet<number>
  /** Turns with a smaller number. */
  readonly beforeTurn?: number
  /** All turns but the last so many. */
  readonly keepLast?: number
  /** All but the last so many tool calls, and what stands between them. */
  readonly keepLastCalls?: number
  /** All but the newest that weigh so much together (tokens-weight.ts). */
  readonly keepLastWeight?: number
  /** Only what is larger than so many bytes. */
  readonly largerThan?: number
  /** Only these entries. */
  readonly rows?: ReadonlySet<number>
  /** Of the turns or requests that have tool calls, those between two parts of 1, without the last `spare`. */
  readonly part?: { readonly from: number; readonly to: number; readonly spare: number }
}

export function namesFit({ only, except }: StripRule, name: string): boolean {
  if (except && isNamed(except, name)) return false
  return only === undefined || isNamed(only, name)
}

/** Is it one of these names? A `*` at the end of one stands for anything. */
export function isNamed(patterns: readonly string[], name: string): boolean {
  return patterns.some(pattern => fits(pattern, name))
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
