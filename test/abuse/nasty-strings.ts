// Strings that try to make a terminal do something.

import { type Random, randomFrom } from '../../tools/generator/random.js'

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

const C0 = range(0x00, 0x1f)
const C1 = range(0x7f, 0x9f)
const BIDI = [0x061c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]
/** Every format character there is, tags included. */
const FORMAT = range(0, 0x10ffff).filter(code => /\p{Cf}/u.test(String.fromCodePoint(code)))
const OTHERS = [0x2028, 0x2029, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfffe, 0xfeff, 0x3164, 0x115f, 0x34f, 0x180b, 0xfe0f]

/** Whole sequences: CSI, OSC 0, 8 and 52, DCS, APC, PM, SOS, resets, and our own colours. */
const SEQUENCES = [
  ...['\u001b[2J', '\u001b[1;1H', '\u001b[31m', '\u001b[5m', '\u001b[?1049h', '\u001b[6n', '\u001b[38;2;1;2;3m'],
  ...['\u001b]0;title\u0007', '\u001b]8;;https://x.test\u001b\\link\u001b]8;;\u001b\\', '\u001b]52;c;ZXZpbA==\u0007'],
  ...[
    '\u001bP1$r0m\u001b\\',
    '\u001b_Gx\u001b\\',
    '\u001b^x\u001b\\',
    '\u001bXx\u001b\\',
    '\u001bc',
    '\u001b(0',
    '\u001bM',
  ],
  ...[
    '\u009b2J',
    '\u009d0;x\u009c',
    '\u0090q\u009c',
    '\u0085',
    '\r\n',
    '\u000b',
    '\u000c',
    '\b\b\b',
    '\u200d',
    '\u200c',
  ],
]

const WORDS = [
  'tide',
  'é',
  '漢字',
  '👩\u200d👩',
  'שלום',
  'a/b',
  '`',
  '|',
  '```',
  '<b>',
  '\\',
  '$(id)',
  '%s',
  '"',
  "'",
  '…',
]

const CLASSES = [C0, C1, BIDI, FORMAT, OTHERS]

/** A string that no other call has given: nasty pieces among words. */
export function nastyStrings(seed: number): () => string {
  const random = randomFrom(seed)
  let count = 0
  return () => `${nasty(random)}${(count++).toString(36)}${nasty(random)}`
}

function nasty(random: Random): string {
  let text = ''
  for (let pieces = random.int(1, 5); pieces > 0; pieces--) {
    const kind = random.int(0, 6)
    if (kind < CLASSES.length) text += charFrom(random.pick(CLASSES[kind]!))
    else text += kind === 5 ? random.pick(SEQUENCES) : random.pick(WORDS)
  }
  return text
}

function charFrom(code: number): string {
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code)
}
