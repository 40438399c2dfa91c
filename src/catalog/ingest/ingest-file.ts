// Reads a transcript, or what has come to it since, and hands over what the catalog keeps of it.

import { filePrint } from '../../disk/file-print.js'
import type { Transcript } from '../../disk/list-transcripts.js'
import { openSource, readRecords } from '../../disk/read-session.js'
import { StorageError } from '../../format/error.js'
import type { FoundGap, RecordSink } from '../../format/found.js'
import { searchable } from '../query/words.js'
import type { Figures, Outline, ReadSoFar, Source, SourceUpdate, StoredCard, Text } from '../store.js'
import { isDamagedAnswer } from '../usage/scan-file.js'
import { type BoundedReading, boundedReading } from './bounded-reading.js'
import { entryReader, type Gathered } from './entry-reader.js'
import { NO_FIGURES } from './figures.js'
import { isLong, piecesOf } from './long-text.js'
import { outlineOf } from './outline.js'
import { type Settled as SettledBehind, settledBehind } from './settled.js'

/** By the one rule that lists have for it. */
export type CardOf = (transcript: Transcript, configDir: string) => StoredCard | undefined

export interface IngestRequest {
  readonly transcript: Transcript
  readonly folder: string
  readonly configDir: string
  /** The path of the session's own file. */
  readonly session: string
  /** What is known of it already. */
  readonly known: Source | undefined
  /** Begin where the last reading ended. */
  readonly goOn: boolean
  /** It was written so shortly before it was looked at that it may change again without another time. */
  readonly isFresh: boolean
  /** What lists show of it; asked once, when it was read. */
  readonly cardOf: CardOf
}

export interface IngestDoing {
  /** Takes what is there. False: somebody else writes about the same file, so it is left to them. */
  readonly hand: (update: SourceUpdate) => Promise<boolean>
  readonly onBytes?: (bytes: number) => void
  /** An entry of so many bytes was read and is no longer held; its texts are read again in pieces. */
  readonly afterLong?: ((bytes: number) => void) | undefined
  readonly signal?: AbortSignal
}

const FRESH = -1

/** How much text is held before it is handed over: what lives long must be copied when memory is collected. */
const MOST_WAITING = 2_000_000
/** The same while an entry with a long text is held besides. */
const MOST_IN_PIECES = 500_000

/** The edition that it has now; undefined where it was left to somebody else. */
export async function ingestFile(request: IngestRequest, doing: IngestDoing): Promise<number | undefined> {
  const { transcript, known, configDir } = request
  const before = request.goOn ? known?.read : undefined
  const reader = entryReader(before?.figures ?? NO_FIGURES, before?.open ?? '[]')
  const sink = settlingSink(before, boundedReading(reader.see))
  let edition = known?.edition ?? null
  let keepBefore = before?.offset ?? 0
  let isMine = true
  let counted = keepBefore

  const hand = async (update: Omit<SourceUpdate, 'after' | 'keepBefore'>, kept: number): Promise<void> => {
    isMine &&= await doing.hand({ ...update, after: edition, keepBefore })
    edition = (edition ?? 0) + 1
    keepBefore = kept
  }

  /** As it was handed over last. */
  let lastSource: Source = {
    ...about(request),
    file: { dev: transcript.dev, ino: transcript.ino, size: keepBefore, mtimeMs: 0 },
    read: before ?? NOTHING_READ,
    figures: before?.figures ?? NO_FIGURES,
    problem: null,
  }
  let unreadAgain: StorageError | undefined

  let settled: { readonly read: Settled; readonly figures: Figures; readonly open: string } | undefined
  const { bytes, problem: unread } = await readRecords(transcript.path, sink, {
    root: configDir,
    ...(before ? { from: { offset: before.offset, line: before.line } } : {}),
    ...(doing.signal ? { signal: doing.signal } : {}),
    onProgress: read => {
      doing.onBytes?.(read - counted)
      counted = read
    },
    afterChunk: async () => {
      await handLong()
      if (isMine && reader.waiting > MOST_WAITING && sink.settled.isClean) await handPart()
    },
    beforeEnd: () => {
      settled = {
        read: sink.settled,
        figures: { ...reader.figures(), ...damageOf(sink.settled) },
        open: reader.open(),
      }
      sink.ends()
    },
  })
  await handLong()
  if (!isMine) return undefined
  const problem = unread ?? unreadAgain
  const figures: Figures = { ...reader.figures(), ...sink.damage() }
  const read = problem || !settled?.read.isClean ? NOTHING_READ : readSoFar(settled)
  const print = read.offset === 0 ? undefined : filePrint(transcript.path, read.offset, configDir)
  const source: Source = {
    ...about(request),
    file: {
      dev: transcript.dev,
      ino: transcript.ino,
      size: problem ? transcript.size : bytes,
      // A time that no file has: the next look at it is not satisfied with this one.
      mtimeMs: request.isFresh ? FRESH : transcript.mtimeMs,
    },
    read: print === undefined ? NOTHING_READ : { ...read, ...print },
    figures,
    problem: problem?.message ?? null,
  }
  const isSession = transcript.agentId === null
  await hand(
    {
      source,
      ...reader.take(),
      card: isSession ? request.cardOf(transcript, configDir) : undefined,
      outline: isSession && !before && !problem ? sink.outline() : null,
    },
    0,
  )
  return isMine ? (edition ?? undefined) : undefined

  /** The file is on its way: it has the size of what was read, so the rest counts as new when this ends here. */
  async function handPart(): Promise<void> {
    const part = {
      read: sink.settled,
      figures: { ...reader.figures(), ...damageOf(sink.settled) },
      open: reader.open(),
    }
    const so = readSoFar(part)
    const print = filePrint(transcript.path, so.offset, configDir)
    if (print === undefined) return // it is no longer what was read; the end will tell
    const gathered: Gathered = reader.take()
    const source: Source = {
      ...about(request),
      file: { dev: transcript.dev, ino: transcript.ino, size: so.offset, mtimeMs: 0 },
      read: { ...so, ...print },
      figures: part.figures,
      problem: null,
    }
    lastSource = source
    await hand({ source, ...gathered, outline: null }, so.offset)
  }

  /** All texts with the long ones among them, in the order of the file. Where this ends here, they are read again. */
  async function handLong(): Promise<void> {
    const long = reader.takeLong()
    if (long.length === 0 || !isMine) return
    doing.afterLong?.(long.reduce((sum, { length }) => sum + length, 0))
    const all = [...reader.takeTexts(), ...long].toSorted((a, b) => a.offset - b.offset)
    let batch: Text[] = []
    let waiting = 0
    const handTexts = async (): Promise<void> => {
      const kept = batch.at(-1)!.offset + 1
      await hand({ source: lastSource, texts: batch, tokens: [], touches: [], outline: null }, kept)
      batch = []
      waiting = 0
    }
    try {
      const file = openSource(transcript.path, { root: configDir })
      try {
        for (const one of all)
          for (const text of isLong(one) ? piecesOf(one, file, searchable) : [one]) {
            batch.push(text)
            waiting += text.words.length
            if (waiting > MOST_IN_PIECES) await handTexts()
            doing.signal?.throwIfAborted()
          }
      } finally {
        file.close()
      }
      if (batch.length > 0) await handTexts()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      unreadAgain = error
    }
  }
}

