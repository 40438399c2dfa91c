// The few entries of which the client's rules want more than numbers. They are rare and mostly short, so they are
// decoded when they are read.

import { type MediaType, refusedMedia } from './refused-media.js'

export type EntryDetail =
  | {
      readonly kind: 'boundary'
      /** N32: what stays before it, by uuid; undefined where it says nothing. */
      readonly preserved: { readonly anchor: string | undefined; readonly uuids: readonly string[] } | undefined
      readonly segment:
        | { readonly head: string; readonly anchor: string | undefined; readonly tail: string }
        | undefined
      /** It has a `preserved…` field, usable or not (B1). */
      readonly keeps: boolean
      /** … one that is read at all (N32). */
      readonly lists: boolean
    }
  | { readonly kind: 'results-cut'; readonly callIds: readonly string[]; readonly standIn: string | undefined }
  | {
      readonly kind: 'thinking-stripped'
      readonly from: { readonly messageId: string; readonly thinkingIndex: number } | undefined
    }
  /** A file named with @ that is an image, or a notebook with images. */
  | { readonly kind: 'image-file'; readonly images: number; readonly characters: number }
  /** Words that the user typed while the model was working. */
  | { readonly kind: 'queued'; readonly isHumanTurn: boolean; readonly isNotice: boolean }
  | { readonly kind: 'tools-record'; readonly names: readonly string[] }
  /** The turns that were allowed had been used up, before the client was to end. */
  | { readonly kind: 'turns-left' }
  /** What the API refused, as the client tells it. */
  | {
      readonly kind: 'api-error'
      /** It ended the turn: the client does not try again (N26). */
      readonly isFinal: boolean
      /** It stands for no request. */
      readonly isUnsent: boolean
      /** What is left out of the message that was refused (A5). */
      readonly media: readonly MediaType[]
    }
  /** A `last-prompt` entry and the leaf that it names; null is the empty history. */
  | {
      readonly kind: 'checkpoint'
      readonly leafUuid: string | null
      readonly explicit: boolean
      readonly rewound: boolean
    }

type Value = Readonly<Record<string, unknown>>

const ATTACHMENTS: ReadonlySet<string> = new Set([
  'tool_results_cut',
  'thinking_stripped',
  'file',
  'deferred_tools_record',
  'queued_command',
  'max_turns_reached',
])

/** Is an entry of this type decoded? */
export function hasDetail(type: string, subtype: string): boolean {
  if (type === 'last-prompt') return true
  if (type === 'system') return subtype === 'compact_boundary'
  return type === 'attachment' && ATTACHMENTS.has(subtype)
}

export function apiErrorDetail(value: Value): EntryDetail {
  const { stop_reason: reason, content } = object(value['message']) as Value & {
    readonly stop_reason?: unknown
    readonly content?: unknown
  }
  const error = value['apiError']
  return {
    kind: 'api-error',
    isFinal: reason === 'refusal' || FINAL.has(String(error)) || Array.isArray(value['retractedMessageUuids']),
    isUnsent: error === 'unattended_start_unconfirmed',
    media: refusedMedia(text(value['errorDetails']) ?? '', text(object(list(content)[0])['text']) ?? ''),
  }
}

/** Errors behind which the client does not try again. */
const FINAL: ReadonlySet<string> = new Set(['dlp_request_denied', 'safety_monitor_blocked', 'unattended_start_limit'])

export function entryDetail(value: Value): EntryDetail | undefined {
  if (value['type'] === 'system') return boundary(object(value['compactMetadata']))
  if (value['type'] === 'last-prompt') return checkpoint(value)
  const attachment = object(value['attachment'])
  switch (attachment['type']) {
    case 'tool_results_cut':
      return { kind: 'results-cut', callIds: texts(attachment['callIds']), standIn: text(attachment['standIn']) }
    case 'thinking_stripped':
      return { kind: 'thinking-stripped', from: strippedFrom(attachment) }
    case 'file':
      return imageFile(object(attachment['content']))
    case 'queued_command':
      return queued(attachment)
    case 'max_turns_reached':
      return attachment['exitCommitted'] === false ? { kind: 'turns-left' } : undefined
    case 'deferred_tools_record':
      return { kind: 'tools-record', names: toolNames(attachment['entries']) }
    default:
      return undefined
  }
}

