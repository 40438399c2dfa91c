// The words of an address, read with care: whatever is no number where one belongs is an error that says so.

import type { Context } from 'hono'
import { InputError } from '../format/error.js'

export function wordIn(c: Context, name: string): string | undefined {
  const word = c.req.query(name)
  return word === undefined || word === '' ? undefined : word
}

export function numberIn(c: Context, name: string): number | undefined {
  const word = wordIn(c, name)
  return word === undefined ? undefined : wholeNumber(word, name)
}

export function wholeNumber(word: string, name: string): number {
  if (!/^\d{1,15}$/.test(word)) throw new InputError('usage', `${name} must be a number, not ${quoted(word)}`)
  return Number(word)
}

export function oneOf<Choice extends string>(
  word: string | undefined,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  if (word === undefined) return undefined
  const found = choices.find(choice => choice === word)
  if (!found) throw new InputError('usage', `${name} must be one of ${choices.join(', ')}, not ${quoted(word)}`)
  return found
}

/** A page of what differs between two histories. */
export function differencesIn(c: Context): { readonly from: number; readonly to: number } {
  const from = numberIn(c, 'from') ?? 0
  return { from, to: from + MOST_DIFFERENCES }
}

const MOST_DIFFERENCES = 60

function quoted(word: string): string {
  return JSON.stringify(word.length > 60 ? `${word.slice(0, 60)}…` : word)
}
