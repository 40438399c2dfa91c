// Messages and turns are held as columns: objects take several times as much, and most readings never ask for them (I5).

/** A list that is made when it is asked for, and given back when nobody holds it any more. */
export function madeWhenAsked<Item>(make: () => readonly Item[]): () => readonly Item[] {
  let made: WeakRef<readonly Item[]> | undefined
  return () => {
    let list = made?.deref()
    if (!list) {
      list = make()
      made = new WeakRef(list)
    }
    return list
  }
}
