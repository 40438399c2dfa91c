// The entries that findings are about.

import type { Code } from '../../check/codes.js'
import { NONE } from '../../conversation/rows.js'
import type { DamagedSession } from './damaged-session.js'

/** Rows on the lines of these findings; of several on a line, those with the uuid that the finding names. */
export function rowsFound({ findings, source }: DamagedSession, ...codes: readonly Code[]): readonly number[] {
  const { rows } = source.conversation
  const wanted = findings.filter(({ code, line }) => line !== undefined && (codes as readonly string[]).includes(code))
  if (wanted.length === 0) return []
  const uuids = new Map<number, Set<string | undefined>>()
  for (const { line, uuid } of wanted) uuids.set(line!, (uuids.get(line!) ?? new Set()).add(uuid))
  const found: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const named = uuids.get(rows.line[row]!)
    const uuid = rows.uuid[row] === 0 ? undefined : rows.names.text(rows.uuid[row]!)
    if (named && (named.has(uuid) || named.has(undefined))) found.push(row)
  }
  return found
}

/** The row that begins at this line, or NONE. */
export function rowAt({ source }: DamagedSession, line: number): number {
  const { rows } = source.conversation
  let low = 0
  let high = rows.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows.line[middle]! < line) low = middle + 1
    else high = middle
  }
  return low < rows.count && rows.line[low] === line ? low : NONE
}
