// Sentences of answers that sound like a decision or a finding.

/** Stronger words first: where room is short, they stay. */
const STRONG =
  /\b(decided?|chose|chosen|opted|going with|go with|root cause|instead of|rather than|agreed|settled on|trade-?off|turns? out)\b/i
const WEAK =
  /\b((the )?(problem|issue|bug|reason|cause) (is|was|here)|because|therefore|so I('ll| will)|we('ll| will| should| must)|must not|should not|cannot|won't|the fix|the approach|confirmed|found that)\b/i
const SHORTEST = 30
const LONGEST = 320
/** Answers as long as this are looked at in their beginning only. */
const LOOKED_AT = 20_000

export interface Decision {
  readonly turn: number
  readonly text: string
  readonly isStrong: boolean
}

export function decisionsIn(turn: number, answer: string): readonly Decision[] {
  if (!STRONG.test(answer) && !WEAK.test(answer)) return []
  const prose = answer.slice(0, LOOKED_AT).replace(/```[\s\S]*?(```|$)/g, '\n')
  const found: Decision[] = []
  for (const sentence of prose.split(/\n+|(?<=[.!?])\s+/)) {
    const text = sentence.replace(/^[\s\-*#>\d.)]+/, '').trim()
    if (text.length < SHORTEST || text.length > LONGEST) continue
    const isStrong = STRONG.test(text)
    if (isStrong || WEAK.test(text)) found.push({ turn, text, isStrong })
  }
  return found
}
