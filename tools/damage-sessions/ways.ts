// Ten known ways to damage a session, each with the code that `check` must find, and the line.

import type { Random } from '../generator/random.js'
import { blocksOf, isTalk, messageId, type PlainSession, type Row, singleCalls, standsAlone } from './chain.js'

export interface DamagedSession {
  readonly text: string
  readonly code: string
  /** 1-based, in the damaged file. */
  readonly line: number
}

/** Undefined where the session has no place for this damage. */
export type Way = (session: PlainSession, random: Random) => DamagedSession | undefined

/** The client goes on to an entry that is at most so much older (N1). */
const BRIDGED_MS = 5_000

export const WAYS: Readonly<Record<string, Way>> = {
  'cut line': (session, random) => {
    const at = random.int(0, session.lines.length - 1)
    const line = session.lines[at]!
    return done(replaced(session.lines, at, line.slice(0, random.int(20, line.length - 1))), 'line-cut', at)
  },

  'glued lines': ({ lines }, random) => {
    if (lines.length < 2) return undefined
    const at = random.int(0, lines.length - 2)
    return done(lines.toSpliced(at, 2, lines[at]! + lines[at + 1]!), 'line-glued', at)
  },

  'NUL run': ({ lines }, random) => {
    const at = random.int(0, lines.length - 1)
    return done(replaced(lines, at, '\0'.repeat(random.int(1, 4096)) + lines[at]), 'line-nul', at)
  },

  'missing parent': (session, random) => {
    const at = pick(alone(session), random)
    if (at === undefined) return undefined
    return changed(session, at, { parentUuid: '00000000-0000-4000-8000-00000000dead' }, 'parent-missing')
  },

  cycle: (session, random) => {
    const at = pick(alone(session), random)
    if (at === undefined) return undefined
    const below = session.chain.slice(session.chain.indexOf(at)).filter(line => isTalk(session.rows[line]!))
    return changed(session, at, { parentUuid: session.rows[pick(below, random)!]!['uuid'] }, 'parent-cycle')
  },

  'missing result': (session, random) => {
    const calls = singleCalls(session).filter(({ over, use, result }) => over && use < result)
    const call = pick(calls, random)
    return call && done(without(session, call.result), 'tool-call-lost', call.use)
  },

  'orphan result': (session, random) => {
    const calls = singleCalls(session).filter(
      ({ use, result }) => use < result && blocksOf(session.rows[use]!).length === 1,
    )
    const call = pick(calls, random)
    return call && done(without(session, call.use), 'tool-result-orphan', call.result - 1)
  },

  'duplicate uuid': (session, random) => {
    const at = pick(
      session.chain.filter(line => typeof messageOf(session.rows[line]!)['content'] === 'string'),
      random,
    )
    if (at === undefined) return undefined
    const row = session.rows[at]!
    const copy = random.chance(0.5) ? row : { ...row, message: { ...messageOf(row), content: 'something else' } }
    const lines = session.lines.toSpliced(at + 1, 0, JSON.stringify(copy))
    return done(lines, copy === row ? 'uuid-duplicate' : 'uuid-duplicate-differs', at)
  },

  'wrong checkpoint': (session, random) => {
    const at = pick(left(session), random)
    if (at === undefined) return undefined
    const { uuid, sessionId } = session.rows[at]!
    const checkpoint = (leafUuid: unknown, more: Row = {}): string =>
      JSON.stringify({ type: 'last-prompt', lastPrompt: 'go on', leafUuid, ...more, sessionId })
    const variant = random.int(0, 2)
    const end = session.lines.length
    if (variant === 0) {
      return done([...session.lines, checkpoint('00000000-0000-4000-8000-00000000dead')], 'checkpoint-unknown', end)
    }
    if (variant === 1) return done([...session.lines, checkpoint(uuid, { explicit: true })], 'checkpoint-rewound', end)
    // A branch that was left, with the checkpoint on it, and all the rest of the work behind it.
    const other = { ...session.rows[at], parentUuid: uuid, uuid: '00000000-0000-4000-8000-00000000beef', type: 'user' }
    const row = JSON.stringify({ ...other, message: { role: 'user', content: 'Or rather something else.' } })
    return done(session.lines.toSpliced(at + 1, 0, row, checkpoint(other.uuid)), 'checkpoint-elsewhere', at + 2)
  },

  'text before a result': (session, random) => {
    const call = pick(singleCalls(session), random)
    if (!call) return undefined
    const message = messageOf(session.rows[call.result]!)
    const content = [{ type: 'text', text: 'By the way.' }, ...(message['content'] as readonly unknown[])]
    return changed(session, call.result, { message: { ...message, content } }, 'text-before-result')
  },
}

function done(lines: readonly string[], code: string, at: number): DamagedSession {
  return { text: `${lines.join('\n')}\n`, code, line: at + 1 }
}

function replaced(lines: readonly string[], at: number, line: string): readonly string[] {
  return lines.with(at, line)
}

function changed({ lines, rows }: PlainSession, at: number, change: Row, code: string): DamagedSession {
  return done(replaced(lines, at, JSON.stringify({ ...rows[at], ...change })), code, at)
}

/** The row is gone, and what hung on it hangs on its parent. */
function without({ lines, rows }: PlainSession, gone: number): readonly string[] {
  const { uuid, parentUuid } = rows[gone]!
  return lines.flatMap((line, at) => {
    if (at === gone) return []
    return rows[at]!['parentUuid'] === uuid ? [JSON.stringify({ ...rows[at], parentUuid })] : [line]
  })
}

/** Prompts and answers of the chain that have talk before them, and nothing just before them in time. */
function alone(session: PlainSession): readonly number[] {
  const talk = session.chain.filter(line => isTalk(session.rows[line]!))
  return talk.slice(1).filter(line => line > talk[0]! && standsAlone(session, line, BRIDGED_MS))
}

/** Rows with an answer of another message behind them: rows of the same message are sent wherever the leaf is (N8). */
function left({ rows, chain }: PlainSession): readonly number[] {
  const talk = chain.filter(line => isTalk(rows[line]!))
  const lastAnswer = talk.findLast(line => rows[line]!['type'] === 'assistant')
  if (lastAnswer === undefined) return []
  const last = messageId(rows[lastAnswer]!)
  return talk.filter(
    line => line > talk[0]! && line < lastAnswer && (last === undefined || messageId(rows[line]!) !== last),
  )
}

function messageOf(row: Row): Row {
  return (row['message'] ?? {}) as Row
}

function pick<T>(values: readonly T[], random: Random): T | undefined {
  return values.length === 0 ? undefined : random.pick(values)
}
