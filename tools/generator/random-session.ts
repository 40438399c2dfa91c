// Random sessions with the truth about them, for property tests; and endless ones, for load tests.
import { damageLines } from './damage-lines.js'
import type { GenerationName } from './generation.js'
import { uuid } from './identifiers.js'
import { randomFrom } from './random.js'
import { beginStory, openEnd, randomTurn } from './random-turns.js'
import { openSession, type Writer } from './session-writer.js'
import { noFacts, type Truth, truthOf } from './truth.js'

export interface RandomSessionOptions {
  /** Default: 12. Not counted when `entries` is given. */
  readonly turns?: number
  readonly generation?: GenerationName
  readonly damage?: boolean
  /** At least so many lines. */
  readonly entries?: number
  /** The usual length of a tool's output. Default: 12. */
  readonly linesOfCode?: number
  /** Until its figures say that it has at least so many. */
  readonly tokens?: number
  /** So many rounds of tool calls in a turn. Default: up to six. */
  readonly rounds?: readonly [least: number, most: number]
  readonly model?: string
}

export interface RandomSession {
  readonly sessionId: string
  readonly bytes: Uint8Array
  readonly truth: Truth
}

const MOST_LINES = 4000

const GENERATIONS: readonly GenerationName[] = ['1.0', '2.0', '2.1-early', '2.1']

export function randomSession(seed: number, options: RandomSessionOptions = {}): RandomSession {
  const writer = openRandom(seed, options.generation, options.model)
  const facts = noFacts()
  const story = beginStory(writer, facts, options.linesOfCode ?? 12, options.rounds)
  const turns = options.turns ?? 12
  const enough = (): boolean => {
    // Compactions may keep it from ever getting there.
    if (options.tokens !== undefined)
      return writer.growth.cached + writer.growth.fresh >= options.tokens || writer.lines.length > MOST_LINES
    return options.entries === undefined ? story.turns >= turns : writer.lines.length >= options.entries
  }
  // The end is either a finished turn or an open call, never a stopped one: pending and lost stay apart.
  while (!enough() || story.stopped) randomTurn(story)
  if (writer.random.chance(0.4)) openEnd(story)
  const { sessionId } = writer.place
  if (options.damage !== true) {
    const bytes = new TextEncoder().encode(`${writer.lines.join('\n')}\n`)
    return { sessionId, bytes, truth: truthOf(writer, facts, new Set()) }
  }
  // Results and bookkeeping (but for checkpoints) may be destroyed: what hangs on the other rows is what the truth speaks of.
  const results = new Set(facts.calls.map(call => call.result))
  const mayGo = writer.uuids.map((row, line) =>
    row === null ? !writer.lines[line]?.startsWith('{"type":"last-prompt"') : results.has(row),
  )
  const damaged = damageLines(writer.lines, mayGo, writer.random)
  const truth = truthOf(writer, facts, damaged.destroyed)
  return { sessionId, bytes: damaged.bytes, truth }
}

/** A session of at least so many bytes, chunk by chunk (a chunk ends at a line end). Nothing of it is kept. */
export function* largeSession(
  targetBytes: number,
  seed = 1,
  name: GenerationName = '2.1',
): Generator<Uint8Array, void, undefined> {
  const writer = openRandom(seed, name)
  let written = 0
  while (written < targetBytes) {
    const story = beginStory(writer, noFacts(), 90)
    // Facts are dropped from time to time, so that memory stays flat.
    for (let turn = 0; turn < 200 && written < targetBytes; turn += 1) {
      randomTurn(story)
      const chunk = new TextEncoder().encode(`${writer.lines.join('\n')}\n`)
      writer.lines.length = 0
      writer.uuids.length = 0
      written += chunk.length
      yield chunk
    }
  }
}

function openRandom(seed: number, name: GenerationName | undefined, model?: string): Writer {
  const random = randomFrom(seed)
  const place = {
    sessionId: uuid(random),
    cwd: random.pick(['/home/ada/tide-table', '/home/lin/night-train', '/home/ada/weather station']),
    gitBranch: random.pick(['main', 'feature/moon', '']),
    startedAt: new Date(Date.UTC(2026, random.int(0, 10), random.int(1, 28), random.int(0, 23))).toISOString(),
  }
  return openSession(place, name ?? random.pick(GENERATIONS), model)
}
