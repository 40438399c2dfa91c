// Some of the rows of a file, as a column: they may be nearly all of them, and a `Set` takes some forty bytes a row (I5).

export interface RowSet extends Iterable<number> {
  readonly size: number
  has(row: number): boolean
}

/** In the order of the file. */
export class MutableRowSet implements RowSet {
  readonly #count: number
  #column: Uint8Array | undefined
  #size = 0

  /** `count`: of all rows. */
  constructor(count: number) {
    this.#count = count
  }

  get size(): number {
    return this.#size
  }

  has(row: number): boolean {
    return this.#column?.[row] === 1
  }

  /** NONE is no row: it adds nothing. */
  add(row: number): void {
    this.#column ??= new Uint8Array(this.#count)
    if (this.#column[row] !== 0) return
    this.#column[row] = 1
    this.#size++
  }

  *[Symbol.iterator](): Generator<number> {
    if (!this.#column) return
    for (let row = this.#column.indexOf(1); row >= 0; row = this.#column.indexOf(1, row + 1)) yield row
  }
}
