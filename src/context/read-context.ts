// The context of a session that is in memory, with what is sent spelled out.

import { MAX_DEPTH } from '../format/found.js'
import { decodeText } from '../format/json/walk.js'
import { recordReader } from '../format/records.js'
import { blockAsSent } from './block.js'
import type { Context, ContextMessage } from './context.js'
import { contextReader } from './context-reader.js'
import { type ContextOptions, findContext } from './find-context.js'
import type { Reading } from './resume.js'

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

function spelledMessages(context: Context, reading: Reading, bytes: Uint8Array): readonly SentMessage[] {
  const { rows } = reading.conversation
  let last = -1
  let value: Record<string, unknown> | undefined
  const entryOf = (row: number): Record<string, unknown> | undefined => {
    if (row === last) return value
    last = row
    value = decoded(bytes, rows.offset[row]!, rows.length[row]!)
    return value
  }
  return context.messages.map(({ role, parts, rule }) => ({
    role,
    content: parts.map(part => blockAsSent(part, part.kind === 'stored' ? entryOf(part.row) : undefined)),
    lines: linesOf(parts.flatMap(part => (part.kind === 'stored' ? [rows.line[part.row]!] : []))),
    ...(rule === undefined ? {} : { rule }),
  }))
}

function linesOf(lines: readonly number[]): readonly number[] {
  return [...new Set(lines)]
}

/** What is nested too deep to be handled safely stays undecoded. */
function decoded(bytes: Uint8Array, offset: number, length: number): Record<string, unknown> | undefined {
  const text = decodeText(bytes, offset, offset + length)
  return depthOf(text) > MAX_DEPTH ? undefined : (JSON.parse(text) as Record<string, unknown>)
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
