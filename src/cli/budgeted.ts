// Answers for a reader with little room: a coding agent, or a person who wants a glance (`--budget`).

import type { Answer, Answers } from '../actions/answers/index.js'
import { budgetOf, roomIn } from '../present/answers/budget.js'
import { fitted } from '../present/answers/fit.js'
import { documentOf, framed } from '../present/answers/frame.js'
import { commandOf } from '../present/answers/next-words.js'
import type { BudgetFlags, Call } from './call.js'

/** `ask` is told how many characters there will be room for. */
export async function answerWithin(
  { flags, output, place }: Call<BudgetFlags>,
  budgetWords: string,
  ask: (room: number) => Promise<Answers>,
): Promise<number> {
  const budget = budgetOf(budgetWords)
  const answers = await ask(roomIn(budget))
  const next = (answer: Answer): readonly { readonly why: string; readonly command: string }[] =>
    answer.next.map(call => ({ why: call.why, command: commandOf(call, budgetWords, place.configDir) }))
  const text = (answer: Answer): string =>
    flags.has('json')
      ? JSON.stringify(documentOf(answer, next(answer)))
      : framed(
          answer,
          next(answer).map(one => one.command),
        )
  const { texts } = fitted(answers, budget, answer => [`${text(answer)}\n`])
  output.progress(undefined)
  await output.pieces(texts)
  return answers.isNegative ? 1 : 0
}
