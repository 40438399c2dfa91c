// The secrets of one entry: where they are, and which of them must stay, because the entry would be none without them.

import type { ByteSource, SecretHit, SecretScanner, Unscanned } from '../../secrets/index.js'
import { type Field, fieldsAt } from '../edits/entry-fields.js'

export interface EntrySecret extends SecretHit {
  readonly field: Field
  /** A number: what takes its place needs quotes. */
  readonly isBare?: true
}

/** `bytes` is the entry's JSON text. In order. */
export function secretsInEntry(
  scanner: SecretScanner,
  bytes: Uint8Array,
  unscanned?: (what: Unscanned) => void,
): readonly EntrySecret[] {
  return inFields(scanner.scan(bytes, 'json', unscanned), () => bytes)
}

/** The same for an entry that is not held: it is only where something is found in it. */
export function secretsInLongEntry(
  scanner: SecretScanner,
  entry: ByteSource,
  unscanned?: (what: Unscanned) => void,
): readonly EntrySecret[] {
  return inFields(scanner.scanSource(entry, 'json', unscanned), () => entry.read(0, entry.size))
}

function inFields(hits: readonly SecretHit[], whole: () => Uint8Array): readonly EntrySecret[] {
  if (hits.length === 0) return NONE
  const bytes = whole()
  const fields = fieldsAt(
    bytes,
    hits.map(hit => hit.start),
  )
  return hits.flatMap((hit, at): readonly EntrySecret[] => {
    const field = fields[at]!
    if (field.start === field.end || isUntouchable(field) || (hit.isKnown && isOfFormat(field))) return NONE
    const isBare = bytes[field.start] !== 0x22
    return [isBare ? { ...hit, start: field.start, end: field.end, field, isBare } : { ...hit, field }]
  })
}

const NONE: readonly EntrySecret[] = []

const OWN_IDS = new Set([
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sourceToolAssistantUUID',
  'leafUuid',
  'messageId',
  'sessionId',
  'session_id',
  'requestId',
  'agentId',
  'toolUseID',
  'parentToolUseID',
])
const BLOCK_IDS = new Set(['id', 'tool_use_id', 'signature'])

/** Ids hold entries together, and signatures are checked by the API. */
function isUntouchable({ path, isKey }: Field): boolean {
  const [first, second] = path
  if (isKey) return false
  if (path.length === 1) return OWN_IDS.has(String(first))
  if (first !== 'message') return false
  if (path.length === 2) return second === 'id'
  if (second !== 'content' || path.length !== 4) return false
  return BLOCK_IDS.has(String(path.at(-1)))
}

const OF_FORMAT = [
  /^(?:type|subtype|version|userType|entrypoint|timestamp|operation|level|permissionMode|mode)$/,
  /^message\.(?:type|role|model|stop_reason|stop_sequence|usage(?:\..+)?)$/,
  /^message\.content\.\d+(?:\.content\.\d+)?\.(?:type|name|source\.(?:type|media_type)|(?:cache_control|caller)\..+)$/,
  /^(?:toolUseResult|attachment|data|compactMetadata|snapshot)(?:\.\w+){0,3}\.(?:type|timestamp)$/,
]

/** Words of the format, which somebody may also have taken for a password. */
function isOfFormat({ path, isKey }: Field): boolean {
  if (isKey) return path.length <= 2 || path[0] === 'message' || /^[A-Za-z_]+$/.test(String(path.at(-1)))
  const name = path.join('.')
  return OF_FORMAT.some(one => one.test(name))
}
