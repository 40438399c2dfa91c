// What to do with which field of an entry, by the number of its key. The tables are the same for all readers; only what
// looks into a value belongs to one of them.

import { COUNT, type Count, WORD, type Word } from './kept-fields.js'
import { KNOWN_WORDS, knownName } from './known-words.js'

/** What to do with a field. */
export const PASS = 0
export const KEEP_WORD = 1
export const KEEP_COUNT = 2
export const MARK = 3
export const LOOK = 4

export type Look = (bytes: Uint8Array, at: number) => number

/** The fields of one kind of object, by their keys. */
export interface FieldRules {
  readonly words?: Readonly<Record<string, Word>>
  readonly counts?: Readonly<Record<string, Count>>
  readonly marks?: Readonly<Record<string, number>>
  /** These walk the value and return its end, or 0 where it is to be passed over. */
  readonly looks?: Readonly<Record<string, Look>>
}

/** The same by the numbers of the interned keys. */
export interface Fields {
  readonly action: Uint8Array
  readonly place: Int32Array
  readonly looks: readonly (Look | undefined)[]
}

/** Names begin with the known words: whatever is above is no key that we know. */
export const KNOWN_KEYS = KNOWN_WORDS.length + 1

/** What is the same for all readers, by the kind of object. */
const tables = new Map<string, Omit<Fields, 'looks'>>()

export function fields(kind: string, rules: FieldRules): Fields {
  let table = tables.get(kind)
  if (!table) tables.set(kind, (table = tableOf(rules)))
  const looks: (Look | undefined)[] = []
  for (const [key, look] of Object.entries(rules.looks ?? {})) looks[knownName(key)] = look
  return { ...table, looks }
}

function tableOf({ words = {}, counts = {}, marks = {}, looks = {} }: FieldRules): Omit<Fields, 'looks'> {
  const action = new Uint8Array(KNOWN_KEYS)
  const place = new Int32Array(KNOWN_KEYS)
  const put = (key: string, what: number, where: number): void => {
    action[knownName(key)] = what
    place[knownName(key)] = where
  }
  for (const [key, word] of Object.entries(words)) put(key, KEEP_WORD, WORD[word])
  for (const [key, count] of Object.entries(counts)) put(key, KEEP_COUNT, COUNT[count])
  for (const [key, bit] of Object.entries(marks)) put(key, MARK, bit)
  for (const key of Object.keys(looks)) put(key, LOOK, 0)
  return { action, place }
}
