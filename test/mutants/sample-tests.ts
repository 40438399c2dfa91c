// What is promised of sample.ts, but for one boundary that makes no difference.

import { beforeAll, describe, expect, test } from 'vitest'
import { steps, sumTo } from './sample.js'

let shared = 0
beforeAll(() => {
  shared = sumTo(2)
})

describe('sumTo', () => {
  test.each([
    [0, 0],
    [1, 1],
    [3, 6],
    [9, 45],
    [99, 45],
  ])('of %i', (last, sum) => {
    expect(sumTo(last)).toBe(sum)
  })

  test('what is made before all tests', () => {
    expect(shared).toBe(3)
  })
})

test('steps', async () => {
  expect(steps(3)).toBe(3)
  await expect(Promise.resolve(steps(0))).resolves.toBe(0)
})

let isBehind = false
test('one that others need', () => {
  isBehind = true
})
test('one that needs another', () => {
  expect(isBehind).toBe(true)
})
