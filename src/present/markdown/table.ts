// A table: in columns where they fit, with cells of several lines where they do not, and as a list where even the
// longest words do not fit beside each other.

import { paintedWidth } from '../paint.js'
import { pad, width } from '../width.js'

type Align = 'left' | 'right'

export interface Table {
  readonly header: readonly string[]
  readonly align: readonly Align[]
  readonly rows: readonly (readonly string[])[]
}

/** More columns than these are no table that anybody reads. */
const MOST_COLUMNS = 40

/** Of a line and the one below it: does a table begin? */
export function tableAt(line: string, below: string | undefined): Pick<Table, 'header' | 'align'> | undefined {
  if (below === undefined || !line.includes('|') || !below.includes('-') || !/^[\s|:-]+$/.test(below)) return undefined
  const header = cellsOf(line)
  const rule = cellsOf(below)
  if (header.length !== rule.length || header.length > MOST_COLUMNS) return undefined
  if (!rule.every(cell => /^:?-+:?$/.test(cell))) return undefined
  return { header, align: rule.map(cell => (/-:$/.test(cell) && !cell.startsWith(':') ? 'right' : 'left')) }
}

/** A row below the header: cells that are missing are empty, those that are too many stay in the last one. */
export function rowOf(line: string, columns: number): readonly string[] {
  const cells = cellsOf(line)
  const kept = cells.slice(0, columns)
  while (kept.length < columns) kept.push('')
  if (cells.length > columns) kept[columns - 1] = cells.slice(columns - 1).join(' | ')
  return kept
}

function cellsOf(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  for (const part of line.trim().match(/\\.?|\||[^\\|]+/gs) ?? []) {
    if (part === '|') {
      cells.push(cell.trim())
      cell = ''
    } else cell += part === '\\|' ? '|' : part
  }
  if (cell.trim() !== '' || cells.length === 0) cells.push(cell.trim())
  if (cells[0] === '' && line.trimStart().startsWith('|')) cells.shift()
  return cells
}

/** How a cell is shown: its plain text to measure and break, and the lines of it painted. */
export interface CellStyle {
  plain(cell: string): string
  lines(cell: string, room: number, isHeader: boolean): readonly string[]
}

const GAP = '  '

export function tableLines(
  table: Table,
  room: number,
  style: CellStyle,
  rule: (text: string) => string,
): readonly string[] {
  const all = [table.header, ...table.rows]
  const plain = all.map(row => row.map(cell => style.plain(cell)))
  const columns = table.header.map((_, index) => columnOf(plain, index))
  const gaps = GAP.length * (columns.length - 1)
  const widths = fitted(columns, room - gaps)
  if (!widths) return asList(table, room, style)
  const line = (row: readonly string[], isHeader: boolean): readonly string[] => {
    const cells = row.map((cell, index) => style.lines(cell, widths[index]!, isHeader))
    const height = cells.reduce((most, lines) => Math.max(most, lines.length), 1)
    return Array.from({ length: height }, (_, at) =>
      cells
        .map((lines, index) => {
          const text = lines[at] ?? ''
          const blanks = pad('', widths[index]! - paintedWidth(text))
          return table.align[index] === 'right' ? blanks + text : text + blanks
        })
        .join(GAP)
        .trimEnd(),
    )
  }
  return [
    ...line(table.header, true),
    rule(widths.map(columns => '─'.repeat(columns)).join(GAP)),
    ...table.rows.flatMap(row => line(row, false)),
  ]
}

interface ColumnSize {
  readonly most: number
  /** The longest word. */
  readonly least: number
}

function columnOf(rows: readonly (readonly string[])[], index: number): ColumnSize {
  let most = 1
  let least = 1
  for (const row of rows) {
    const cell = row[index]!
    most = Math.max(most, width(cell))
    for (const word of cell.split(' ')) least = Math.max(least, width(word))
  }
  return { most, least }
}

/** Widths that take no more room than there is: what is left over the longest words goes to the columns that need it. */
function fitted(columns: readonly ColumnSize[], room: number): readonly number[] | undefined {
  const sum = (of: (column: ColumnSize) => number): number => columns.reduce((all, column) => all + of(column), 0)
  if (sum(({ most }) => most) <= room) return columns.map(({ most }) => most)
  let left = room - sum(({ least }) => least)
  if (left < 0) return undefined
  let wanted = sum(({ most, least }) => most - least)
  return columns.map(({ most, least }) => {
    const share = wanted === 0 ? 0 : Math.floor((left * (most - least)) / wanted)
    left -= share
    wanted -= most - least
    return least + share
  })
}

/** Every cell behind its column's name. */
function asList(table: Table, room: number, style: CellStyle): readonly string[] {
  return table.rows.length === 0
    ? table.header.flatMap(cell => style.lines(cell, room, true))
    : table.rows.flatMap((row, at) => [
        ...(at > 0 ? [''] : []),
        ...row.flatMap((cell, index) => {
          const name = table.header[index]!
          return [
            ...(name === '' ? [] : style.lines(name, room, true)),
            ...style.lines(cell, room - 2, false).map(line => `  ${line}`.trimEnd()),
          ]
        }),
      ])
}
