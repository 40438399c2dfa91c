// A budget that cannot be met: what would bring the session nearer to it?

import type { Calibration } from '../../context/index.js'
import { figure } from '../../format/figure.js'
import type { Ladder, TrimOptions } from '../../reshape/trim/index.js'

export interface Shortfall {
  readonly budget: number
  /** What the whole ladder comes to. */
  readonly reached: number
  readonly calibration: Calibration
  readonly ladder: Ladder
  /** The turns of the active path, the oldest first, with what their prompts and answers weigh. */
  readonly turns: readonly { readonly number: number; readonly weight: number }[]
}

/** `reach` tells what the ladder would come to with less protection. */
export async function whatHelps(
  { budget, reached, calibration, turns }: Shortfall,
  { protectLast, protectLastCalls, protect, ...rest }: TrimOptions,
  reach: (options: TrimOptions) => Promise<number>,
): Promise<readonly string[]> {
  const helps: string[] = []
  if ((protectLast ?? protectLastCalls ?? 0) > 0) {
    const tokens = await reach({ protect })
    const flag = protectLast === undefined ? '--protect-last-calls 0' : '--protect-last 0'
    if (tokens < reached) helps.push(`${flag}: ${about(tokens)}, by giving up the current protection`)
  }
  if (protect.length > 0) {
    const tokens = await reach({ ...rest, protectLast, protectLastCalls, protect: [] })
    if (tokens < reached) helps.push(`without --protect ${protect.join(',')}: ${about(tokens)}`)
  }
  helps.push(
    ...cutOrCompress(budget, reached, calibration, turns.slice(0, Math.max(0, turns.length - (protectLast ?? 1)))),
  )
  if (calibration.base > 0)
    helps.push(
      `use fewer tools: ${about(calibration.base)} are system prompt and tool definitions, which no change to the session affects`,
    )
  return helps
}

/** Words go with their turns only. */
function cutOrCompress(
  budget: number,
  reached: number,
  { rate }: Calibration,
  turns: Shortfall['turns'],
): readonly string[] {
  // What is not sent any more frees nothing.
  const sent = turns.slice(turns.findIndex(({ weight }) => weight > 0))
  let freed = 0
  let last: number | undefined
  for (const { number, weight } of sent) {
    if (reached - freed <= budget) break
    freed += rate * weight
    last = number
  }
  if (last === undefined || freed < 1) return []
  const first = sent[0]!.number
  const range = first === last ? `${first}` : `${first}..${last}`
  return [`cut --turns ${range}: ${about(freed)} less, by removing the prompts and answers of the oldest turns`]
}

function about(tokens: number): string {
  return `about ${figure(tokens)} tokens`
}
