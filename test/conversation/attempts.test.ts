// What several attempts at one answer took is told anew for every entry, also where it is written as in the entry before.

import { expect, test } from 'vitest'
import { factReader } from '../../src/conversation/fact-reader.js'
import { createNames } from '../../src/conversation/names.js'
import { NO_SPANS } from '../../src/format/json/spans.js'

const attempt = (input: number, output: number) => ({
  type: 'message',
  input_tokens: input,
  output_tokens: output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
})

test('the same, another of the same length, none, and the first one again', () => {
  const reader = factReader(createNames(), () => {})
  const counted = [[attempt(10, 5)], [attempt(10, 5)], [attempt(20, 7)], [], [attempt(10, 5)], undefined].map(
    iterations => {
      const usage = { input_tokens: 1, output_tokens: 1, ...(iterations ? { iterations } : {}) }
      const bytes = new TextEncoder().encode(JSON.stringify({ type: 'assistant', message: { usage } }))
      return reader.read(bytes, 0, NO_SPANS).countedTokens
    },
  )
  expect(counted).toEqual([15, 15, 27, 2, 15, 2])
})
