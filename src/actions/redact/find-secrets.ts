// The secrets of a session and of everything that lies with it, each with its place and the placeholder for it.

import type { Rows } from '../../conversation/rows.js'
import { type FileState, sideFilesOf } from '../../disk/index.js'
import type { Edit } from '../../format/changes.js'
import { inWindows } from '../../reshape/edits/index.js'
import {
  type EntrySecret,
  type SecretStretch,
  type SecretsFound,
  type SecretsIn,
  secretsInEntry,
  secretsInLongEntry,
} from '../../reshape/redact/index.js'
import {
  type ByteSource,
  type KnownSecret,
  MIN_KNOWN,
  type ScanOptions,
  type SecretHit,
  type SecretRule,
  type SecretScanner,
  secretScanner,
  type Unscanned,
} from '../../secrets/index.js'
import type { OpenForChange } from '../reshape/reshape-source.js'
import { contentFor, type Mark } from './content-for.js'
import { maskedContext, partHider } from './masked.js'
import { type FileSecrets, secretsInFile } from './secrets-in-file.js'
import { secretsInHistory } from './secrets-in-history.js'

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

/** How many of each could not be looked into. */
export type UnscannedCounts = Readonly<Record<Unscanned, number>>

export interface Findings {
  readonly found: SecretsFound
  readonly list: readonly FoundSecret[]
  /** Hides parts of what was found: of a copy that was cut nothing else tells what it is. */
  hideParts(text: string): string
  /** With what was found by now: it sees a secret also where nothing else tells that it is one. */
  readonly scanner: SecretScanner
  readonly unscanned: UnscannedCounts
  /** Secrets that are too short to be looked for by themselves. */
  readonly short: number
  /** Of side files with secrets, before they were read. */
  readonly states: ReadonlyMap<string, FileState>
}

export async function findSecrets(
  open: OpenForChange,
  rules: readonly SecretRule[],
  mark: Mark,
  options: Pick<ScanOptions, 'entropy'> = {},
): Promise<Findings> {
  const first = secretScanner(rules, options)
  const known = new Map<string, KnownSecret>()
  const short = new Set<string>()
  const see = ({ kind, secret, inside = [] }: SecretHit): void => {
    inside.forEach(see)
    if (isPersonal(kind)) return
    if (secret.length < MIN_KNOWN) short.add(secret)
    else if (!known.has(secret)) known.set(secret, { kind, secret })
  }
  const seen = await scanAll(open, first, see)
  if (!seen.isAny)
    return {
      found: NOTHING,
      list: [],
      hideParts: text => text,
      scanner: first,
      unscanned: seen.unscanned,
      short: 0,
      states: NO_STATES,
    }
  const scanner = secretScanner(rules, { ...options, known: known.values() })
  const list: FoundSecret[] = []
  const hide = partHider([...known.keys()])
  const { hits, unscanned } = await scanAll(open, scanner, undefined, (hit, path, line, field, context) =>
    list.push({ kind: hit.kind, path, line, field, context: hide(context), placeholder: mark(hit) }),
  )
  const files = [...hits.files, ...hits.shared]
  return {
    found: withMarks(hits, mark),
    list,
    hideParts: hide,
    scanner,
    unscanned,
    short: short.size,
    states: new Map(files.map(([path, { state }]) => [path, state])),
  }
}

/** A home directory and a name are only what they are as whole words. */
function isPersonal(kind: string): boolean {
  return kind === 'home' || kind === 'user'
}

const NO_STATES: ReadonlyMap<string, FileState> = new Map()
const NOTHING: SecretsFound = {
  main: { rows: new Map(), gaps: [] },
  agents: new Map(),
  files: new Map(),
  shared: new Map(),
}

interface HitsIn {
  readonly rows: Map<number, readonly EntrySecret[]>
  /** Places in the file. */
  readonly gaps: readonly SecretHit[]
}

interface HitsFound {
  readonly main: HitsIn
  readonly agents: ReadonlyMap<number, HitsIn>
  readonly files: ReadonlyMap<string, FileSecrets>
  readonly shared: ReadonlyMap<string, FileSecrets>
}

interface Scanned {
  readonly hits: HitsFound
  readonly unscanned: UnscannedCounts
  readonly isAny: boolean
}

type See = (hit: SecretHit) => void
export type Tell = (hit: SecretHit, path: string, line: number | null, field: string | null, context: string) => void

