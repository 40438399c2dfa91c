// Sessions made to be slow: every shape that a derivation could take a square of time for.

import { randomSession } from '../../tools/generator/random-session.js'
import {
  answer,
  answers,
  boundary,
  bytesOf,
  checkpoint,
  command,
  type Line,
  meta,
  output,
  progress,
  prompt,
  queue,
  queuedCommand,
  side,
  summaryOf,
  system,
  text,
  use,
  user,
} from './lines.js'

/** `count` lines, made by number. */
const lines = (count: number, make: (n: number) => Line | readonly Line[]): Uint8Array =>
  bytesOf(
    ...chunks(
      Array.from({ length: count }, (_, n) => make(n))
        .flat()
        .slice(0, count),
    ),
  )
const chunks = (all: readonly Line[]): readonly (readonly Line[])[] => [all]
const u = (n: number, parent: number | null, more: Line = {}): Line =>
  prompt(`u${n}`, { parent: parent === null ? null : `u${parent}`, ...more })
const a = (n: number, parent: string, blocks: readonly Line[], message = `m${n}`): Line =>
  answer(`a${n}`, { parent, blocks, message })

/** By name: a session of so many lines. */
export const shapes: Readonly<Record<string, (count: number) => Uint8Array>> = {
  'a random session': count => randomSession(2, { entries: count, generation: '2.1', linesOfCode: 3 }).bytes,
  'one long chain': count => lines(count, n => u(n, n === 0 ? null : n - 1)),
  'one long chain, written backwards': count => lines(count, n => u(count - n, n === count - 1 ? null : count - n - 1)),
  'one parent of all': count => lines(count, n => u(n, n === 0 ? null : 0)),
  'one call as the parent of all': count =>
    lines(count, n => (n === 0 ? command('c') : meta(`m${n}`, { parent: 'c' }))),
  'answers from one point': count => lines(count, n => (n === 0 ? u(0, null) : a(n, 'u0', [text(`${n}`)]))),
  roots: count => lines(count, n => u(n, null)),
  orphans: count => lines(count, n => prompt(`u${n}`, { parent: `gone${n}` })),
  'orphans, with a checkpoint': count =>
    lines(count, n => (n === count - 1 ? checkpoint('u0') : prompt(`u${n}`, { parent: `gone${n}` }))),
  'logical joins': count => lines(count, n => prompt(`u${n}`, { parent: null, logicalParentUuid: `u${n - 1}` })),
  'commands in a chain': count => lines(count, n => command(`c${n}`)),
  'commands with output': count => lines(count, n => [command(`c${n}`), output(`o${n}`)]),
  'commands with notes, none answered': count => lines(count, n => (n % 100 === 0 ? command(`c${n}`) : meta(`m${n}`))),
  'queue operations with equal text': count => lines(count, n => queue(n % 2 === 0 ? 'enqueue' : 'dequeue', 'go on')),
  'all enqueued, then all dequeued': count =>
    lines(count, n => queue(n < count / 2 ? 'enqueue' : 'dequeue', n % 3 ? 'go' : undefined)),
  'queued prompts with equal text': count =>
    lines(count, n => [queue('enqueue', 'go'), queue('remove'), queuedCommand(`q${n}`, 'go')]),
  'enqueued and taken back, never sent': count =>
    lines(count, n => queue(n % 3 === 2 ? 'popAll' : 'enqueue', `go ${n}`)),
  'compact boundaries': count => lines(count, n => [boundary(`b${n}`, { preTokens: n }), summaryOf(`s${n}`)]),
  'boundaries that keep a list': count =>
    lines(count, n => [u(n, null), boundary(`b${n}`, { preservedMessages: { uuids: [`u${n}`, `u${n - 1}`] } })]),
  'boundaries that keep a segment far away': count =>
    lines(count, n =>
      n < count / 2
        ? u(n, n === 0 ? null : n - 1)
        : boundary(`b${n}`, { preservedSegment: { headUuid: 'u0', tailUuid: `u${count / 2 - 1}` } }),
    ),
  'boundaries alone': count => lines(count, n => boundary(`b${n}`)),
  sidechains: count => lines(count, n => side(u(n, null))),
  'a main entry on each of many sidechain entries': count =>
    lines(count, n =>
      n < count / 2 ? side(u(n, n === 0 ? null : n - 1)) : [prompt(`v${n}`, { parent: `u${count / 2 - 1}` })],
    ),
  'agents with equal prompts': count =>
    lines(count, n => [
      a(n, 'x', [use(`t${n}`, 'Task', { prompt: 'look' })]),
      ...side(user(`p${n}`, 'look', { parent: null })),
    ]),
  checkpoints: count =>
    lines(count, n => (n === 0 ? u(0, null) : checkpoint(`u${n % 7}`, n % 2 ? { explicit: true } : {}))),
  'results for one id': count => lines(count, n => (n === 0 ? a(0, 'x', [use('t')]) : user(`r${n}`, [answers('t')]))),
  'calls with one id': count => lines(count, n => a(n, `a${n - 1}`, [use('t')])),
  'calls without result': count => lines(count, n => a(n, `a${n - 1}`, [use(`t${n}`)])),
  'one message of all': count => lines(count, n => a(n, `a${n - 1}`, [text(`${n}`)], 'm')),
  'one message, growing': count => lines(count, n => a(n, `a${n - 1}`, [text('x'.repeat(n % 50))], 'm')),
  'one message, its places given': count =>
    lines(count, n => ({ ...a(n, `a${n - 1}`, [text('x')], 'm'), apiBlockIndex: count - n })),
  'rings of two': count => lines(count, n => u(n, n % 2 === 0 ? n + 1 : n - 1)),
  'one ring': count => lines(count, n => u(n, n === 0 ? count - 1 : n - 1)),
  'a ring with tails': count => lines(count, n => u(n, n < 3 ? (n + 1) % 3 : n % 3)),
  'entries that are their own parents': count => lines(count, n => u(n, n)),
  'one uuid for all': count => lines(count, () => u(0, null)),
  'a file written twice': count =>
    lines(count, n => u(n % (count / 2), n % (count / 2) === 0 ? null : (n % (count / 2)) - 1)),
  'progress in a chain': count => lines(count, n => (n === 0 ? u(0, null) : progress(`p${n}`))),
  'system rows at the end that reach nothing': count =>
    lines(count, n => (n === 0 ? u(0, null) : system(`s${n}`, 'x', { parent: n === 1 ? null : `s${n - 1}` }))),
  'flat calls without result': count =>
    lines(count, n => ({ type: 'assistant', uuid: `t${n}`, parentUuid: `t${n - 1}`, toolName: 'Read' })),
  'types nobody knows': count => lines(count, n => ({ type: `type ${n}`, uuid: `x${n}`, [`field ${n}`]: 1 })),
}
