// Columns grow without losing anything, and all columns of a table by the same.

import { expect, test } from 'vitest'
import { growColumns, grown, newColumns } from '../../src/conversation/columns.js'

test('all columns of a table have room for the same rows, however many there are', () => {
  const columns = { wide: Float64Array, narrow: Uint8Array, middle: Int32Array } as const
  const table = newColumns(columns, 16)
  for (let row = 0; row < 3_000_000; row++) {
    if (row === table.wide.length) growColumns(table, columns, row + 1)
    table.wide[row] = row + 0.5
    table.narrow[row] = row & 0xff
    table.middle[row] = -row
  }
  expect(new Set(Object.values(table).map(column => column.length)).size).toBe(1)
  let wrong = 0
  for (let row = 0; row < 3_000_000; row++)
    if (table.wide[row] !== row + 0.5 || table.narrow[row] !== (row & 0xff) || table.middle[row] !== -row) wrong++
  expect(wrong).toBe(0)
})

test('one column keeps what it holds, and has the room that is asked for', () => {
  let column = new Int32Array(0)
  for (const atLeast of [1, 5, 1000, 200_000, 9_000_000]) {
    if (column.length > 0) column[column.length - 1] = 7
    const before = column
    column = grown(column, atLeast)
    expect(column.length).toBeGreaterThanOrEqual(Math.max(atLeast, before.length))
    expect(
      Buffer.compare(
        Buffer.from(before.buffer, before.byteOffset, before.byteLength),
        Buffer.from(column.buffer, column.byteOffset, before.byteLength),
      ),
    ).toBe(0)
  }
  expect(column.at(-1)).toBe(0)
})