function about({ transcript, folder, session }: IngestRequest) {
  return {
    path: transcript.path,
    folder,
    session,
    agentId: transcript.agentId,
    titleMtimeMs: transcript.titleMtimeMs,
    edition: 0, // counted by the store
    gone: false,
  }
}

export const NOTHING_READ: ReadSoFar = { offset: 0, line: 1, head: '', tail: '', figures: NO_FIGURES, open: '[]' }

function readSoFar({
  read,
  figures,
  open,
}: {
  readonly read: Settled
  readonly figures: Figures
  readonly open: string
}): ReadSoFar {
  return { ...NOTHING_READ, offset: read.offset, line: read.line, figures, open }
}

interface Settled extends SettledBehind {
  readonly damaged: number
  readonly damagedAnswers: number
}

type Damage = Pick<Settled, 'damaged' | 'damagedAnswers'>

function damageOf({ damaged, damagedAnswers }: Settled): Damage {
  return { damaged, damagedAnswers }
}

interface SettlingSink extends RecordSink {
  readonly settled: Settled
  /** From here on nothing is settled. */
  ends(): void
  damage(): Damage
  /** Null where the conversation was too large to be held. */
  outline(): Outline | null
}

export function settlingSink(before: ReadSoFar | undefined, reading: BoundedReading): SettlingSink {
  let isEnding = false
  let damaged = before?.figures.damaged ?? 0
  let damagedAnswers = before?.figures.damagedAnswers ?? 0
  let settled: Settled = {
    offset: before?.offset ?? 0,
    line: before?.line ?? 1,
    damaged,
    damagedAnswers,
    isClean: before !== undefined,
  }

  return {
    entry(found, bytes, start, spans) {
      reading.entry(found, bytes, start, spans)
      if (!isEnding) settled = { ...settledBehind(found, bytes, start), damaged, damagedAnswers }
    },
    gap(gap: FoundGap, bytes, start) {
      if (gap.reason !== 'blank' && gap.reason !== 'byte-order-mark') damaged++
      if (isDamagedAnswer(gap, bytes, start)) damagedAnswers++
      reading.gap(gap)
    },
    finding: finding => reading.finding(finding),
    end: totals => reading.end(totals),
    get settled() {
      return settled
    },
    ends() {
      isEnding = true
    },
    damage: () => ({ damaged, damagedAnswers }),
    outline() {
      const conversation = reading.conversation()
      return conversation ? outlineOf(conversation) : null
    },
  }
}
