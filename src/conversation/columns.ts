// Columns: numbers of one kind for all rows, messages or blocks. All columns of a table lie in one buffer: of thousands of
// agents each has a few entries and forty columns, and a buffer of its own for each would take more than what is in it. As
// long as they are small they are made anew when they are full. From four megabytes on, the buffer is far larger than they
// are.
//
// Why so large: what is never touched takes no memory, and a request above 32 MB is always mapped, never cut out of the
// heap of the C library. That one keeps what is given back: columns of a megabyte that grow by half, beside each other,
// left 40 MB of holes in a process that held 50 (I5). Nor is anything copied while they grow. Not from the beginning: the
// collector takes what is reserved for what is used, and runs for every small session that is opened.

export type Column = Uint8Array | Int32Array | Float64Array
type NewColumn = typeof Uint8Array | typeof Int32Array | typeof Float64Array

const LARGE = 4 * 1024 * 1024
const MAPPED = 33 * 1024 * 1024

/** One column that stands for itself. Those that are filled side by side are a table: alone, each gets another length. */
export function grown<One extends Column>(column: One, atLeast: number): One {
  return enlarged([column], atLeast)[0] as One
}

/** The columns of a table, declared once: by name, the kind of number that each holds. */
export type Declared = Readonly<Record<string, NewColumn>>

/** A table with just these columns. */
export type ColumnsOf<Of extends Declared> = { -readonly [Name in keyof Of]: InstanceType<Of[Name]> }

/** The same table for whoever only reads it. */
export type ReadColumns<Of extends Declared> = { readonly [Name in keyof Of]: ReadColumn<InstanceType<Of[Name]>> }

export type ReadColumn<One extends Column = Column> = ArrayLike<number> & Pick<One, 'slice' | 'indexOf'>

export function newColumns<Of extends Declared>(declared: Of, length: number): ColumnsOf<Of> {
  const columns = laidOut(Object.values(declared), length)
  return Object.fromEntries(Object.keys(declared).map((name, at) => [name, columns[at]])) as ColumnsOf<Of>
}

/** Makes room in all columns of a table. */
export function growColumns<Of extends Declared>(table: ColumnsOf<Of>, declared: Of, atLeast: number): void {
  const names: readonly (keyof Of)[] = Object.keys(declared)
  const columns = enlarged(
    names.map(name => table[name]),
    atLeast,
  )
  names.forEach((name, at) => {
    table[name] = columns[at] as ColumnsOf<Of>[typeof name]
  })
}

/** The same columns, all with room for so many. */
function enlarged(columns: readonly Column[], atLeast: number): readonly Column[] {
  const width = columns.reduce((sum, column) => sum + column.BYTES_PER_ELEMENT, 0)
  const longest = columns.reduce((most, column) => Math.max(most, column.length), 0)
  const length = Math.max(atLeast, Math.ceil(longest * 1.5))
  const room = length * width < LARGE ? length : Math.max(atLeast, longest * 2, Math.floor(MAPPED / width))
  const larger = laidOut(
    columns.map(column => column.constructor as NewColumn),
    room,
  )
  for (const [at, column] of larger.entries()) column.set(columns[at]!)
  return larger
}

/** New columns of one length, in one buffer. */
function laidOut(kinds: readonly NewColumn[], length: number): readonly Column[] {
  const buffer = new ArrayBuffer(kinds.reduce((end, Kind) => aligned(end) + length * Kind.BYTES_PER_ELEMENT, 0))
  let end = 0
  return kinds.map(Kind => {
    const start = aligned(end)
    end = start + length * Kind.BYTES_PER_ELEMENT
    return new Kind(buffer, start, length)
  })
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8
}
