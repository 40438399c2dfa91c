// One transcript on its way to the store. The file is the queue, and the store holds the cursor: how far it has it, and a
// hash of all that it has. What the file says up to there must have that hash, else it was rewritten and begins anew.

import { createHash } from 'node:crypto'
import { ingestBytes } from '../../catalog/ingest/ingest-bytes.js'
import { NOTHING_READ } from '../../catalog/ingest/ingest-file.js'
import type { TeamStore } from '../../catalog/postgres/postgres-store.js'
import type { ReadSoFar, Source, StoredCard } from '../../catalog/store.js'
import type { Transcript } from '../../disk/list-transcripts.js'
import { eachRedacted, type FileToRead, type Looked, lookThrough, type Piece } from './redacted.js'

/** So much is sent in one go; a single entry may be larger. */
export const BATCH_BYTES = 1_000_000

export interface ShipFile {
  readonly transcript: Transcript
  readonly configDir: string
  /** Its name in the store, and those of its folder and of its session. */
  readonly path: string
  readonly folder: string
  readonly session: string
  /** What lists show of it, where it is a session's own. */
  readonly card: () => StoredCard | undefined
  /** May it be sent, after all that is known of it? */
  readonly isHeld: (looked: Looked) => string | undefined
  readonly signal?: AbortSignal | undefined
}

export type Shipped =
  | { readonly outcome: 'current' }
  | { readonly outcome: 'shipped'; readonly batches: number; readonly bytes: number; readonly secrets: number }
  | { readonly outcome: 'held'; readonly why: string }

interface Cursor {
  /** How often the file has begun anew. */
  readonly generation: number
  /** Of all that stands before where the reading goes on. */
  readonly sha256: string
}

/** How often somebody else may be about the same file before it is left to them. */
const MOST_ATTEMPTS = 8

export async function shipFile(store: TeamStore, file: ShipFile): Promise<Shipped> {
  const { transcript, configDir, signal } = file
  const toRead: FileToRead = { path: transcript.path, root: configDir, size: transcript.size, signal }
  let looked: Looked | undefined
  let mayGoOn = true
  for (let attempt = 1; ; attempt++) {
    const server = await store.cursor(file.path)
    if (server && isSame(server.source, transcript)) return { outcome: 'current' }
    looked ??= await lookThrough(toRead)
    const why = looked.held ?? file.isHeld(looked)
    if (why !== undefined) return { outcome: 'held', why }
    const result = await send(store, file, toRead, looked, server, mayGoOn)
    if (typeof result !== 'string') return { outcome: 'shipped', ...result }
    if (result === 'rewritten') mayGoOn = false
    else if (attempt >= MOST_ATTEMPTS) return { outcome: 'held', why: 'somebody else is shipping it' }
  }
}

function isSame({ file, problem, titleMtimeMs }: Source, transcript: Transcript): boolean {
  return (
    problem === null &&
    file.size === transcript.size &&
    file.mtimeMs === transcript.mtimeMs &&
    file.ino === transcript.ino &&
    titleMtimeMs === transcript.titleMtimeMs
  )
}

async function send(
  store: TeamStore,
  file: ShipFile,
  toRead: FileToRead,
  looked: Looked,
  server: Awaited<ReturnType<TeamStore['cursor']>>,
  mayGoOn: boolean,
): Promise<{ batches: number; bytes: number; secrets: number } | 'rewritten' | 'mismatch'> {
  const before = server?.cursor ? (JSON.parse(server.cursor) as Cursor) : undefined
  const goesOn = mayGoOn && before !== undefined && server!.source.read.offset > 0
  const generation = before === undefined ? 1 : goesOn ? before.generation : before.generation + 1
  let read: ReadSoFar = goesOn ? server!.source.read : NOTHING_READ
  let edition = server?.source.edition ?? null
  /** Up to here the store has it. */
  const known = read.offset
  const hash = createHash('sha256')
  let position = 0
  let isKnown = known === 0
  let isRewritten = false
  let waiting: Piece[] = []
  let held = 0
  /** Places in `waiting` behind which a batch may end. */
  let cut = 0
  let total = { batches: 0, bytes: 0, secrets: 0 }
  let isLost = false

  const take = (piece: Piece): void => {
    if (isKnown) {
      waiting.push(piece)
      held += piece.bytes.length
      if (piece.isSettled) cut = waiting.length
      return
    }
    hash.update(piece.bytes)
    position += piece.bytes.length
    if (position < known) return
    isKnown = true
    if (position !== known || hash.copy().digest('hex') !== before!.sha256) isRewritten = true
  }

  const about = (): Omit<Source, 'read' | 'figures' | 'file'> => ({
    path: file.path,
    folder: file.folder,
    session: file.session,
    agentId: file.transcript.agentId,
    titleMtimeMs: file.transcript.titleMtimeMs,
    edition: 0,
    gone: false,
    problem: null,
  })

  /** The first pieces, as many as fit; `isLast`: nothing follows. */
  const ship = async (pieces: readonly Piece[], isSettled: boolean, isLast: boolean): Promise<void> => {
    const raw = Buffer.concat(pieces.map(piece => piece.bytes))
    const { figures, open, line, ...gathered } = ingestBytes(raw, read)
    const next: ReadSoFar = isSettled
      ? { ...NOTHING_READ, offset: read.offset + raw.length, line, figures, open }
      : read
    if (isSettled) hash.update(raw)
    const { dev, ino, size, mtimeMs } = file.transcript
    const card = isLast && file.transcript.agentId === null ? file.card() : undefined
    const cursor: Cursor = { generation, sha256: hash.copy().digest('hex') }
    const isTaken = await store.ship(
      {
        source: {
          ...about(),
          // On its way it is no file that there is: the next look at it is not satisfied with this one.
          file: isLast ? { dev, ino, size, mtimeMs } : { dev, ino, size: -1, mtimeMs: 0 },
          read: next,
          figures,
        },
        after: edition,
        keepBefore: read.offset,
        ...gathered,
        ...(card ? { card } : {}),
        outline: isLast ? looked.outline : null,
      },
      { raw, cursor: JSON.stringify(cursor), project: card?.project ?? null },
    )
    if (!isTaken) {
      isLost = true
      return
    }
    edition = (edition ?? 0) + 1
    read = next
    total = {
      batches: total.batches + 1,
      bytes: total.bytes + raw.length,
      secrets: total.secrets + pieces.reduce((sum, piece) => sum + piece.secrets, 0),
    }
  }

  const flush = async (): Promise<void> => {
    while (!isRewritten && !isLost && held >= BATCH_BYTES && cut > 0) {
      let count = 0
      let bytes = 0
      for (let at = 0; at < cut; at++) {
        if (bytes + waiting[at]!.bytes.length > BATCH_BYTES && count > 0) break
        bytes += waiting[at]!.bytes.length
        if (waiting[at]!.isSettled) count = at + 1
      }
      const pieces = waiting.slice(0, count)
      waiting = waiting.slice(count)
      cut -= count
      held -= pieces.reduce((sum, piece) => sum + piece.bytes.length, 0)
      await ship(pieces, true, false)
    }
  }

  await eachRedacted(toRead, looked.scanner, take, flush)
  if (isRewritten || !isKnown) return 'rewritten'
  const rest = waiting.slice(cut)
  const settled = waiting.slice(0, cut)
  if (!isLost && (settled.length > 0 || rest.length === 0)) await ship(settled, true, rest.length === 0)
  // What may still change stands in a batch of its own, which the next one replaces.
  if (!isLost && rest.length > 0) await ship(rest, false, true)
  return isLost ? 'mismatch' : total
}
