// Ways in which sessions are damaged in the wild, done to a sound one: which entry is hit follows from a seed.

import { readContext } from '../../../src/context/index.js'
import type { Json } from '../in-memory.js'

export interface Damaged {
  readonly bytes: Uint8Array
  /** Ids of entries that the damage took away. */
  readonly lost: readonly string[]
  /** The id of an entry that is broken: where nothing names it, what is left of it has another one. */
  readonly cut?: string
}

/** Undefined where the session has nothing that could be damaged in this way. */
export type Damage = (session: Sound, random: () => number) => Damaged | undefined

export interface Sound {
  readonly lines: readonly string[]
  /** By line: the entry; undefined for what is none. */
  readonly entries: readonly (Json | undefined)[]
  /** Lines of prompts, answers and results that are sent, in file order. */
  readonly sent: readonly number[]
  /** Ids of the entries that are sent, in the order in which they are. */
  readonly order: readonly string[]
  /** In which message each is sent: within one, calls are put behind the rest (N11). */
  readonly messageOf: ReadonlyMap<string, number>
}

export function soundSession(bytes: Uint8Array): Sound {
  const lines = new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n')
  const entries = lines.map(line => {
    try {
      return JSON.parse(line) as Json
    } catch {
      return undefined
    }
  })
  // Thinking is no message: behind something that is lost it is void, and goes (A0).
  const talks = (line: number): boolean =>
    ['user', 'assistant'].includes(entries[line]?.['type']) && !isThinking(entries[line]!)
  const messages = readContext(bytes).messages.map(message => message.lines.map(line => line - 1).filter(talks))
  const sent = [...new Set(messages.flat())]
  return {
    lines,
    entries,
    sent: sent.toSorted((a, b) => a - b),
    order: sent.map(line => String(entries[line]!['uuid'])),
    messageOf: new Map(
      messages.flatMap((list, message) => list.map(line => [String(entries[line]!['uuid']), message] as const)),
    ),
  }
}

function isThinking(entry: Json): boolean {
  const blocks = blocksOf(entry)
  return blocks.length > 0 && blocks.every(block => /thinking$/.test(block?.['type']))
}

/** Numbers in [0, 1) that follow from a text (mulberry32). */
export function seeded(text: string): () => number {
  let state = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const utf8 = new TextEncoder()
const written = (lines: readonly string[], lost: readonly string[] = []): Damaged => ({
  bytes: utf8.encode(`${lines.join('\n')}\n`),
  lost,
})
const GONE = '00000000-dead-4000-8000-00000000dead'

const blocksOf = (entry: Json | undefined): readonly Json[] => {
  const content: unknown = entry?.['message']?.content
  return Array.isArray(content) ? content : []
}
const has = (entry: Json | undefined, type: string): boolean => blocksOf(entry).some(block => block?.['type'] === type)
const uuidAt = ({ entries }: Sound, line: number): string => String(entries[line]!['uuid'])

/** One of the lines that are sent and fit; not the first, where nothing stands before it. */
function pick(session: Sound, random: () => number, fits: (line: number) => boolean = () => true): number | undefined {
  const lines = session.sent.slice(1).filter(fits)
  return lines[Math.floor(random() * lines.length)]
}

const change = (session: Sound, line: number, fields: Json): readonly string[] =>
  session.lines.with(line, JSON.stringify({ ...session.entries[line], ...fields }))

/** Once for each line that is hit. */
function childOf({ entries, sent }: Sound, uuid: string): number | undefined {
  return sent.find(line => entries[line]!['parentUuid'] === uuid)
}

export const DAMAGES: Readonly<Record<string, Damage>> = {
  'a cut line': (session, random) => {
    const line = pick(session, random, one => one < session.lines.length - 1)
    if (line === undefined) return undefined
    const text = session.lines[line]!
    const cut = Math.floor(text.length * (0.35 + 0.5 * random()))
    // By UTF-16 units that is no harm: what is cut is cut.
    return { ...written(session.lines.with(line, text.slice(0, cut))), cut: uuidAt(session, line) }
  },
  'a cut line with the next one on it': (session, random) => {
    const line = pick(session, random, one => one < session.lines.length - 1)
    if (line === undefined) return undefined
    const text = session.lines[line]!
    const joined = text.slice(0, Math.floor(text.length * (0.35 + 0.5 * random()))) + session.lines[line + 1]
    return { ...written(session.lines.toSpliced(line, 2, joined)), cut: uuidAt(session, line) }
  },
  'glued lines': (session, random) => {
    const line = pick(session, random, one => one < session.lines.length - 1)
    if (line === undefined) return undefined
    return written(session.lines.toSpliced(line, 2, session.lines[line]! + session.lines[line + 1]!))
  },
  'a NUL run': (session, random) => {
    const line = pick(session, random)
    if (line === undefined) return undefined
    return written(session.lines.with(line, '\0'.repeat(1 + Math.floor(random() * 4096)) + session.lines[line]))
  },
  'a missing parent': (session, random) => {
    const line = pick(session, random, one => typeof session.entries[one]!['parentUuid'] === 'string')
    return line === undefined ? undefined : written(change(session, line, { parentUuid: GONE }))
  },
  'a lost entry': (session, random) => {
    // Without its summary a compaction is none, and all that was before it is sent.
    const line = pick(session, random, one => session.entries[one]!['isCompactSummary'] !== true)
    return line === undefined ? undefined : written(session.lines.toSpliced(line, 1), [uuidAt(session, line)])
  },
  'a ring': (session, random) => {
    const line = pick(session, random, one => childOf(session, uuidAt(session, one)) !== undefined)
    if (line === undefined) return undefined
    return written(change(session, line, { parentUuid: uuidAt(session, childOf(session, uuidAt(session, line))!) }))
  },
  'a missing result': (session, random) => {
    const line = pick(session, random, one => has(session.entries[one], 'tool_result'))
    return line === undefined ? undefined : written(session.lines.toSpliced(line, 1), [uuidAt(session, line)])
  },
  'an orphan result': (session, random) => {
    const line = pick(session, random, one => has(session.entries[one], 'tool_use'))
    return line === undefined ? undefined : written(session.lines.toSpliced(line, 1), [uuidAt(session, line)])
  },
  'a uuid twice': (session, random) => {
    const line = pick(session, random)
    const other = pick(session, random, one => one !== line)
    if (line === undefined || other === undefined) return undefined
    const [first, second] = line < other ? [line, other] : [other, line]
    return written(change(session, second, { uuid: uuidAt(session, first) }), [uuidAt(session, second)])
  },
  'a wrong leaf': (session, random) => {
    const line = pick(session, random, one => one < session.sent.at(-1)!)
    if (line === undefined) return undefined
    const { lines, entries } = session
    const last = entries.findLastIndex(
      entry => entry?.['type'] === 'last-prompt' && typeof entry['leafUuid'] === 'string',
    )
    const fields = { leafUuid: uuidAt(session, line), explicit: true }
    if (last > session.sent.at(-1)!) return written(change(session, last, fields))
    const sessionId = entries[line]!['sessionId']
    return written([...lines, JSON.stringify({ type: 'last-prompt', lastPrompt: 'x', sessionId, ...fields })])
  },
  'text before a result': (session, random) => {
    const line = pick(session, random, one => has(session.entries[one], 'tool_result'))
    if (line === undefined) return undefined
    const message = session.entries[line]!['message'] as Json
    const content = [{ type: 'text', text: 'by the way' }, ...blocksOf(session.entries[line])]
    return written(change(session, line, { message: { ...message, content } }))
  },
}
