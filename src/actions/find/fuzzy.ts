// How well do a few typed letters fit a name? They must stand in it in their order; the nearer together, and the nearer
// to beginnings of words, the better.

/** The higher, the better; undefined where it does not fit. Places are those of the letters, for marking them. */
export interface Fit {
  readonly score: number
  readonly places: readonly number[]
}

const WORD_BEGINS = 8
const NEIGHBOUR = 6
const FIRST = 4

/** Every word must fit, in whatever order; case counts where the word has capitals. */
export function fitOf(typed: string, name: string): Fit | undefined {
  const words = typed.split(/\s+/).filter(word => word !== '')
  const lower = name.toLowerCase()
  let score = 0
  const places = new Set<number>()
  for (const word of words) {
    const isExact = word !== word.toLowerCase()
    // A letter that changes its length with its case would shift the places.
    const text = isExact || lower.length !== name.length ? name : lower
    const fit = fitOfWord(word, text, name)
    if (!fit) return undefined
    score += fit.score
    for (const place of fit.places) places.add(place)
  }
  return { score: score - name.length / 100, places: [...places].toSorted((a, b) => a - b) }
}

function fitOfWord(word: string, text: string, name: string): Fit | undefined {
  const whole = text.indexOf(word)
  if (whole >= 0) {
    const places = Array.from(word, (_, at) => whole + at)
    return { score: scoreOf(places, name) + word.length * 2, places }
  }
  let best: Fit | undefined
  // From each place where the first letter stands: the nearest others behind it.
  for (
    let start = text.indexOf(word[0]!), tries = 0;
    start >= 0 && tries < 8;
    start = text.indexOf(word[0]!, start + 1)
  ) {
    tries++
    const places = placesFrom(word, text, start)
    if (!places) break
    const score = scoreOf(places, name)
    if (isLikeness(places, name) && (!best || score > best.score)) best = { score, places }
  }
  return best
}

/** Letters strewn over a long text are none: most of them must follow another, or begin a word. */
function isLikeness(places: readonly number[], name: string): boolean {
  const good = places.filter((place, at) => beginsWord(name, place) || places[at - 1] === place - 1).length
  return good >= Math.ceil(places.length * 0.75)
}

function placesFrom(word: string, text: string, start: number): readonly number[] | undefined {
  const places: number[] = []
  let at = start
  for (const letter of word) {
    at = text.indexOf(letter, at)
    if (at < 0) return undefined
    places.push(at)
    at += letter.length
  }
  return places
}

function scoreOf(places: readonly number[], name: string): number {
  let score = 0
  places.forEach((place, index) => {
    const before = places[index - 1]
    if (place === 0) score += FIRST
    if (beginsWord(name, place)) score += WORD_BEGINS
    if (before !== undefined) score += before + 1 === place ? NEIGHBOUR : -Math.min(4, (place - before) / 8)
  })
  return score
}

function beginsWord(name: string, place: number): boolean {
  if (place === 0) return true
  const [before, here] = [name[place - 1]!, name[place]!]
  return /[^\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(here))
}
