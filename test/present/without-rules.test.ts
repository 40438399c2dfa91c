// What people read names no rule by its id; what programs read does.

import { expect, test } from 'vitest'
import { withoutRules } from '../../src/present/without-rules.js'
import { TRIM_STEP_TEXTS } from '../../src/reshape/trim/ladder.js'

test.each([
  ['thinking is void without it (A0)', 'thinking is void without it'],
  [
    'it is not at its original position, so the API rejects it (A0, A3.1, A3.4)',
    'it is not at its original position, so the API rejects it',
  ],
  ['the client forgets all of it (R-C8); so', 'the client forgets all of it; so'],
  ['a message of nothing (A1b)', 'a message of nothing'],
  ['turn 3 (lines 4 to 7), Read (Rust)', 'turn 3 (lines 4 to 7), Read (Rust)'],
  ['a size (B)', 'a size (B)'],
])('%s', (text, shown) => {
  expect(withoutRules(text)).toBe(shown)
})

test('of the steps of trim', () => {
  for (const text of Object.values(TRIM_STEP_TEXTS)) expect(withoutRules(text)).not.toMatch(/\((?:[ABDNO]\d|R-)/)
})
