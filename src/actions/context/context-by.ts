// Where the tokens go: what the model gets on resume, by tool, file, kind or turn, and the call that would free each.

import {
  type Context,
  contextCalibration,
  findContext,
  PART_KINDS,
  type PartKind,
  type WeighedPart,
  weighedParts,
} from '../../context/index.js'
import { NONE, type ToolCall } from '../../conversation/index.js'
import { inConfigDir, sessionWord, shellWord } from '../../format/shell-word.js'
import { editedFile, readFile, targetOf } from '../../summarize/tool-target.js'
import { type Action, withReading } from '../action.js'
import type { OpenReading } from '../session/open-reading.js'
import { type Block, type ContextRequest, lastEntry, leafRow, type WantedContext, wantedContext } from './context.js'

export const CONTEXT_KEYS = ['tool', 'file', 'kind', 'turn'] as const
export type ContextKey = (typeof CONTEXT_KEYS)[number]

export interface ContextByReport {
  readonly by: ContextKey
  /** Tokens of all of it, estimated. */
  readonly tokens: number
  /** Where the session worked: what file names are shown from. */
  readonly cwd: string | null
  /** The largest first; turns in their order. */
  readonly parts: readonly ContextPart[]
  /** The largest results. */
  readonly largest: readonly LargeResult[]
}

export interface ContextPart {
  readonly key: string
  readonly tokens: number
  /** As a part of 1. */
  readonly share: number
  /** How many tool calls. */
  readonly calls: number
  /** By file: how often it is read. */
  readonly reads?: number
  /** What would take it away; null where nothing can. */
  readonly frees: string | null
}

export interface LargeResult {
  readonly line: number
  /** Id of the call. */
  readonly call: string
  readonly tool: string
  readonly target: string
  readonly tokens: number
}

const MOST_RESULTS = 5
const TARGET = 200

export interface ContextByRequest extends ContextRequest {
  readonly by: ContextKey
}

export const contextShares: Action<ContextByRequest, ContextByReport> = (place, request, doing = {}) =>
  withReading(place, request, doing, open =>
    contextBy(open, request.by, { ...wantedContext(open, request), configDir: place.configDir }),
  )

export function contextBy(
  open: OpenReading,
  by: ContextKey,
  wishes: WantedContext & { readonly configDir?: string | undefined } = {},
): ContextByReport {
  const { client, model } = wishes
  const leaf = wishes.leaf && leafRow(open.conversation, wishes.leaf)
  const context = findContext(open.reading, { client, model, leaf })
  return sharesOf(open, context, by, wishes.configDir)
}

function sharesOf(open: OpenReading, context: Context, by: ContextKey, configDir?: string): ContextByReport {
  const parts = [...weighedParts(open.reading, context, contextCalibration(open.reading, context))]
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0)
  const calls = callsOf(open, parts)
  const keyOf = keys(open, calls, by)
  const groups = new Map<string, { tokens: number; readonly calls: Set<number>; readonly reads: Set<number> }>()
  for (const part of parts) {
    const key = keyOf(part)
    let group = groups.get(key)
    if (!group) groups.set(key, (group = { tokens: 0, calls: new Set(), reads: new Set() }))
    group.tokens += part.tokens
    if (part.call === 0) continue
    group.calls.add(part.call)
    if (calls.get(part.call)?.reads) group.reads.add(part.call)
  }
  const found = [...groups].map(
    ([key, group]): ContextPart => ({
      key,
      tokens: Math.round(group.tokens),
      share: tokens === 0 ? 0 : group.tokens / tokens,
      calls: group.calls.size,
      ...(by === 'file' ? { reads: group.reads.size } : {}),
      frees: freeing(open, by, key, group.reads.size, configDir),
    }),
  )
  return {
    by,
    tokens: Math.round(tokens),
    cwd: open.conversation.about.cwd ?? null,
    parts: by === 'turn' ? found : found.toSorted((a, b) => b.tokens - a.tokens),
    largest: largestResults(open, parts, calls),
  }
}

