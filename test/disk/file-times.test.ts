import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { millisecondsOf, secondsOf } from '../../src/disk/file-times.js'
import { tempFolder } from './temp-folder.js'

test('nanoseconds as milliseconds are what Node says of the file, at every fraction of a millisecond', () => {
  const path = join(tempFolder(), 'a file')
  writeFileSync(path, '')
  // 0.122999999 is where a division cuts off what Node rounds up.
  for (let at = 0; at < 4_000; at++) {
    const seconds = 1_763_415_000 + at / 1000 - (at % 3) * 1e-7
    utimesSync(path, seconds, seconds)
    const { mtimeNs } = statSync(path, { bigint: true })
    expect(millisecondsOf(mtimeNs), `${mtimeNs}`).toBe(statSync(path).mtimeMs)
  }
  for (const nanoseconds of [1_763_415_000_122_999_999n, 1_763_415_000_999_999_999n, 1n, 0n])
    expect(millisecondsOf(nanoseconds)).toBeCloseTo(Number(nanoseconds) / 1e6, 2)
  expect(new Date(millisecondsOf(1_763_415_000_122_999_999n)).getMilliseconds()).toBe(123)
})

test('a time that is set from nanoseconds is the same microsecond', () => {
  const path = join(tempFolder(), 'a file')
  writeFileSync(path, '')
  for (let at = 0; at < 2_000; at++) {
    const nanoseconds = 1_763_415_000_000_000_000n + BigInt(at) * 1_234_567_890n
    utimesSync(path, secondsOf(nanoseconds), secondsOf(nanoseconds))
    expect(statSync(path, { bigint: true }).mtimeNs / 1000n).toBe(nanoseconds / 1000n)
  }
})
