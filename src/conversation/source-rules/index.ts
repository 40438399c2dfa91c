// The source documents' own rules, as they stand. They lose parts of real sessions, so nothing else is built on them:
// they are there to be compared with.

import type { Seed, SourceResult } from './result.js'
import { seed000 } from './seed-000.js'
import { seed001 } from './seed-001.js'
import { seed002 } from './seed-002.js'
import { seed003 } from './seed-003.js'
import { seed004 } from './seed-004.js'
import type { SourceEntry } from './source-entry.js'

export type { Seed, SourceResult } from './result.js'
export { SEEDS } from './result.js'
export { isValue, type Place, type SourceEntry } from './source-entry.js'

const RULES: Readonly<Record<Seed, (entries: Iterable<SourceEntry>) => SourceResult>> = {
  'seed-000': seed000,
  'seed-001': seed001,
  'seed-002': seed002,
  'seed-003': seed003,
  'seed-004': seed004,
}

/** Reads the entries once, in file order; keeps a few numbers of each. */
export function applySourceRules(seed: Seed, entries: Iterable<SourceEntry>): SourceResult {
  return RULES[seed](entries)
}
