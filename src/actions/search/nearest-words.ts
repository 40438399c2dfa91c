// Where nothing was found: which of the words are nowhere, and what may have been meant.

import type { Question } from '../../catalog/query/question.js'
import { tokensOf } from '../../catalog/query/words.js'
import type { Store } from '../../catalog/store.js'
import { nearestWord } from '../../format/nearest-word.js'

const MOST_WORDS = 3000

export async function nearestWords({ all }: Question, store: Store) {
  const words = new Set(all.flatMap(group => group.flatMap(phrase => tokensOf(phrase).tokens)))
  const nearest: { readonly word: string; readonly instead: string | null }[] = []
  for (const word of [...words].slice(0, 8)) {
    const known = await store.wordsLike(word, 1)
    if (known.length > 0) continue
    nearest.push({ word, instead: (await likeIt(word, store)) ?? null })
  }
  return nearest
}

/** Most slips leave the first letters as they are; fewer of them are looked at where more give nothing. */
async function likeIt(word: string, store: Store): Promise<string | undefined> {
  for (let letters = Math.min(3, word.length - 1); letters > 0; letters--) {
    const known = await store.wordsLike(word.slice(0, letters), MOST_WORDS)
    const near = nearestWord(word, known)
    if (near !== undefined) return near
  }
  return undefined
}