export interface CallLook {
  readonly call: ToolCall
  readonly tool: string
  /** The file that it is about. */
  readonly file: string | undefined
  readonly target: string
  readonly reads: boolean
}

export function callsOf(open: OpenReading, parts: readonly WeighedPart[]): ReadonlyMap<number, CallLook> {
  const { rows, toolCalls } = open.conversation
  const sent = new Set(parts.map(part => part.call))
  const entryOf = lastEntry(open)
  const looks = new Map<number, CallLook>()
  for (const call of toolCalls.list) {
    const { id, row, index } = call.use
    if (!sent.has(id) || looks.has(id)) continue
    const name = rows.names.text(call.use.name)
    const input = inputAt(entryOf(row), index)
    const read = readFile({ name, input })
    looks.set(id, {
      call,
      tool: name,
      file: read ?? editedFile({ name, input }),
      target: targetOf(input, TARGET),
      reads: read !== undefined,
    })
  }
  return looks
}

function inputAt(entry: Block | undefined, index: number): Block {
  const message = (entry?.['message'] ?? {}) as Block
  const content = message['content']
  const block = Array.isArray(content) ? (content[index] as Block | undefined) : undefined
  const input = block?.['input']
  return typeof input === 'object' && input !== null ? (input as Block) : {}
}

function keys(open: OpenReading, calls: ReadonlyMap<number, CallLook>, by: ContextKey): (part: WeighedPart) => string {
  const { turns } = open.conversation
  let turn = 'before the first turn'
  return ({ kind, call, row }) => {
    if (by === 'kind' || kind === 'system prompt and tools') return kind
    if (by === 'tool') return call === 0 ? kind : (calls.get(call)?.tool ?? 'unknown tool')
    if (by === 'file') return calls.get(call)?.file ?? 'no file'
    const own = row === NONE ? undefined : turns.list[turns.of[row]!]
    if (own) turn = `turn ${own.index}`
    return turn
  }
}

/** How each kind can be made less. */
const FREEING: Readonly<Record<PartKind, readonly string[] | undefined>> = {
  'system prompt and tools': undefined,
  prompts: ['compress', '--oldest', '50%'],
  answers: ['compress', '--oldest', '50%'],
  thinking: ['strip', '--thinking'],
  'tool calls': ['strip', '--tools', '--oldest', '50%', '--by', 'calls'],
  'tool results': ['strip', '--results', '--oldest', '50%', '--by', 'calls'],
  'images and documents': ['strip', '--images'],
  summaries: undefined,
  'notes of the client': undefined,
}

function freeing(
  { id, folder }: OpenReading,
  by: ContextKey,
  key: string,
  reads: number,
  configDir: string | undefined,
): string | null {
  const words = freeingWords(by, key, reads)
  if (!words || id === '') return null
  const [verb, ...rest] = words
  const call = ['rethread', verb!, sessionWord(id, folder?.path), ...rest.map(shellWord)].join(' ')
  return inConfigDir(call, configDir)
}

function freeingWords(by: ContextKey, key: string, reads: number): readonly string[] | undefined {
  if ((PART_KINDS as readonly string[]).includes(key)) return FREEING[key as PartKind]
  if (by === 'tool') return ['strip', '--tools', '--only', key]
  if (by === 'turn') return key.startsWith('turn ') ? ['cut', '--turns', key.slice('turn '.length)] : undefined
  return by === 'file' && key !== 'no file' && reads > 1 ? ['trim', '--suggest'] : undefined
}

function largestResults(
  { conversation: { rows } }: OpenReading,
  parts: readonly WeighedPart[],
  calls: ReadonlyMap<number, CallLook>,
): readonly LargeResult[] {
  return parts
    .filter(part => part.kind === 'tool results' && part.row !== NONE)
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, MOST_RESULTS)
    .map(({ row, call, tokens }) => ({
      line: rows.line[row]!,
      call: rows.names.text(call),
      tool: calls.get(call)?.tool ?? '',
      target: calls.get(call)?.target ?? '',
      tokens: Math.round(tokens),
    }))
}
