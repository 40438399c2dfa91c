// Sessions that nearly fill a window, with the figures of their requests: one long turn, a few, or many.

import { randomSession } from '../../tools/generator/random-session.js'

export interface FullSession {
  readonly name: string
  readonly sessionId: string
  readonly bytes: Uint8Array
}

const SHAPES = [
  { name: 'many turns', rounds: [1, 6] },
  { name: 'few turns', rounds: [40, 60] },
  // A round has some 1,300 tokens.
  { name: 'one long turn', rounds: [95, 120] },
] as const
const GENERATIONS = ['2.1-early', '2.1', '2.0'] as const

/** `count` sessions of 90,000 to 190,000 tokens, of every shape, for a window of 200,000. */
export function fullSessions(count: number, from = 1): readonly FullSession[] {
  return Array.from({ length: count }, (_, at) => fullSession(from + at))
}

export function fullSession(seed: number): FullSession {
  const shape = SHAPES[seed % SHAPES.length]!
  const generation = GENERATIONS[Math.floor(seed / SHAPES.length) % GENERATIONS.length]!
  const { sessionId, bytes } = randomSession(seed, {
    generation,
    tokens: 90_000 + ((seed * 7919) % 100_000),
    rounds: shape.rounds,
    linesOfCode: 60,
    model: seed % 2 === 0 ? 'claude-opus-4-6' : 'claude-sonnet-4-6',
  })
  return { name: `${seed} ${shape.name} ${generation}`, sessionId, bytes }
}
