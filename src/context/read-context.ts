// The context of a session that is in memory, with what is sent spelled out.

import { MAX_DEPTH } from '../format/found.js'
import { decodeText, rangeOf } from '../format/json/walk.js'
import { recordReader } from '../format/records.js'
import { contentAsSent } from './block.js'
import type { Context, ContextMessage } from './context.js'
import { contextReader } from './context-reader.js'
import { type ContextOptions, findContext } from './find-context.js'
import type { Reading } from './path.js'

/** A message as it is sent, with the lines that it comes from. */
export interface SentMessage {
  readonly role: ContextMessage['role']
  readonly content: readonly Readonly<Record<string, unknown>>[]
  readonly lines: readonly number[]
  readonly rule?: string
}

export interface SpelledContext extends Omit<Context, 'messages'> {
  readonly messages: readonly SentMessage[]
}

/** Reads any bytes; never throws for what is in them. */
export function readContext(bytes: Uint8Array, options: ContextOptions = {}): SpelledContext {
  const reading = readForContext(bytes)
  const context = findContext(reading, options)
  return { ...context, messages: spelledMessages(context, reading, bytes) }
}

export function readForContext(bytes: Uint8Array): Reading {
  const reader = contextReader()
  const records = recordReader(reader)
  records.push(bytes)
  records.end()
  return reader.finish()
}

/** The messages of a context that was found in these bytes. */
export function spelledMessages(context: Context, reading: Reading, bytes: Uint8Array): readonly SentMessage[] {
  const { rows } = reading.conversation
  let last = -1
  let value: Record<string, unknown> | undefined
  const entryOf = (row: number): Record<string, unknown> | undefined => {
    if (row === last) return value
    last = row
    value = decoded(bytes, rows.offset[row]!, rows.length[row]!)
    return value
  }
  return context.messages.map(message => ({
    role: message.role,
    content: contentAsSent(message, entryOf),
    lines: linesOf(message.parts.flatMap(part => (part.kind === 'stored' ? [rows.line[part.row]!] : []))),
    ...(message.rule === undefined ? {} : { rule: message.rule }),
  }))
}

function linesOf(lines: readonly number[]): readonly number[] {
  return [...new Set(lines)]
}

/** What is nested too deep to be handled safely stays undecoded; of such an entry the parts that are sent are tried. */
function decoded(bytes: Uint8Array, offset: number, length: number): Record<string, unknown> {
  const text = decodeText(bytes, offset, offset + length)
  if (depthOf(text) <= MAX_DEPTH) return JSON.parse(text) as Record<string, unknown>
  const entry: Record<string, unknown> = {}
  for (const key of ['type', 'message', 'content', 'attachment', 'rendered']) {
    const range = rangeOf(bytes, offset, [key])
    const value = range && decodeText(bytes, range.start, range.end)
    if (value !== undefined && depthOf(value) <= MAX_DEPTH) entry[key] = JSON.parse(value)
  }
  return entry
}

function depthOf(text: string): number {
  // Only a text with that many brackets can be so deep.
  if (text.length < MAX_DEPTH * 2) return 0
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (code === 0x7d || code === 0x5d) depth--
  }
  return deepest
}
