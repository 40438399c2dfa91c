// The ten validation rules of source document 004.
//
// Rules 2, 3, 9 and 10 say what is allowed: parents that are not there, a second parent, orphans as roots, many
// compactions. They are kept by never reporting any of it. Rules 4 and 5 are broken by every entry of a real client, so
// each is one finding a session, with the number of entries; the others are one finding an entry.

import type { SeenEntry } from '../../conversation/conversation.js'
import { NONE, typeOf, uuidOf } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { MAX_DEPTH } from '../../format/found.js'
import { decodeText } from '../../format/json/walk.js'
import { finding, type Place, type RuleFamily } from '../family.js'

/** What the document calls a message; bookkeeping entries are none to it. */
const MESSAGE_TYPES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'compact_system'])

const REQUIRED = ['type', 'uuid', 'timestamp', 'sessionId'] as const

type Value = Readonly<Record<string, unknown>>

export function dialect004(): RuleFamily {
  const found: Finding[] = []
  const sidechainMarks = manyOf()
  const externals = manyOf()

  return {
    entry(seen) {
      const value = decoded(seen)
      if (!value || (value['type'] !== undefined && !MESSAGE_TYPES.has(value['type']))) return
      const place = placeOf(seen, value)
      const missing = REQUIRED.filter(field => isMissing(value[field]))
      if (missing.length > 0) found.push(finding('dialect-004-1', `no ${missing.join(', ')}`, place))
      const isSidechain = value['isSidechain'] === true
      if (value['isSidechain'] !== undefined && !isSidechain) sidechainMarks.add(place)
      if (value['userType'] === 'external' && !isSidechain) externals.add(place)
      if (value['subtype'] === 'tool_use' && isMissing(value['toolName'])) {
        found.push(finding('dialect-004-7', 'tool_use without a tool name', place))
      }
      if (value['toolArguments'] !== undefined && !isObject(value['toolArguments'])) {
        found.push(finding('dialect-004-8', 'toolArguments is not a JSON object', place))
      }
    },

    *finish({ conversation: { rows, graph } }) {
      yield* found
      yield* sidechainMarks.finding(
        'dialect-004-4',
        n => `isSidechain is set on ${entries(n)} outside of any sidechain`,
      )
      yield* externals.finding('dialect-004-5', n => `userType is external on ${entries(n)} outside of any sidechain`)
      for (let row = 0; row < rows.count; row++) {
        const parent = graph.parent[row]!
        if (parent === NONE || !MESSAGE_TYPES.has(typeOf(rows, row)) || !MESSAGE_TYPES.has(typeOf(rows, parent)))
          continue
        const late = rows.time[parent]! - rows.time[row]!
        if (!(late > 0)) continue
        const message = `${late} ms older than its parent on line ${rows.line[parent]}`
        yield finding('dialect-004-6', message, { line: rows.line[row]!, uuid: uuidOf(rows, row) })
      }
    },
  }
}

function decoded({ found, bytes, start }: SeenEntry): Value | undefined {
  if (found.depth > MAX_DEPTH) return undefined
  return JSON.parse(decodeText(bytes, start, start + found.length)) as Value
}

function placeOf({ found }: SeenEntry, value: Value): Place {
  return { line: found.line, offset: found.offset, uuid: typeof value['uuid'] === 'string' ? value['uuid'] : undefined }
}

/** Timestamps may be numbers (D14). */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function manyOf() {
  let count = 0
  let first: Place | undefined
  return {
    add(place: Place): void {
      count++
      first ??= place
    },
    *finding(code: 'dialect-004-4' | 'dialect-004-5', words: (count: number) => string): Generator<Finding> {
      if (first) yield finding(code, words(count), first)
    },
  }
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}
