import { expect, test } from 'vitest'
import { createNames } from '../../src/conversation/names.js'

const utf8 = new TextEncoder()

test('what is written with escapes is not the text that its bytes spell', () => {
  const names = createNames()
  const spelled = utf8.encode(String.raw`a\\b`) // a backslash between two letters
  const name = names.intern(spelled, 0, spelled.length)
  expect(names.text(name)).toBe(String.raw`a\b`)
  const escaped = utf8.encode(String.raw`a\b`) // a control character behind a letter
  expect(names.is(name, escaped, 0, escaped.length)).toBe(false)
  const plain = utf8.encode('ab')
  expect(names.is(names.intern(plain, 0, 2), plain, 0, 2)).toBe(true)
})
