// One line of a session's file as it stands, record or not.

import { rowOfLine } from '../../conversation/rows.js'
import { openSource } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import { decodeText } from '../../format/json/walk.js'
import { type Action, type OfSession, withSession } from '../action.js'
import type { OpenSession } from '../session/open-session.js'
import { excerpt } from './show/excerpt.js'
import type { Excerpt } from './show/report.js'

export interface RawLineRequest extends OfSession {
  /** From 1. */
  readonly line: number
}

export interface RawLineReport {
  readonly line: number
  readonly uuid: string | null
  readonly type: string | null
  /** Of the whole record. */
  readonly bytes: number
  readonly json: Excerpt
}

/** More is of no use to a reader, and too much for a page. */
const MOST = { lines: Number.POSITIVE_INFINITY, characters: 200_000 }

export const rawLine: Action<RawLineRequest, RawLineReport> = (place, request, doing = {}) =>
  withSession(place, request, doing, open => {
    const { rows } = open.conversation
    const row = rowOfLine(rows, request.line)
    if (row < 0) return damagedLine(open, request.line)
    const value = open.entry(row) as { readonly uuid?: unknown; readonly type?: unknown } | undefined
    return {
      line: request.line,
      uuid: typeof value?.uuid === 'string' ? value.uuid : null,
      type: typeof value?.type === 'string' ? value.type : null,
      bytes: rows.length[row]!,
      json: excerpt(open.json(row), MOST),
    }
  })

const NEWLINE = 0x0a

/** What is no record has no row; a finding says where it stands. */
function damagedLine({ conversation, folder }: OpenSession, line: number): RawLineReport {
  const found = conversation.findings.find(one => one.line === line && one.offset !== undefined)
  if (found?.offset === undefined || !folder)
    throw new InputError('line-unknown', `line ${line} has no record that can be read`)
  const source = openSource(folder.path)
  try {
    const bytes = source.read(found.offset, Math.min(MOST.characters, source.size - found.offset))
    const end = bytes.indexOf(NEWLINE)
    const length = end < 0 ? bytes.length : end
    return { line, uuid: null, type: null, bytes: length, json: excerpt(decodeText(bytes, 0, length), MOST) }
  } finally {
    source.close()
  }
}
