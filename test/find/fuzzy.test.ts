// Letters against names.

import { expect, test } from 'vitest'
import { fitOf } from '../../src/actions/find/fuzzy.js'

const marked = (typed: string, name: string): string | undefined => {
  const fit = fitOf(typed, name)
  return fit && [...name].map((letter, at) => (fit.places.includes(at) ? letter.toUpperCase() : letter)).join('')
}

test.each([
  ['wind', 'a wind page for the station', 'a WIND page for the station'],
  ['wp', 'a wind page', 'a Wind Page'],
  ['page wind', 'a wind page', 'a WIND PAGE'],
  ['mpt', 'moonPhaseTable', 'MoonPhaseTable'],
  ['wind', 'which tide constituents do we use?', undefined],
  ['', 'anything', 'anything'],
])('%s in %s', (typed, name, expected) => expect(marked(typed, name)).toBe(expected))

test('capitals count where they are typed', () => {
  expect(fitOf('Wind', 'a wind page')).toBeUndefined()
  expect(fitOf('wind', 'A Wind Page')).toBeDefined()
})

test('letters that change their length with their case do not shift the marks', () => {
  expect(fitOf('page', 'İİ page')?.places).toEqual([3, 4, 5, 6])
})

test('whole words before letters, beginnings before the middle', () => {
  const order = (typed: string, ...names: readonly string[]) =>
    names.toSorted((a, b) => (fitOf(typed, b)?.score ?? -1) - (fitOf(typed, a)?.score ?? -1))
  expect(order('tide', 'the tides', 'tide table', 'tables of ide')[0]).toBe('tide table')
})
