// From the words of a call to a command with its flags, or to a sentence that says what was expected.

import { InputError } from '../format/error.js'
import { nearestWord as nearest } from '../format/nearest-word.js'
import { type TimesMeant, timesMeant } from '../format/times-meant.js'
import {
  COMMANDS,
  type CommandName,
  type CommandRow,
  type CommonFlags,
  commandNamed,
  type Flag,
  flagsOf,
} from './table.js'

export interface ParsedCall {
  /** Undefined for the bare call. */
  readonly command: (CommandRow & { readonly name: CommandName }) | undefined
  readonly args: readonly string[]
  /** Those that the command has, and those of all. */
  readonly flags: Flags<CommonFlags>
}

/** Of the flags that a command has, by their values: asking for another one is a mistake that the compiler finds. */
export interface Flags<out V = Readonly<Record<string, string>>> {
  has(name: keyof V & string): boolean
  value<N extends Valued<V>>(name: N): V[N] | undefined
  /** A whole number, or what `read` makes of the value. */
  number<N extends Valued<V>>(name: N, read?: (flag: string, value: string) => number): number | undefined
  /** Those that were given, in their order, with their values. */
  readonly given: readonly (readonly [name: string, value: string | undefined])[]
}

/** The names of the flags that take a value. */
type Valued<V> = { readonly [N in keyof V]: V[N] extends string ? N : never }[keyof V] & string

export function parseCall(words: readonly string[]): ParsedCall {
  const { name, rest } = commandName(words)
  const command = name === undefined ? undefined : known(name)
  const values = new Map<string, string | true>()
  const args: string[] = []
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]!
    if (word === '--') {
      args.push(...rest.slice(at + 1))
      break
    }
    if (word === '-' || !word.startsWith('-')) {
      args.push(word)
      continue
    }
    const [written, inline] = split(word, flagsOf(command))
    const flag = flagFor(written, command)
    if (flag.value === undefined) {
      if (inline !== undefined) throw wrong(`--${flag.name} does not take a value`)
      values.set(flag.name, true)
      continue
    }
    const value = inline ?? rest[++at]
    if (value === undefined) throw wrong(`--${flag.name} requires a value: --${flag.name} ${flag.value}`)
    values.set(flag.name, chosen(flag, value))
  }
  checkCount(command, args, values.has('help') || values.has('version'))
  return { command, args, flags: flagsGiven(values) }
}

function flagsGiven(values: ReadonlyMap<string, string | true>): Flags<CommonFlags> {
  const value = (name: string): string | undefined => {
    const found = values.get(name)
    return found === true ? undefined : found
  }
  const flags: Flags = {
    has: name => values.has(name),
    value,
    number(name, read = wholeNumber) {
      const text = value(name)
      return text === undefined ? undefined : read(name, text)
    },
    given: [...values].map(([name]) => [name, value(name)]),
  }
  return flags as unknown as Flags<CommonFlags>
}

/** The first word that is no flag names the command; common flags may stand before it. */
function commandName(words: readonly string[]): {
  readonly name: string | undefined
  readonly rest: readonly string[]
} {
  const takesValue = new Set(flagsOf(undefined).flatMap(flag => (flag.value === undefined ? [] : [`--${flag.name}`])))
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === '--') break
    if (word.startsWith('-') && word !== '-') {
      if (takesValue.has(word)) at++
      continue
    }
    return { name: word, rest: [...words.slice(0, at), ...words.slice(at + 1)] }
  }
  return { name: undefined, rest: words }
}

function known(name: string): CommandRow & { readonly name: CommandName } {
  const command = commandNamed(name)
  if (command) return command
  const meant = nearest(
    name,
    COMMANDS.map(one => one.name),
  )
  throw wrong(
    meant === undefined
      ? `unknown command ${JSON.stringify(name)}. Commands: ${COMMANDS.map(one => one.name).join(', ')}`
      : `unknown command ${JSON.stringify(name)}. Did you mean: rethread ${meant}`,
  )
}

