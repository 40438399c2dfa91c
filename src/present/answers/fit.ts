// The most that can be said within a budget: the highest level of an answer whose every face fits.

import type { Answer, Answers } from '../../actions/answers/index.js'
import { InputError } from '../../format/error.js'
import { type Budget, sizeOf } from './budget.js'

export interface Fitted<Data> {
  readonly answer: Answer<Data>
  /** Its faces, as `faces` made them. */
  readonly texts: readonly string[]
}

/** `faces`: the ways in which the answer is given, each of which must fit by itself. */
export function fitted<Data>(
  answers: Answers<Data>,
  budget: Budget,
  faces: (answer: Answer<Data>) => readonly string[],
): Fitted<Data> {
  const at = (level: number): Fitted<Data> => {
    const answer = answers.at(level)
    return { answer, texts: faces(answer) }
  }
  const fits = ({ texts }: Fitted<Data>): boolean => texts.every(text => sizeOf(text, budget) <= budget.most)
  let best = at(0)
  if (!fits(best)) {
    const needed = Math.max(...best.texts.map(text => sizeOf(text, budget)))
    throw new InputError('budget-too-small', `even the shortest answer takes ${needed} ${budget.unit}`)
  }
  let [low, high] = [0, answers.levels]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const one = at(middle)
    if (fits(one)) [best, low] = [one, middle]
    else high = middle - 1
  }
  return best
}
