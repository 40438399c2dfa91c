// Where two answers part, in words that fit on a screen.

import type { Answer } from './answer.js'

/** undefined where they are equal. Of refusals only that there is one counts: each client has words of its own. */
export function difference(sent: Answer, predicted: Answer): string | undefined {
  if ('refused' in sent || 'refused' in predicted) {
    if ('refused' in sent && 'refused' in predicted) return undefined
    return `${verdict('the client', sent)}, ${verdict('the prediction', predicted)}`
  }
  if (sent.model !== predicted.model) return `model: sent ${sent.model}, predicted ${predicted.model}`
  const length = Math.max(sent.messages.length, predicted.messages.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [JSON.stringify(sent.messages[at]), JSON.stringify(predicted.messages[at])]
    if (one === other) continue
    const from = Math.max(0, firstDifference(one ?? '', other ?? '') - 80)
    const show = (text: string | undefined) => (text === undefined ? 'nothing' : `…${text.slice(from, from + 400)}`)
    return (
      `message ${at} (of ${sent.messages.length} sent, ${predicted.messages.length} predicted)` +
      `\n  sent:      ${show(one)}\n  predicted: ${show(other)}`
    )
  }
  return undefined
}

const verdict = (who: string, answer: Answer): string =>
  'refused' in answer ? `${who} refuses (${answer.refused})` : `${who} resumes`

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
