// The few kinds of entry that are decoded when they are read: bookkeeping rows and compaction boundaries. They are
// short and rare, and the conversation needs more of them than a few numbers.

import type { Boundary } from './compactions.js'
import { heldText } from './held-text.js'
import type { QueueOperation } from './queue.js'

export interface Titles {
  custom: string | undefined
  ai: string | undefined
  agentName: string | undefined
  /** Titles of older clients; they name a leaf, often of another file (D6). */
  readonly summaries: { readonly text: string; readonly leafUuid: string; readonly row: number }[]
}

/** A file that the client backs up before it edits it. */
export interface TrackedFile {
  readonly path: string
  readonly versions: Map<number, TrackedVersion>
}

export interface TrackedVersion {
  readonly version: number
  /** Name of the backup below `file-history/<session>/`; undefined where the file did not exist before. */
  readonly backup: string | undefined
  readonly row: number
}

export interface Details {
  readonly queue: QueueOperation[]
  readonly boundaries: Boundary[]
  readonly titles: Titles
  readonly trackedFiles: Map<string, TrackedFile>
}

export function newDetails(): Details {
  return {
    queue: [],
    boundaries: [],
    titles: { custom: undefined, ai: undefined, agentName: undefined, summaries: [] },
    trackedFiles: new Map(),
  }
}

type Value = Readonly<Record<string, unknown>>

const DECODED = new Set([
  'queue-operation',
  'summary',
  'custom-title',
  'ai-title',
  'agent-name',
  'file-history-snapshot',
  'file-history-delta',
  'compact_system',
])
const DECODED_SUBTYPES = new Set(['compact_boundary', 'microcompact_boundary'])

export function isDecoded(type: string, subtype: string): boolean {
  return DECODED.has(type) || (type === 'system' && DECODED_SUBTYPES.has(subtype))
}

/** `textHash`: hash of the entry's `content` as written, for queue operations. */
export function addDetail(details: Details, type: string, row: number, value: Value, textHash: number): void {
  switch (type) {
    case 'queue-operation':
      details.queue.push({
        row,
        operation: text(value['operation']) ?? '',
        text: text(value['content']) ?? '',
        hash: textHash,
      })
      return
    case 'summary':
      details.titles.summaries.push({
        text: text(value['summary']) ?? '',
        leafUuid: text(value['leafUuid']) ?? '',
        row,
      })
      return
    case 'custom-title':
      details.titles.custom = text(value['customTitle']) ?? text(value['title'])
      return
    case 'ai-title':
      details.titles.ai = text(value['aiTitle'])
      return
    case 'agent-name':
      details.titles.agentName = text(value['agentName'])
      return
    case 'file-history-snapshot':
      addTrackedFiles(details.trackedFiles, row, object(object(value['snapshot'])['trackedFileBackups']))
      return
    case 'file-history-delta':
      addTrackedFiles(details.trackedFiles, row, deltaBackups(value))
      return
    case 'compact_system':
      if (value['message'] === 'conversation_compacted') details.boundaries.push(systemBoundary(row, value))
      return
    case 'system':
      details.boundaries.push(boundary(row, value))
      return
  }
}

function boundary(row: number, value: Value): Boundary {
  const micro = value['subtype'] === 'microcompact_boundary'
  const metadata = object(value[micro ? 'microcompactMetadata' : 'compactMetadata'])
  const preTokens = number(metadata['preTokens'])
  const saved = number(metadata['tokensSaved'])
  return {
    row,
    dialect: micro ? 'microcompact' : 'boundary',
    trigger: text(metadata['trigger']),
    preTokens,
    postTokens:
      number(metadata['postTokens']) ??
      (preTokens !== undefined && saved !== undefined ? preTokens - saved : undefined),
    preserved: texts(object(metadata['preservedMessages'])['uuids']),
    segment: segment(object(metadata['preservedSegment'])),
    preservedCount: undefined,
    clearedToolIds: texts(metadata['compactedToolIds']),
  }
}

function segment(value: Value): Boundary['segment'] {
  const head = text(value['headUuid'])
  const tail = text(value['tailUuid'])
  return head !== undefined && tail !== undefined ? { head, tail } : undefined
}

/** Source document 004: conversation_compacting, conversation_compacted, conversation_restored. */
function systemBoundary(row: number, value: Value): Boundary {
  const metadata = object(value['metadata'])
  return {
    row,
    dialect: 'compact-system',
    trigger: undefined,
    preTokens: undefined,
    postTokens: undefined,
    preserved: [],
    segment: undefined,
    preservedCount: number(metadata['preservedMessages']),
    clearedToolIds: [],
  }
}

function addTrackedFiles(files: Map<string, TrackedFile>, row: number, backups: Value): void {
  for (const [path, backup] of Object.entries(backups)) {
    const version = number(object(backup)['version']) ?? 0
    const file = files.get(path) ?? { path, versions: new Map() }
    files.set(path, file)
    // Snapshots repeat what is tracked; only a new version is news.
    if (file.versions.has(version)) continue
    file.versions.set(version, { version, backup: text(object(backup)['backupFileName']), row })
  }
}

/** One file at a time, in the newest clients. */
function deltaBackups(value: Value): Value {
  const path = text(value['trackingPath']) ?? text(value['filePath'])
  return path === undefined ? object(value['trackedFileBackups']) : { [path]: value['backup'] ?? value }
}

function object(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? heldText(value) : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
