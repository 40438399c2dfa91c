// An entry as it is held to show a part of it: what tools answered, which may be hundreds of megabytes, is cut
// (format/json/cut-text.ts), and what would be the name or id of a call. Prompts and answers are whole: they are shown whole.

import { cutText, LONG } from '../format/json/cut-text.js'
import { decodeText, eachElement, eachMember, isKey, type Range, rangeOf, valueEnd } from '../format/json/walk.js'

/** The fields of a tool's record that hold what it answered, or what stood in a file. */
const ANSWERS = ['stdout', 'stderr', 'content', 'result', 'output', 'text', 'originalFile', 'oldString', 'newString']
/** Records are nested so deep: the texts of an agent's answer, the file that was read. */
const RECORD_DEPTH = 4

const QUOTE = 0x22
const BRACE = 0x7b
const BRACKET = 0x5b

/** An error's text ends with its tag, which says that it is one. */
const ERROR = '<tool_use_error>'

export function withCutResults(bytes: Uint8Array): Record<string, unknown> {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of bytes.length > LONG ? longResults(bytes) : []) {
    parts.push(decodeText(bytes, from, start), JSON.stringify(cutText(bytes, start + 1, end - 1)))
    from = end
  }
  parts.push(decodeText(bytes, from, bytes.length))
  return JSON.parse(parts.join('')) as Record<string, unknown>
}

/** As it is written; empty where there is none. */
function typeOf(bytes: Uint8Array, start: number): string {
  const type = bytes[start] === BRACE ? rangeOf(bytes, start, ['type']) : undefined
  return type ? decodeText(bytes, type.start, type.end) : ''
}

/** Strings with their quotes, in their order. */
function longResults(bytes: Uint8Array): readonly Range[] {
  const found: Range[] = []
  const text = (start: number): number => {
    const end = valueEnd(bytes, start)
    const isError = decodeText(bytes, start + 1, start + 1 + ERROR.length) === ERROR
    if (bytes[start] === QUOTE && end - start > LONG && !isError) found.push({ start, end })
    return end
  }
  const record = (start: number, depth: number): number => {
    if (depth > RECORD_DEPTH) return 0
    if (bytes[start] === BRACKET) return eachElement(bytes, start, at => record(at, depth + 1))
    if (bytes[start] !== BRACE) return 0
    return eachMember(bytes, start, (keyStart, keyEnd, at) =>
      bytes[at] === QUOTE && ANSWERS.some(key => isKey(bytes, keyStart, keyEnd, key))
        ? text(at)
        : record(at, depth + 1),
    )
  }
  const member = (start: number, field: string, see: (at: number) => number): number =>
    eachMember(bytes, start, (keyStart, keyEnd, at) => (isKey(bytes, keyStart, keyEnd, field) ? see(at) : 0))
  const inner = (start: number): number =>
    typeOf(bytes, start) === '"text"' ? member(start, 'text', at => (bytes[at] === QUOTE ? text(at) : 0)) : 0
  const answered = (at: number): number => {
    if (bytes[at] === QUOTE) return text(at)
    return bytes[at] === BRACKET ? eachElement(bytes, at, inner) : 0
  }
  const block = (start: number): number => {
    const type = typeOf(bytes, start)
    if (type === '"tool_result"') return member(start, 'content', answered)
    if (type !== '"tool_use"') return 0
    return eachMember(bytes, start, (keyStart, keyEnd, at) =>
      bytes[at] === QUOTE && ['name', 'id'].some(key => isKey(bytes, keyStart, keyEnd, key)) ? text(at) : 0,
    )
  }
  eachMember(bytes, 0, (keyStart, keyEnd, at) => {
    if (isKey(bytes, keyStart, keyEnd, 'toolUseResult')) return bytes[at] === QUOTE ? text(at) : record(at, 0)
    if (!isKey(bytes, keyStart, keyEnd, 'message') || bytes[at] !== BRACE) return 0
    return member(at, 'content', content => (bytes[content] === BRACKET ? eachElement(bytes, content, block) : 0))
  })
  return found
}
