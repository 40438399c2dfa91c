// The secrets of a session and of everything that lies with it, each with its place and the placeholder for it.

import type { Rows } from '../../conversation/rows.js'
import { readWhole, sideFilesOf, storageError } from '../../disk/index.js'
import type { Edit } from '../../format/changes.js'
import type { SecretStretch, SecretsFound, SecretsIn } from '../../reshape/redact.js'
import { fieldAt, isUntouchable } from '../../reshape/redact.js'
import { inWindows } from '../../reshape/windows.js'
import {
  knownSecretRules,
  type ScanOptions,
  type SecretHit,
  type SecretRule,
  type SecretScanner,
  secretScanner,
  type TextForm,
} from '../../secrets/index.js'
import type { OpenForChange } from '../reshape/reshape-source.js'
import { maskedContext } from './masked.js'

/** One place of the review list. */
export interface FoundSecret {
  readonly kind: string
  /** The file that it is in. */
  readonly path: string
  /** Null in files that are no transcripts. */
  readonly line: number | null
  /** Where in the entry; null where it is in none. */
  readonly field: string | null
  /** What stands around it, with the secret hidden. */
  readonly context: string
  readonly placeholder: string
}

export interface Findings {
  readonly found: SecretsFound
  readonly list: readonly FoundSecret[]
  /** With what was found by now: it sees a secret also where nothing else tells that it is one. */
  readonly scanner: SecretScanner
}

export type Mark = (hit: SecretHit) => string

const utf8 = new TextEncoder()

export async function findSecrets(
  open: OpenForChange,
  rules: readonly SecretRule[],
  mark: Mark,
  options: ScanOptions = {},
): Promise<Findings> {
  const first = secretScanner(rules, options)
  const known: SecretHit[] = []
  await scanAll(open, first, hit => known.push(hit))
  if (known.length === 0) return { found: NOTHING, list: [], scanner: first }
  const scanner = secretScanner([...rules, ...knownSecretRules(known.filter(hit => !isPersonal(hit.kind)))], options)
  const list: FoundSecret[] = []
  const found = await scanAll(open, scanner, undefined, (hit, path, line, field, context) =>
    list.push({ kind: hit.kind, path, line, field, context, placeholder: mark(hit) }),
  )
  return { found: withMarks(found, mark), list, scanner }
}

/** A home directory and a name are only what they are as whole words. */
export function isPersonal(kind: string): boolean {
  return kind === 'home' || kind === 'user'
}

const NOTHING: SecretsFound = { main: { rows: new Map(), gaps: [] }, agents: new Map(), files: new Map() }

interface HitsIn {
  readonly rows: Map<number, readonly SecretHit[]>
  /** Places in the file. */
  readonly gaps: readonly SecretHit[]
}

interface HitsFound {
  readonly main: HitsIn
  readonly agents: ReadonlyMap<number, HitsIn>
  readonly files: ReadonlyMap<string, readonly SecretHit[]>
}

type Tell = (hit: SecretHit, path: string, line: number | null, field: string | null, context: string) => void

async function scanAll(
  open: OpenForChange,
  scanner: SecretScanner,
  see?: (hit: SecretHit) => void,
  tell?: Tell,
): Promise<HitsFound> {
  const { source } = open
  const { folder } = source
  const main = scanTranscript(source, folder.path, scanner, see, tell)
  const agents = new Map<number, HitsIn>()
  source.agents.forEach((agent, position) => {
    const hits = scanTranscript(agent, folder.agents[position]!.path, scanner, see, tell)
    if (hits.rows.size > 0 || hits.gaps.length > 0) agents.set(position, hits)
  })
  const files = new Map<string, readonly SecretHit[]>()
  const transcripts = new Set(folder.agents.map(agent => agent.path))
  for (const path of sideFilesOf(folder)) {
    if (transcripts.has(path)) continue
    const { bytes, problem } = await readWhole(path)
    if (problem) throw storageError(problem)
    if (bytes.includes(0)) continue // an image, or the like
    const hits = scanner.scan(bytes, formOf(path, bytes))
    if (hits.length === 0) continue
    files.set(path, hits)
    hits.forEach((hit, at) => {
      see?.(hit)
      tell?.(hit, path, null, null, maskedContext(bytes, hits, at))
    })
  }
  return { main, agents, files }
}

function formOf(path: string, bytes: Uint8Array): TextForm {
  return path.endsWith('.json') && (bytes[0] === 0x7b || bytes[0] === 0x5b) ? 'json' : 'text'
}

interface Transcript {
  readonly conversation: { readonly rows: Rows }
  readonly size: number
  read(offset: number, length: number): Uint8Array
}

function scanTranscript(
  { conversation: { rows }, size, read }: Transcript,
  path: string,
  scanner: SecretScanner,
  see?: (hit: SecretHit) => void,
  tell?: Tell,
): HitsIn {
  const entryAt = inWindows(read, size)
  const found = new Map<number, readonly SecretHit[]>()
  const gaps: SecretHit[] = []
  let end = 0
  for (let row = 0; row <= rows.count; row++) {
    const offset = row < rows.count ? rows.offset[row]! : size
    if (offset - end >= MIN_GAP) inGap(end, offset, row)
    if (row === rows.count) break
    const bytes = entryAt(offset, rows.length[row]!)
    end = Math.max(end, offset + rows.length[row]!)
    const all = scanner.scan(bytes, 'json')
    if (all.length === 0) continue
    const hits = all.filter(hit => !isUntouchable(fieldAt(bytes, hit.start)))
    if (hits.length === 0) continue
    found.set(row, hits)
    hits.forEach((hit, at) => {
      see?.(hit)
      const field = fieldAt(bytes, hit.start).join('.')
      tell?.(hit, path, rows.line[row]!, field, maskedContext(bytes, hits, at))
    })
  }
  return { rows: found, gaps }

  /** Damaged lines: a piece at a time, with an overlap in which nothing is lost. */
  function inGap(from: number, to: number, row: number): void {
    for (let at = from; at < to; at += PIECE) {
      const bytes = read(at, Math.min(PIECE + OVERLAP, to - at))
      const hits = scanner.scan(bytes, 'json').filter(hit => hit.start < PIECE)
      hits.forEach((hit, index) => {
        const placed = { ...hit, start: hit.start + at, end: hit.end + at }
        if (placed.start < (gaps.at(-1)?.end ?? 0)) return
        gaps.push(placed)
        see?.(hit)
        tell?.(hit, path, row === 0 ? 1 : rows.line[row - 1]! + 1, null, maskedContext(bytes, hits, index))
      })
    }
  }
}

/** Line ends and blanks hold nothing. */
const MIN_GAP = 8
const PIECE = 8 * 1024 * 1024
const OVERLAP = 64 * 1024

function withMarks({ main, agents, files }: HitsFound, mark: Mark): SecretsFound {
  const stretch = (hit: SecretHit): SecretStretch => {
    return { kind: hit.kind, start: hit.start, end: hit.end, content: utf8.encode(mark(hit)) }
  }
  const edit = (hit: SecretHit): Edit => {
    return { offset: hit.start, length: hit.end - hit.start, content: utf8.encode(mark(hit)) }
  }
  const marked = ({ rows, gaps }: HitsIn): SecretsIn => ({
    rows: new Map([...rows].map(([row, hits]) => [row, hits.map(stretch)])),
    gaps: gaps.map(edit),
  })
  return {
    main: marked(main),
    agents: new Map([...agents].map(([position, hits]) => [position, marked(hits)])),
    files: new Map([...files].map(([path, hits]) => [path, hits.map(edit)])),
  }
}
