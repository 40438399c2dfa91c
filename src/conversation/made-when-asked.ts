// Messages and turns are held as columns, and most readings never ask for them one by one (I5). What they are then told by
// is small, a place among the columns each, so that it is kept once it was made.

/** A list that is made when it is asked for. */
export function madeWhenAsked<Item>(make: () => readonly Item[]): () => readonly Item[] {
  let made: readonly Item[] | undefined
  return () => (made ??= make())
}
