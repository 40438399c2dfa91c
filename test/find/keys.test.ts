// What a terminal sends, in whatever pieces.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Key, keyDecoder } from '../../src/cli/finder/keys.js'

const said = (keys: readonly Key[]) => keys.map(key => (key.kind === 'text' ? key.text : `<${key.name}>`)).join('')

test.each([
  ['letters of any script', 'aé日😀', 'aé日😀'],
  ['arrows in both forms', '\u001b[A\u001b[B\u001bOA\u001bOB', '<up><down><up><down>'],
  ['pages and ends', '\u001b[5~\u001b[6~\u001b[H\u001b[4~', '<page-up><page-down><first><last>'],
  ['controls', '\r\u0012\u0004\u0014\u0019\u0003', '<enter><resume><clone><trim><copy><interrupt>'],
  ['sequences that nobody knows are no text', '\u001b[1;5C\u001b[200~x', 'x'],
  ['what is pasted is one line', 'two lines\nof words', 'two lines of words'],
])('%s', (_, sent, expected) => expect(said(keyDecoder().push(sent))).toBe(expected))

test('an escape alone waits for what may belong to it', () => {
  const decoder = keyDecoder()
  expect(said(decoder.push('\u001b'))).toBe('')
  expect([decoder.isWaiting, said(decoder.flush()), decoder.isWaiting]).toEqual([true, '<escape>', false])
})

test('the same keys in whatever pieces they come', () => {
  const sent = 'wi\u001b[An\u001b[6~d\u001bOB'
  fc.assert(
    fc.property(fc.array(fc.nat(sent.length)), cuts => {
      const decoder = keyDecoder()
      const ends = [...new Set([...cuts, sent.length])].toSorted((a, b) => a - b)
      const keys = ends.flatMap((end, at) => decoder.push(sent.slice(ends[at - 1] ?? 0, end)))
      expect(said(keys)).toBe('wi<up>n<page-down>d<down>')
    }),
  )
})

test('any bytes are keys or nothing, never an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), sent => void keyDecoder().push(sent)))
})
