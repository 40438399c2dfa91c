// Does a text still name what was done? Files by their path or name, sentences by the words that tell them from others.

export type Names = (text: string) => boolean

/** `texts`: what the model has now. */
export function namesFiles(texts: readonly string[]): Names {
  const known = new Set(texts.flatMap(text => text.split(BETWEEN_NAMES).map(name => name.replace(/\.$/, ''))))
  return path =>
    path
      .slice(path.lastIndexOf('/') + 1)
      .split(BETWEEN_NAMES)
      .every(name => known.has(name))
}

/** What cannot stand in a name, so that a path falls into its parts. */
const BETWEEN_NAMES = /[^\w.@+-]+/

/** Words of everyday language tell nothing. */
const TELLING_WORD = /[A-Za-z_$][\w$./-]{4,}/g
const MOST_WORDS = 40

/** A sentence is named where at least half of its longer words are there. */
export function namesSentences(texts: readonly string[]): Names {
  const known = new Set(texts.flatMap(text => wordsOf(text)))
  return sentence => {
    const words = [...new Set(wordsOf(sentence))].slice(0, MOST_WORDS)
    if (words.length === 0) return true
    return words.filter(word => known.has(word)).length * 2 >= words.length
  }
}

function wordsOf(text: string): readonly string[] {
  return (text.match(TELLING_WORD) ?? []).map(word => word.toLowerCase().replace(/[./-]+$/, ''))
}
