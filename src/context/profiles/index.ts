// The client generations that are known, oldest first.

import { InputError } from '../../format/error.js'
import type { Profile } from '../profile.js'
import { CLIENT_1_0 } from './1-0.js'
import { CLIENT_2_0 } from './2-0.js'
import { CLIENT_2_1 } from './2-1.js'

export const PROFILES: readonly Profile[] = [CLIENT_1_0, CLIENT_2_0, CLIENT_2_1]

/** The newest profile that is not above this version; the newest of all where none is named. */
export function profileFor(version?: string): Profile {
  if (version === undefined) return PROFILES.at(-1)!
  const wanted = numbersOf(version)
  const found = PROFILES.findLast(({ client }) => compare(numbersOf(client).slice(0, 2), wanted) <= 0)
  if (!found) throw new InputError('unknown-client', `no client generation known at or below ${version}`)
  return found
}

function numbersOf(version: string): readonly number[] {
  const parts = version.trim().replace(/^v/, '').split('.')
  const numbers = parts.map(part => (/^\d+$/.test(part) ? Number(part) : Number.NaN))
  if (numbers.some(Number.isNaN)) throw new InputError('bad-client', `not a client version: ${version}`)
  return numbers
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) {
    const difference = a[at]! - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