async function scanAll(
  { source }: OpenForChange,
  scanner: SecretScanner,
  see: See = () => undefined,
  tell?: Tell,
): Promise<Scanned> {
  const { folder } = source
  const unscanned = { image: 0, pdf: 0, archive: 0, data: 0 }
  const miss = (what: Unscanned): void => {
    unscanned[what]++
  }
  const found = { scanner, see, tell, miss }
  const main = scanTranscript(source, folder.path, found)
  const agents = new Map<number, HitsIn>()
  source.agents.forEach((agent, position) => {
    const hits = scanTranscript(agent, folder.agents[position]!.path, found)
    if (hits.rows.size > 0 || hits.gaps.length > 0) agents.set(position, hits)
  })
  const files = new Map<string, FileSecrets>()
  const transcripts = new Set(folder.agents.map(agent => agent.path))
  for (const path of sideFilesOf(folder)) {
    if (transcripts.has(path)) continue
    const inFile = secretsInFile(path, scanner, miss)
    if (inFile.hits.length > 0) files.set(path, inFile)
    tellFile(path, inFile)
  }
  const shared = await secretsInHistory(source, scanner, miss)
  for (const [path, inFile] of shared) tellFile(path, inFile)
  const isAny = main.rows.size + main.gaps.length + agents.size + files.size + shared.size > 0
  return { hits: { main, agents, files, shared }, unscanned, isAny }

  function tellFile(path: string, { hits, contexts, lines }: FileSecrets): void {
    hits.forEach((hit, at) => {
      see(hit)
      tell?.(hit, path, lines?.[at] ?? null, null, contexts[at]!)
    })
  }
}

interface Transcript {
  readonly conversation: { readonly rows: Rows }
  readonly size: number
  read(offset: number, length: number, into?: Uint8Array): Uint8Array
}

interface Telling {
  readonly scanner: SecretScanner
  readonly see: See
  readonly tell: Tell | undefined
  readonly miss: (what: Unscanned) => void
}

function scanTranscript(
  { conversation: { rows }, size, read }: Transcript,
  path: string,
  { scanner, see, tell, miss }: Telling,
): HitsIn {
  const entryAt = inWindows(read, size)
  const found = new Map<number, readonly EntrySecret[]>()
  const gaps: SecretHit[] = []
  let end = 0
  for (let row = 0; row <= rows.count; row++) {
    const offset = row < rows.count ? rows.offset[row]! : size
    if (offset - end >= MIN_GAP) inGap(end, offset, row)
    if (row === rows.count) break
    const length = rows.length[row]!
    end = Math.max(end, offset + length)
    const long = length > LONG_ENTRY ? part(offset, offset + length) : undefined
    const bytes = long ? undefined : entryAt(offset, length)
    const hits = bytes ? secretsInEntry(scanner, bytes, miss) : secretsInLongEntry(scanner, long!, miss)
    if (hits.length === 0) continue
    found.set(row, hits)
    hits.forEach((hit, at) => {
      see(hit)
      if (!tell) return
      const readOwn = bytes ? (from: number, count: number) => bytes.subarray(from, from + count) : long!.read
      tell(hit, path, rows.line[row]!, hit.field.path.join('.'), maskedContext(readOwn, length, hits, at))
    })
  }
  return { rows: found, gaps }

  function part(from: number, to: number): ByteSource {
    return { size: to - from, read: (offset, count, into) => read(from + offset, count, into) }
  }

  /** Damaged lines. */
  function inGap(from: number, to: number, row: number): void {
    const gap = part(from, to)
    const hits = scanner.scanSource(gap, 'json', miss)
    hits.forEach((hit, index) => {
      gaps.push({ ...hit, start: hit.start + from, end: hit.end + from })
      see(hit)
      const line = row === 0 ? 1 : rows.line[row - 1]! + 1
      tell?.(hit, path, line, null, maskedContext(gap.read, gap.size, hits, index))
    })
  }
}

/** An entry of more bytes is scanned in pieces: it is held only where something is found in it. */
const LONG_ENTRY = 8 << 20
/** Line ends and blanks hold nothing. */
const MIN_GAP = 8

function withMarks({ main, agents, files, shared }: HitsFound, mark: Mark): SecretsFound {
  const stretch = (hit: EntrySecret): SecretStretch => {
    return { kind: hit.kind, start: hit.start, end: hit.end, content: contentFor(hit, mark) }
  }
  const edit = (hit: SecretHit): Edit => {
    return { offset: hit.start, length: hit.end - hit.start, content: contentFor(hit, mark) }
  }
  const marked = ({ rows, gaps }: HitsIn): SecretsIn => ({
    rows: new Map([...rows].map(([row, hits]) => [row, hits.map(stretch)])),
    gaps: gaps.map(edit),
  })
  const inFiles = (found: ReadonlyMap<string, FileSecrets>): ReadonlyMap<string, readonly Edit[]> =>
    new Map([...found].map(([path, { hits, isFixed }]) => [path, hits.map(hit => fitted(edit(hit), hit, isFixed))]))
  return {
    main: marked(main),
    agents: new Map([...agents].map(([position, hits]) => [position, marked(hits)])),
    files: inFiles(files),
    shared: inFiles(shared),
  }
}

const [STAR, NUL] = [0x2a, 0]

/** In a file that is no text every byte has its place: what is put there is as long as what stood there. */
function fitted(edit: Edit, { as }: SecretHit, isFixed: boolean): Edit {
  if (!isFixed || edit.content.length === edit.length) return edit
  const content = new Uint8Array(edit.length)
  for (let at = 0; at < content.length; at++) {
    const isHigh = as !== undefined && as !== 'base64' && (at & 1) === (as === 'utf-16le' ? 1 : 0)
    content[at] = edit.content[at] ?? (isHigh ? NUL : STAR)
  }
  return { ...edit, content }
}
