// Milliseconds from the timestamps of all dialects: ISO 8601 in every client, numbers in source document 002 and 004.

import { decodeString, decodeText, valueEnd } from '../format/json/walk.js'

/** NaN where there is no valid time. `at` is the start of the JSON value. */
export function timestampAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0x22) return fromNumber(Number(decodeText(bytes, at, valueEnd(bytes, at)).trim() || 'x'))
  const plain = plainUtc(bytes, at + 1)
  if (!Number.isNaN(plain)) return plain
  return Date.parse(decodeString(bytes, at + 1, valueEnd(bytes, at) - 1))
}

/** Seconds or milliseconds: a count of seconds stays below 1e11 until the year 5138. */
function fromNumber(value: number): number {
  if (!Number.isFinite(value)) return Number.NaN
  const milliseconds = Math.abs(value) < 1e11 ? value * 1000 : value
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : Number.NaN
}

/** "2026-11-15T21:03:00.123Z", the only form that clients write, without making a string. */
function plainUtc(bytes: Uint8Array, at: number): number {
  if (bytes[at + 24] !== 0x22 || bytes[at + 23] !== 0x5a || bytes[at + 19] !== 0x2e) return Number.NaN
  if (bytes[at + 10] !== 0x54 || bytes[at + 4] !== 0x2d || bytes[at + 13] !== 0x3a) return Number.NaN
  const year = digits(bytes, at, 4)
  const month = digits(bytes, at + 5, 2)
  const day = digits(bytes, at + 8, 2)
  const hour = digits(bytes, at + 11, 2)
  const minute = digits(bytes, at + 14, 2)
  const second = digits(bytes, at + 17, 2)
  if (month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 || minute > 59 || second > 59) return Number.NaN
  return Date.UTC(year, month - 1, day, hour, minute, second, digits(bytes, at + 20, 3))
}

function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const digit = bytes[i]! - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
