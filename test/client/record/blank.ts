// Takes the vendor's own texts out of a recorded file: prompts, descriptions, listings, reminders. Rows, keys, types,
// tags and names stay, and so does everything that the situation itself says; a blanked text leaves a mark in its place.
// What is long and not the situation's own is taken for the vendor's, so that a new client needs no new rule here.

import { createHash } from 'node:crypto'

/** Rows and attachments that hold nothing but the vendor's texts and copies of what other rows say. */
const VENDORS_ROWS = new Set(['api-request', 'api-request-shape', 'api-request-blob'])
const VENDORS_ATTACHMENTS = new Set([
  'prompt_snapshot',
  'skill_listing',
  'agent_listing_delta',
  'deferred_tools_delta',
  'deferred_tools_record',
  'remote_session_change',
  'environment',
  'model',
  'output_style',
  'auto_mode',
])

/** So many words make a line prose: in the conversation, in what the client attached to it, in the vendor's own texts. */
const PROSE = 12
const ATTACHED_PROSE = 6
const VENDORS_PROSE = 4

export interface Blanker {
  /** A session or an agent's transcript. */
  lines(text: string): string
  /** Any other file. */
  text(text: string): string
}

/** `own`: whatever the situation says, as it would appear in a file. */
export function blanker(own: readonly string[]): Blanker {
  const said = own.map(text => text.trim()).filter(text => words(text) > 0)
  const text = (value: string) => pieces(value, PROSE, said)
  return {
    text,
    lines: file =>
      file
        .split('\n')
        .map(line => blankLine(line, said))
        .join('\n'),
  }
}

function blankLine(line: string, said: readonly string[]): string {
  if (line.trim() === '') return line
  let row: Row
  try {
    row = JSON.parse(line)
  } catch {
    return line
  }
  const blanked = JSON.stringify(blankRow(row, said))
  return blanked === JSON.stringify(row) ? line : blanked
}

interface Row {
  readonly type?: string
  readonly attachment?: { readonly type?: string }
  readonly [field: string]: unknown
}

function blankRow(row: Row, said: readonly string[]): Row {
  const vendors = VENDORS_ROWS.has(row.type ?? '') || VENDORS_ATTACHMENTS.has(row.attachment?.type ?? '')
  const inside = vendors ? VENDORS_PROSE : row.attachment ? ATTACHED_PROSE : PROSE
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, field(key, value, inside, said)]))
}

function walk(value: unknown, limit: number, said: readonly string[]): unknown {
  if (typeof value === 'string') return limit === VENDORS_PROSE ? whole(value, limit, said) : pieces(value, limit, said)
  if (Array.isArray(value)) return value.map(one => walk(one, limit, said))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, field(key, one, limit, said)]))
}

function field(key: string, value: unknown, limit: number, said: readonly string[]): unknown {
  // The inputs that a tool takes are its description too.
  if (key === 'input_schema') return { type: 'object', properties: {} }
  // Names of the vendor's trials, many in each request.
  if (key === 'betas') return []
  // The record of a request lists all tools again, which nobody reads on resume: two show how.
  if (key === 'shape') return walk(fewTools(value), limit, said)
  // The kernel of the machine.
  if (key === 'osVersion') return 'Linux 6.1.0'
  return walk(value, limit, said)
}

/** Sentences by which the client itself, or a rule about it, knows what a text is (N14, N25, N34). */
const KNOWN = [
  /^\[Tool call interrupted: the session ended before/,
  /^The user sent a new message while you were working:/,
  /^This is how Claude Code surfaces messages the user sends mid-turn/,
  /^Please address this message and continue with your tasks/,
]

const fewTools = (shape: unknown): unknown => {
  const { tools, ...rest } = shape as { readonly tools?: unknown }
  return Array.isArray(tools) ? { ...rest, tools: tools.slice(0, 2) } : shape
}

const TAG = /(<\/?[a-z][a-z_-]*>)/
const REMINDER = /^(<system-reminder>\n?)([\s\S]*?)(\n?<\/system-reminder>\n?)$/

/** One mark for the whole text; a reminder stays one. */
function whole(text: string, limit: number, said: readonly string[]): string {
  if (words(text) < limit || said.includes(text.trim())) return text
  const [, open = '', inner = text, shut = ''] = REMINDER.exec(text) ?? []
  return `${open}${mark(inner)}${shut}`
}

/** A mark for each long line; tags, short lines and what the situation says stay. */
function pieces(text: string, limit: number, said: readonly string[]): string {
  if (words(text) < limit || said.includes(text.trim())) return text
  return text
    .split(TAG)
    .map(piece =>
      TAG.test(piece)
        ? piece
        : piece
            .split('\n')
            .map(line => longLine(line, limit, said))
            .join('\n'),
    )
    .join('')
}

function longLine(line: string, limit: number, said: readonly string[]): string {
  if (words(line) < limit || said.some(own => own.includes(line.trim()))) return line
  if (words(line) < PROSE && said.some(own => words(own) > 1 && line.includes(own))) return line
  if (KNOWN.some(known => known.test(line.trim()))) return line
  const [, before, text, after] = /^(\s*(?:[A-Z][a-z]+: )?)(.*?)(\s*)$/.exec(line) ?? ['', '', line, '']
  return `${before}${mark(text)}${after}`
}

/** Equal texts get equal marks. */
const mark = (text: string) => `[blanked ${createHash('sha256').update(text).digest('hex').slice(0, 8)}]`

/** Ids and paths are one word each at most. */
const words = (text: string) => text.match(/(?<!\S)[("'`*#-]*[a-z]{2,}/gi)?.length ?? 0
