// Columns: numbers of one kind for all rows, messages or blocks. As long as they are small they are made anew when they
// are full. From four megabytes on, all columns of a table lie in one buffer that is far larger than they are.
//
// Why so large: what is never touched takes no memory, and a request above 32 MB is always mapped, never cut out of the
// heap of the C library. That one keeps what is given back: columns of a megabyte that grow by half, beside each other,
// left 40 MB of holes in a process that held 50 (I5). Nor is anything copied while they grow. Not from the beginning: the
// collector takes what is reserved for what is used, and runs for every small session that is opened.

export type Column = Uint8Array | Int32Array | Float64Array

const LARGE = 4 * 1024 * 1024
const MAPPED = 33 * 1024 * 1024

/** One column that stands for itself. Those that are filled side by side are a table: alone, each gets another length. */
export function grown<One extends Column>(column: One, atLeast: number): One {
  return enlarged([column], atLeast)[0] as One
}

/** Those of the fields that are columns. */
type ColumnNames<Table> = { [Name in keyof Table]: Table[Name] extends Column ? Name : never }[keyof Table]

/** Makes room in all columns of a table. */
export function growColumns<Table>(table: Table, names: readonly ColumnNames<Table>[], atLeast: number): void {
  const columns = enlarged(
    names.map(name => table[name] as Column),
    atLeast,
  )
  names.forEach((name, at) => {
    table[name] = columns[at] as Table[typeof name]
  })
}

/** The same columns, all with room for so many. */
function enlarged(columns: readonly Column[], atLeast: number): readonly Column[] {
  const width = columns.reduce((sum, column) => sum + column.BYTES_PER_ELEMENT, 0)
  const longest = columns.reduce((most, column) => Math.max(most, column.length), 0)
  const length = Math.max(atLeast, Math.ceil(longest * 1.5))
  if (length * width < LARGE)
    return columns.map(column => copied(column, new ArrayBuffer(length * column.BYTES_PER_ELEMENT), 0, length))
  const room = Math.max(atLeast, longest * 2, Math.floor(MAPPED / width))
  const buffer = new ArrayBuffer(columns.reduce((end, column) => aligned(end) + room * column.BYTES_PER_ELEMENT, 0))
  let end = 0
  return columns.map(column => {
    const start = aligned(end)
    end = start + room * column.BYTES_PER_ELEMENT
    return copied(column, buffer, start, room)
  })
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8
}

type NewColumn = new (buffer: ArrayBuffer, offset: number, length: number) => Column

function copied(column: Column, buffer: ArrayBuffer, offset: number, length: number): Column {
  const copy = new (column.constructor as NewColumn)(buffer, offset, length)
  copy.set(column)
  return copy
}
