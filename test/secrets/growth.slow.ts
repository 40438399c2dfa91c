// No rule takes more than its share: the words of all of them again and again, as they stand in code, settings and calls.

import { expect, test } from 'vitest'
import { SECRET_RULES, secretScanner } from '../../src/secrets/index.js'
import { growth, MOST_POWER } from '../cpu-time.js'

const scanner = secretScanner(SECRET_RULES)
const words = [...new Set(SECRET_RULES.flatMap(rule => rule.words))]

const FRAMES: readonly ((word: string) => string)[] = [
  word => word,
  word => `${word} `,
  word => `${word}=`,
  word => `${word.toUpperCase()}=`,
  word => `${word}: `,
  word => `"${word}":"`,
  word => `${word}a1`,
  word => `${word} -p`,
]

/** Each word in a row of its own, so that no other one ends it. */
const rows = (frame: (word: string) => string, size: number): readonly Buffer[] =>
  words.map(word => Buffer.from(frame(word).repeat(Math.ceil(size / frame(word).length))))

test.each(FRAMES.map(frame => [frame('<word>'), frame] as const))('%s', (_, frame) => {
  const [small, large] = [rows(frame, 4000), rows(frame, 16_000)]
  const scan = (texts: readonly Buffer[]) => () => texts.map(text => scanner.scan(text, 'text').length).length
  expect(growth({ small: scan(small), large: scan(large), times: 4 })).toBeLessThan(MOST_POWER)
})
