// A JSON text that breaks off, closed where it does: complete values stay, a text keeps what there is of it, a key
// without a value and a number or word that may be half goes. Deeper than rethread decodes it counts as broken off.

import { MAX_DEPTH } from '../../format/found.js'

export interface Closed {
  readonly value: Readonly<Record<string, unknown>>
  /** Keys and places down to what was open where the text breaks off. */
  readonly openAt: readonly (string | number)[]
  /** A text was open there. */
  readonly inText: boolean
  /** How much of the text was used. */
  readonly used: number
}

interface Open {
  readonly isObject: boolean
  key: string
  /** Places passed over in an array. */
  index: number
  /** Behind the last complete member or element, or the opening bracket. */
  good: number
}

/** Texts that say something also where they break off. */
const WORDS = new Set([
  'text',
  'content',
  'command',
  'description',
  'prompt',
  'file_path',
  'pattern',
  'query',
  'url',
  'new_string',
  'old_string',
  'stdout',
  'stderr',
])

/** Undefined where it does not begin an object. A byte that cannot be in JSON counts as the end. */
export function closeJson(text: string): Closed | undefined {
  if (text[0] !== '{') return undefined
  const stack: Open[] = []
  let at = 0
  let end = 0
  let inText = false
  let waits: 'value' | 'key' | 'colon' | 'comma' = 'value'
  for (; at < text.length; ) {
    const char = text[at]!
    if (char === ' ' || char === '\t' || char === '\n' || char === '\r') {
      at++
      continue
    }
    const top = stack.at(-1)
    if (waits === 'colon') {
      if (char !== ':') break
      waits = 'value'
      at++
    } else if (waits === 'comma') {
      if (char === ',') {
        if (!top!.isObject) top!.index++
        waits = top!.isObject ? 'key' : 'value'
        at++
      } else if (char === (top!.isObject ? '}' : ']')) {
        at++
        stack.pop()
        if (stack.length === 0) return closed(text.slice(0, at), [], false, at)
        stack.at(-1)!.good = at
      } else break
    } else if (char === '"') {
      const last = stringEnd(text, at)
      if (last.end < 0) {
        if (waits === 'value') {
          inText = true
          end = last.usable
        }
        break
      }
      if (waits === 'key') {
        top!.key = JSON.parse(text.slice(at, last.end)) as string
        waits = 'colon'
      } else {
        top!.good = last.end
        waits = 'comma'
      }
      at = last.end
    } else if (waits === 'key') {
      if (char !== '}' || text[top!.good - 1] !== '{') break
      at++
      stack.pop()
      if (stack.length === 0) return closed(text.slice(0, at), [], false, at)
      stack.at(-1)!.good = at
      waits = 'comma'
    } else if (char === '{' || char === '[') {
      if (stack.length === MAX_DEPTH) break
      at++
      stack.push({ isObject: char === '{', key: '', index: 0, good: at })
      waits = char === '{' ? 'key' : 'value'
    } else if (char === ']' && top && !top.isObject && text[top.good - 1] === '[') {
      at++
      stack.pop()
      stack.at(-1)!.good = at
      waits = 'comma'
    } else {
      const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s,\]}])/.exec(
        text.slice(at, at + 400),
      )
      if (!literal || !top) break
      at += literal[0].length
      top.good = at
      waits = 'comma'
    }
  }
  if (stack.length === 0) return undefined
  const openAt = stack.map(({ isObject, key, index }) => (isObject ? key : index))
  // Half an id or half a signature is none.
  const isWords = inText && WORDS.has(String(openAt.findLast(step => typeof step === 'string')))
  const kept = isWords ? `${text.slice(0, end)}"` : text.slice(0, stack.at(-1)!.good)
  const brackets = stack
    .toReversed()
    .map(({ isObject }) => (isObject ? '}' : ']'))
    .join('')
  return closed(kept + brackets, openAt, inText, at)
}

function closed(json: string, openAt: Closed['openAt'], inText: boolean, used: number): Closed | undefined {
  try {
    return { value: JSON.parse(json) as Closed['value'], openAt, inText, used }
  } catch {
    // Not what it seemed.
    return undefined
  }
}

/** Behind the closing quote; or -1, and how far the text is whole. */
function stringEnd(text: string, from: number): { readonly end: number; readonly usable: number } {
  let at = from + 1
  for (;;) {
    const char = text[at]
    if (char === undefined || char < ' ') return { end: -1, usable: at }
    if (char === '"') return { end: at + 1, usable: at }
    if (char !== '\\') {
      at++
      continue
    }
    const sequence = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))
    if (!sequence) return { end: -1, usable: at }
    at += sequence[0].length
  }
}
