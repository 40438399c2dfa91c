// A line of any length is laid out in time that grows with it, not with its square.

import { describe, expect, test } from 'vitest'
import { expandTabs, fitTo, wrap } from '../../src/present/width.js'
import { growth, MOST_POWER } from '../cpu-time.js'
import { LONG_LINES } from './long-line-shapes.js'

describe.each(LONG_LINES)('%s', (_, shape) => {
  test.each([
    ['wrap', (text: string) => wrap(text, 80, '  ')],
    ['expandTabs', (text: string) => expandTabs(text)],
    ['fitTo', (text: string) => fitTo(text, 80)],
  ] as const)('%s: four times the line takes about four times the time', (_, work) => {
    const [short, long] = [shape(10_000), shape(40_000)]
    expect(growth({ small: () => work(short), large: () => work(long), times: 4 })).toBeLessThan(MOST_POWER)
  })
})
