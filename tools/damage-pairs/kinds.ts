// What each kind of damage does to a line, and what is to be found there.

import type { Position } from '../damage-pairs.js'
import type { DamageKind } from '../generator/damage.js'
import { gap, type Piece, record } from './pieces.js'

/** Five rows of a small talk. */
const UUIDS = [1, 2, 3, 4, 5].map(number => `0000000${number}-0000-4000-8000-00000000000${number}`)
const WORDS = ['When is high tide?', 'At {"hour": 9}, and at 21:30.', 'And tomorrow?', 'At 10:10.', 'Thank you.']
const INDEX: Readonly<Record<Position, number>> = { first: 0, middle: 2, last: 4 }

/** As the client writes it; `more` goes before the last brace. */
function row(at: number, more = '', changes: Readonly<Record<string, unknown>> = {}): string {
  const role = at % 2 === 0 ? 'user' : 'assistant'
  const content = role === 'user' ? WORDS[at] : [{ type: 'text', text: WORDS[at] }]
  const fields = {
    parentUuid: at === 0 ? null : UUIDS[at - 1],
    isSidechain: false,
    sessionId: '00000000-0000-4000-8000-00000000c0de',
    type: role,
    message: { role, ...(role === 'assistant' ? { id: `msg_${at}`, stop_reason: 'end_turn' } : {}), content },
    uuid: UUIDS[at],
    timestamp: `2026-03-01T09:00:0${at}.000Z`,
    ...changes,
  }
  return `${JSON.stringify(fields).slice(0, -1)}${more}}`
}

export function damagedPieces(kind: DamageKind, position: Position, finalNewline: boolean): readonly Piece[] {
  const index = INDEX[position]
  // What joins two lines needs a next one: in the last line the last two are joined.
  const first = Math.min(index, 3)
  const end = (at: number): '\n' | '' => (at === 4 && !finalNewline ? '' : '\n')
  const whole = (at: number, ...findings: readonly string[]): Piece => record(UUIDS[at]!, row(at), end(at), ...findings)
  /** The pieces of the sound file with some of them replaced. */
  const withPieces = (from: number, count: number, ...pieces: readonly Piece[]): readonly Piece[] =>
    [0, 1, 2, 3, 4].flatMap(at => (at === from ? pieces : at > from && at < from + count ? [] : [whole(at)]))
  const changed = (json: string | Uint8Array, ...findings: readonly string[]): readonly Piece[] =>
    withPieces(index, 1, record(UUIDS[index]!, json, end(index), ...findings))
  const before = (piece: Piece): readonly Piece[] => withPieces(index, 1, piece, whole(index))

  switch (kind) {
    case 'splice': {
      // Cut in the words of its message: the next record begins on the same line.
      const stub = row(first).slice(0, row(first).indexOf(WORDS[first]!) + 5)
      return withPieces(first, 2, gap('cut', stub, 'line-cut'), whole(first + 1))
    }
    case 'glued':
      return withPieces(first, 2, record(UUIDS[first]!, row(first), ''), whole(first + 1, 'line-glued'))
    case 'lone-cr':
      return withPieces(
        ...([first, 2] as const),
        ...[record(UUIDS[first]!, row(first), ''), gap('blank', '\r'), whole(first + 1, 'line-glued')],
      )
    case 'nul-run':
      return before(gap('nul', new Uint8Array(64), 'line-nul'))
    case 'bom':
      return before(gap('byte-order-mark', Uint8Array.of(0xef, 0xbb, 0xbf), 'line-byte-order-mark'))
    case 'blank-line':
      return inserted(position, finalNewline, text => gap('blank', `  ${text}`))
    case 'non-object':
      return inserted(position, finalNewline, text => gap('not-object', `[${row(0)}]${text}`, 'line-not-object'))
    case 'crlf':
      // Cut off between the two: the first of them belongs to no record.
      return end(index) === ''
        ? [...withPieces(index, 1, whole(index)), gap('blank', '\r')]
        : withPieces(index, 1, record(UUIDS[index]!, row(index), '\r\n'))
    case 'line-separator':
      return changed(row(index, ',"note":"one\u2028two\u2029three"'))
    case 'invalid-utf8': {
      const note = Buffer.from('T\xfcr \xff\xc0\xaf', 'latin1')
      const [head, tail] = row(index, ',"note":"@"').split('@') as [string, string]
      return changed(Buffer.concat([Buffer.from(head), note, Buffer.from(tail)]), 'line-invalid-utf8')
    }
    case 'lone-surrogate':
      return changed(row(index, ',"note":"half a pair \\ud83d"'), 'line-lone-surrogate')
    case 'duplicate-keys':
      // For every reader of JSON the last one counts.
      return changed(row(index, `,"uuid":"${UUIDS[index]}"`, { uuid: 'not this one' }))
    case 'prototype-keys':
      return changed(row(index, ',"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'))
    case 'wrong-uuid':
      return withPieces(index, 1, record(12345, row(index, '', { uuid: 12345 }), end(index)))
    case 'wrong-message':
      return changed(row(index, '', { message: [7] }))
    case 'missing-final-newline':
      // The writer was stopped behind this record; with the newline it is a sound, shorter file.
      return [0, 1, 2, 3, 4]
        .slice(0, index + 1)
        .map(at => record(UUIDS[at]!, row(at), at === index && !finalNewline ? '' : '\n'))
  }

  /** A line more: before all others, in the middle, or behind all others. */
  function inserted(where: Position, newline: boolean, line: (ending: string) => Piece): readonly Piece[] {
    const rows = [0, 1, 2, 3, 4].map(at =>
      where === 'last' ? record(UUIDS[at]!, row(at), '\n') : record(UUIDS[at]!, row(at), end(at)),
    )
    const at = { first: 0, middle: 2, last: 5 }[where]
    return rows.toSpliced(at, 0, line(where === 'last' && !newline ? '' : '\n'))
  }
}
