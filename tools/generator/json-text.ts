// JSON *texts*, not values: legal in every detail that a parse and a stringify would lose.
import { type Random, randomFrom } from './random.js'

export interface JsonTextOptions {
  /** Bytes inside strings that are not UTF-8. Default: true. */
  readonly invalidUtf8?: boolean
  /** Line ends between tokens; a line of a session file has none. Default: true. */
  readonly newlines?: boolean
  readonly root?: 'object' | 'any'
  readonly depth?: number
}

type Parts = (string | Uint8Array)[]

const NUMBERS = [
  ...[
    '0',
    '-0',
    '1.0',
    '1E5',
    '1e+5',
    '-0.0',
    '1e400',
    '-1e-400',
    '0.1e-7',
    '9007199254740993',
    '1.7976931348623157E308',
  ],
  ...['123456789012345678901234567890', '3.141592653589793238462643', '2e0', '10.50', '-17'],
]
const ESCAPES = [
  ...['\\u00e9', '\\u00E9', '\\/', '\\"', '\\\\', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0000', '\\u001b', '\\u2028'],
  ...['\\ud83d\\ude00', '\\uD83D\\uDE00', '\\ud800', '\\udfff', '\\udc00\\ud800', '\\ufeff', '\\u007F'],
]
const PLAIN = [
  'a',
  'tide',
  ' ',
  'é',
  '漢字',
  '😀',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u007f',
  '/',
  '{',
  '}',
  '[]',
  ':',
  ',',
  '//',
]
const INVALID = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]]
const KEYS = [
  'type',
  'uuid',
  'message',
  '0',
  '1',
  '42',
  '-1',
  '',
  '__proto__',
  'constructor',
  'toString',
  'content',
  'a',
]

/** One JSON text from a seed. Its bytes parse (invalid UTF-8 read as U+FFFD). */
export function jsonText(seed: number, options: JsonTextOptions = {}): Uint8Array {
  const random = randomFrom(seed)
  const parts: Parts = []
  const depth = options.depth ?? 4
  space(random, options, parts)
  if (options.root === 'object') object(random, options, parts, depth)
  else value(random, options, parts, depth)
  space(random, options, parts)
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part)))
}

function value(random: Random, options: JsonTextOptions, parts: Parts, depth: number): void {
  const kind = random.int(0, depth > 0 ? 6 : 3)
  if (kind === 0) parts.push(random.pick(['true', 'false', 'null']))
  else if (kind === 1) parts.push(random.pick(NUMBERS))
  else if (kind <= 3) string(random, options, parts)
  else if (kind === 4) array(random, options, parts, depth - 1)
  else object(random, options, parts, depth - 1)
}

function object(random: Random, options: JsonTextOptions, parts: Parts, depth: number): void {
  parts.push('{')
  space(random, options, parts)
  const count = random.int(0, 5)
  for (let index = 0; index < count; index += 1) {
    if (index > 0) parts.push(',')
    space(random, options, parts)
    // Few names, so that some come twice.
    if (random.chance(0.8)) parts.push(`"${random.pick(KEYS)}"`)
    else string(random, options, parts)
    space(random, options, parts)
    parts.push(':')
    space(random, options, parts)
    value(random, options, parts, depth)
    space(random, options, parts)
  }
  parts.push('}')
}

function array(random: Random, options: JsonTextOptions, parts: Parts, depth: number): void {
  parts.push('[')
  space(random, options, parts)
  const count = random.int(0, 4)
  for (let index = 0; index < count; index += 1) {
    if (index > 0) parts.push(',')
    space(random, options, parts)
    value(random, options, parts, depth)
    space(random, options, parts)
  }
  parts.push(']')
}

function string(random: Random, options: JsonTextOptions, parts: Parts): void {
  parts.push('"')
  const count = random.int(0, 7)
  for (let index = 0; index < count; index += 1) {
    const kind = random.int(0, 9)
    if (kind < 4) parts.push(random.pick(PLAIN))
    else if (kind < 9 || options.invalidUtf8 === false) parts.push(random.pick(ESCAPES))
    else parts.push(Uint8Array.from(random.pick(INVALID)))
  }
  parts.push('"')
}

function space(random: Random, options: JsonTextOptions, parts: Parts): void {
  if (random.chance(0.6)) return
  const kinds = options.newlines === false ? [' ', '\t', '  '] : [' ', '\t', '\n', '\r\n', '  ', '\r', '\n\t']
  parts.push(random.pick(kinds))
}