/** `--limit=3`, and `-n3` where `-n` takes a value. */
function split(word: string, flags: readonly Flag[]): readonly [string, string | undefined] {
  if (!word.startsWith('--')) {
    const short = flags.find(flag => flag.short !== undefined && flag.value !== undefined && word[1] === flag.short)
    return short && word.length > 2 ? [word.slice(0, 2), word.slice(2)] : [word, undefined]
  }
  const equals = word.indexOf('=')
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)]
}

function flagFor(written: string, command: CommandRow | undefined): Flag {
  const flags = flagsOf(command)
  const found = flags.find(flag => written === `--${flag.name}` || (flag.short && written === `-${flag.short}`))
  if (found) return found
  const meant = nearest(
    written,
    flags.map(flag => `--${flag.name}`),
  )
  const place = command ? `rethread ${command.name}` : 'rethread'
  const hint = meant === undefined ? `See ${place} --help` : `Did you mean: ${place} ${meant}`
  throw wrong(`unknown flag ${JSON.stringify(written)} for ${place}. ${hint}`)
}

function chosen(flag: Flag, value: string): string {
  if (!flag.choices || flag.choices.includes(value)) return value
  const meant = nearest(value, flag.choices)
  throw wrong(
    `--${flag.name} must be one of ${flag.choices.join(', ')}${meant === undefined ? '' : `. Did you mean: ${meant}`}`,
  )
}

function checkCount(command: CommandRow | undefined, args: readonly string[], isOther: boolean): void {
  if (!command || isOther) return
  const usage = `rethread ${[command.name, command.args].join(' ').trim()}`
  const required = (command.args.match(/<[^>]+>/g) ?? []).length
  const most = command.args.includes('…') ? Infinity : required + (command.args.match(/\[[^\]]+\]/g) ?? []).length
  if (args.length < required) throw wrong(`missing argument. Usage: ${usage}`)
  if (args.length > most) throw wrong(`unexpected argument ${JSON.stringify(args[most])}. Usage: ${usage}`)
}

export function wrong(message: string): InputError {
  return new InputError('usage', message)
}

/** A whole number that is not negative. */
export function wholeNumber(flag: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw wrong(`--${flag} must be a whole number, not ${JSON.stringify(value)}`)
  return Number(value)
}

/** `4000`, `4k`, `2M`: bytes, in steps of 1000. */
export function byteCount(flag: string, value: string): number {
  const match = /^(\d{1,9})([kKmM]?)[bB]?$/.exec(value)
  if (!match) throw wrong(`--${flag} must be a size such as 4k or 2M, not ${JSON.stringify(value)}`)
  return Number(match[1]) * { '': 1, k: 1000, m: 1_000_000 }[match[2]!.toLowerCase() as '' | 'k' | 'm']
}

/** `60000`, `60k`, `1M`: tokens, in steps of 1000. */
export function tokenCount(flag: string, value: string): number {
  const match = /^(\d{1,9})([kKmM]?)$/.exec(value)
  if (!match) throw wrong(`--${flag} must be a number of tokens such as 60k, not ${JSON.stringify(value)}`)
  return Number(match[1]) * { '': 1, k: 1000, m: 1_000_000 }[match[2]!.toLowerCase() as '' | 'k' | 'm']
}

/** Names with commas between them. */
export function nameList(list: string | undefined): readonly string[] | undefined {
  return list
    ?.split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
}

/** `3` or `3..5`: one syntax for turns everywhere. */
export function turnRange(value: string, flag = 'turn'): { readonly from: number; readonly to: number } {
  const match = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(value)
  const from = Number(match?.[1])
  const to = Number(match?.[2] ?? match?.[1])
  if (!match || to < from)
    throw wrong(`--${flag} must be a number or a range such as 3..5, not ${JSON.stringify(value)}`)
  return { from, to }
}

/** A day, a minute, or so long ago: from when to when that is. Without a zone it is local time. */
export function pointInTime(flag: string, value: string, now: number): TimesMeant {
  const meant = timesMeant(value, now)
  if (meant === undefined)
    throw wrong(
      `--${flag} must be a date such as 2026-06-18, a time such as 2026-06-18T14:30, or an age such as 7d, not ${JSON.stringify(value)}`,
    )
  return meant
}
