// Rows of cells as aligned columns, as `ls` and the other lists print them.

import { fitEnd, fitTo, pad, width } from './width.js'

export interface Column {
  readonly align?: 'left' | 'right'
  /** The one column that gives way when the terminal is narrow. */
  readonly flexible?: boolean
  /** Never wider than this. */
  readonly max?: number
  /** What is too long is cut on the left: of a path the name stays. */
  readonly isPath?: boolean
  /** Applied to the cell when it has its final width. */
  readonly paint?: (text: string) => string
}

/** A cell's text, safe to print; with a paint of its own where it differs from its column's. */
export type Cell =
  | string
  | {
      readonly text: string
      readonly paint?: (text: string) => string /** As of a column. */
      readonly isPath?: boolean
    }

const GAP = '  '

/**
 * Where nothing is cut, one long cell would push whatever follows it far to the right in every line. So cells are aligned
 * up to this width, and a longer one pushes its own line only.
 */
export const ALIGNED = 60

export function layOut(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  total: number,
): readonly string[] {
  return [...layOutEach(columns, () => rows, total)]
}

/** Line by line, for long lists: the rows are made twice, once to be measured, and never held together. */
export function* layOutEach(
  columns: readonly Column[],
  rows: () => Iterable<readonly Cell[]>,
  total: number,
): Generator<string> {
  // More than a line of it is never seen, so no more than that is measured.
  const short = (row: readonly Cell[]): readonly Cell[] =>
    row.map((cell, index) => withText(cell, fitCell(columns[index], cell, total)))
  const widest = columns.map(() => 0)
  for (const row of rows())
    for (const [index, cell] of short(row).entries())
      if (index < widest.length) widest[index] = Math.max(widest[index]!, width(textOf(cell)))
  const widths = columns.map((column, index) =>
    Math.min(widest[index]!, column.max ?? widest[index]!, total === Infinity ? ALIGNED : widest[index]!),
  )
  const flexible = columns.findIndex(column => column.flexible)
  if (flexible >= 0) {
    const others = widths.reduce((sum, one, index) => (index === flexible ? sum : sum + one), 0)
    const room = total - others - GAP.length * (columns.length - 1)
    widths[flexible] = Math.max(1, Math.min(widths[flexible]!, room))
  }
  for (const row of rows()) yield line(columns, short(row), widths, total === Infinity)
}

function line(columns: readonly Column[], row: readonly Cell[], widths: readonly number[], isUncut: boolean): string {
  const cells = columns.map((column, index) => {
    const cell = row[index]
    const color = (typeof cell === 'object' && cell.paint ? cell.paint : column.paint) ?? (text => text)
    const text = isUncut ? textOf(cell) : fitCell(column, cell, widths[index]!)
    // Blanks stay outside the paint: an underline or background must not run on, and line ends can be trimmed.
    const blanks = pad('', widths[index]! - width(text))
    return column.align === 'right' ? blanks + color(text) : color(text) + blanks
  })
  return cells.join(GAP).trimEnd()
}

function fitCell(column: Column | undefined, cell: Cell | undefined, columns: number): string {
  const text = textOf(cell)
  return column?.isPath || (typeof cell === 'object' && cell.isPath) ? fitEnd(text, columns) : fitTo(text, columns)
}

function withText(cell: Cell, text: string): Cell {
  return typeof cell === 'object' ? { ...cell, text } : text
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '')
}