/** What is no text names nothing, but replaces what was named before. */
const NO_ENTRY = '\0'

function checkpoint(value: Value): EntryDetail | undefined {
  if (!('leafUuid' in value)) return undefined
  const { leafUuid } = value as { readonly leafUuid: unknown }
  return {
    kind: 'checkpoint',
    leafUuid: leafUuid === null ? null : leafUuid ? (text(leafUuid) ?? NO_ENTRY) : '',
    explicit: value['explicit'] === true,
    rewound: value['rewound'] === true,
  }
}

function boundary(metadata: Value): EntryDetail {
  const messages = object(metadata['preservedMessages'])
  const segment = object(metadata['preservedSegment'])
  const head = text(segment['headUuid'])
  const tail = text(segment['tailUuid'])
  const hasList = Array.isArray(messages['uuids'])
  return {
    kind: 'boundary',
    preserved: hasList ? { anchor: text(messages['anchorUuid']), uuids: texts(messages['uuids']) } : undefined,
    segment: head !== undefined && tail !== undefined ? { head, anchor: text(segment['anchorUuid']), tail } : undefined,
    keeps: metadata['preservedMessages'] != null || metadata['preservedSegment'] != null,
    lists: hasList || Boolean(metadata['preservedSegment']),
  }
}

function imageFile(content: Value): EntryDetail | undefined {
  if (content['type'] === 'image')
    return { kind: 'image-file', images: 1, characters: text(object(content['file'])['base64'])?.length ?? 0 }
  if (content['type'] !== 'notebook') return undefined
  const images = list(object(content['file'])['cells'])
    .flatMap(cell => list(object(cell)['outputs']))
    .filter(output => typeof object(object(output)['image'])['image_data'] === 'string').length
  return images > 0 ? { kind: 'image-file', images, characters: 0 } : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function queued(attachment: Value): EntryDetail {
  const {
    origin,
    commandMode: mode,
    isMeta,
  } = attachment as Value & {
    readonly origin?: unknown
    readonly commandMode?: unknown
    readonly isMeta?: unknown
  }
  const kind = object(origin)['kind']
  const isPrompt = mode === 'prompt' && isMeta !== true && attachment['promptRewritten'] !== true
  const isOwnTurn =
    attachment['humanTurn'] === true ? kind === 'human' : attachment['hostsOwnTurn'] === true && origin === undefined
  return {
    kind: 'queued',
    isHumanTurn: isPrompt && isOwnTurn,
    isNotice: origin == null ? mode === 'task-notification' || isMeta === true : !OF_USER.has(kind),
  }
}

/** Where queued words come from that are the user's. */
const OF_USER: ReadonlySet<unknown> = new Set(['human', 'auto-continuation'])

/** undefined: all of it. */
function strippedFrom(attachment: Value) {
  const { messageId, thinkingIndex } = object(attachment['from']) as Value & {
    readonly messageId?: unknown
    readonly thinkingIndex?: unknown
  }
  const index = typeof thinkingIndex === 'string' ? Number(thinkingIndex) : thinkingIndex
  if (attachment['scope'] !== 'partial' || typeof messageId !== 'string' || typeof index !== 'number') return undefined
  return { messageId, thinkingIndex: index }
}

/** A record with one entry that is no whole definition counts for nothing. */
function toolNames(entries: unknown): readonly string[] {
  return Array.isArray(entries) && entries.every(isDefinition) ? entries.map(entry => entry.name) : []
}

function isDefinition(entry: unknown): entry is { readonly name: string } {
  const {
    name,
    description,
    input_schema: schema,
    defer_loading: deferred,
  } = object(entry) as Value & {
    readonly name?: unknown
    readonly description?: unknown
    readonly input_schema?: unknown
    readonly defer_loading?: unknown
  }
  const isWhole = typeof name === 'string' && typeof description === 'string' && deferred === true
  return isWhole && object(schema)['type'] === 'object'
}

function object(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
