// Columns: numbers of one kind for all rows, messages or blocks, in an array that is made anew when it is full.

export type Column = Uint8Array | Int32Array | Float64Array

export function grown<One extends Column>(column: One, atLeast: number): One {
  const larger = new (column.constructor as new (length: number) => One)(
    atLeast > column.length * 1.5 ? atLeast : Math.ceil(column.length * 1.5),
  )
  larger.set(column)
  return larger
}

/** Those of the fields that are columns. */
type ColumnNames<Table> = { [Name in keyof Table]: Table[Name] extends Column ? Name : never }[keyof Table]

/** Makes room in all columns of a table. */
export function growColumns<Table>(table: Table, names: readonly ColumnNames<Table>[], atLeast: number): void {
  for (const name of names) table[name] = grown(table[name] as Column, atLeast) as Table[typeof name]
}

/** So much room is not worth a copy. */
const FEW = 1024

/** No more is expected: what the columns have room for beyond their end is given back, up to a third of them (I5). */
export function fitColumns<Table>(table: Table, names: readonly ColumnNames<Table>[], length: number): void {
  for (const name of names) {
    const column = table[name] as Column
    if (column.length - length >= FEW) table[name] = column.slice(0, length) as Table[typeof name]
  }
}
