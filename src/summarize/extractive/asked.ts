// What was asked in each turn and how the turn ended: of a hundred thousand prompts only those are held that a summary
// may show, the first and the newest.

/** More prompts a summary never shows. */
export const MOST_ASKED = 400
/** So many of them are the first ones. */
export const FIRST_ASKED = 2

export interface AskedTurn {
  readonly turn: number
  readonly text: string
  /** Of the turn, at its last prompt; undefined where nothing was said. */
  readonly ending: string | undefined
  readonly isInterrupted: boolean
}

export interface AskedLedger {
  ask(turn: number, text: string): void
  say(turn: number, text: string): void
  interrupt(turn: number): void
  /** How many prompts there are in all. */
  count(): number
  /** The first `FIRST_ASKED` and the newest, at most `MOST_ASKED` together. */
  list(): readonly AskedTurn[]
  /** What was said last. */
  lastSaid(): { readonly turn: number; readonly text: string } | undefined
}

interface Held {
  readonly turn: number
  readonly text: string
  /** Another prompt of the same turn follows. */
  goesOn: boolean
}

export function askedLedger(): AskedLedger {
  const first: Held[] = []
  let newest: Held[] = []
  const endings = new Map<number, string>()
  const interrupted = new Set<number>()
  let count = 0
  let before: Held | undefined
  let said: number | undefined

  /** Behind every so many turns, so that each is looked at about twice. */
  function forgetOld(): void {
    newest = newest.slice(-MOST_ASKED)
    const held = new Set([...first, ...newest].map(one => one.turn))
    for (const turn of endings.keys()) if (!held.has(turn) && turn !== said) endings.delete(turn)
    for (const turn of interrupted) if (!held.has(turn)) interrupted.delete(turn)
  }

  return {
    ask(turn, text) {
      if (before) before.goesOn = before.turn === turn
      before = { turn, text, goesOn: false }
      if (count++ < FIRST_ASKED) first.push(before)
      else newest.push(before)
      if (newest.length >= 2 * MOST_ASKED) forgetOld()
    },
    say(turn, text) {
      // The last one is that of the turn in which something was said last for the first time.
      if (!endings.has(turn)) said = turn
      endings.set(turn, text)
    },
    interrupt(turn) {
      interrupted.add(turn)
    },
    count: () => count,
    list: () =>
      [...first, ...newest.slice(first.length - MOST_ASKED)].map(({ turn, text, goesOn }) => ({
        turn,
        text,
        ending: goesOn ? undefined : endings.get(turn),
        isInterrupted: !goesOn && interrupted.has(turn),
      })),
    lastSaid: () => (said === undefined ? undefined : { turn: said, text: endings.get(said)! }),
  }
}
