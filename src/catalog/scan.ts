// Searching without an index: every transcript is read, and each text is looked at. The same questions, the same answers.

import {
  listTranscripts,
  sessionsOfAgentsBeside,
  type Transcript,
  type TranscriptFolder,
} from '../disk/list-transcripts.js'
import { openSource, readRecords } from '../disk/read-session.js'
import { rest } from '../disk/rest.js'
import { boundedReading } from './ingest/bounded-reading.js'
import { entryReader } from './ingest/entry-reader.js'
import { NO_FIGURES } from './ingest/figures.js'
import type { CardOf } from './ingest/ingest-file.js'
import { type LongText, piecesOf } from './ingest/long-text.js'
import { matcherOf, type Span } from './query/matcher.js'
import type { Question, TextFilters } from './query/question.js'
import type { FoundSource, FoundText, HitOrder, Source, StoredTouch, Text } from './store.js'

/** Which of these texts answer, and where; undefined for one that does not. */
export type TextTest = (texts: readonly string[]) => Promise<readonly (readonly Span[] | undefined)[]>

export interface Finder {
  search(question: Question): Promise<readonly FoundSource[]>
  hits(question: Question, source: string, limit: number, order: HitOrder): Promise<readonly FoundText[]>
  source(path: string): Promise<Source | undefined>
  touches(path: string): Promise<readonly StoredTouch[]>
}

export interface ScanRequest {
  readonly configDirs: readonly string[]
  readonly cardOf: CardOf
  /** Only these sources; all where it is absent. */
  readonly only?: ReadonlySet<string>
  /** Instead of the words of the question. */
  readonly test?: TextTest
}

export interface ScanDoing {
  readonly signal?: AbortSignal
  readonly progress?: (bytes: number, of: number) => void
}

/** The test of a question's words. */
export function wordTest(question: Question): TextTest {
  const matcher = matcherOf(question)
  return texts => Promise.resolve(texts.map(text => matcher.match(text)))
}

/** What was found in a source, as far as it can be of use. */
interface Kept {
  readonly found: FoundSource
  readonly texts: readonly FoundText[]
}

const MOST_KEPT = 200

export function scanFinder(request: ScanRequest, doing: ScanDoing = {}): Finder {
  const { folders } = listTranscripts(request.configDirs)
  const sources = new Map<string, Source>()
  const touched: StoredTouch[] = []
  let scanned: { readonly question: Question; readonly kept: ReadonlyMap<string, Kept> } | undefined

  async function scan(question: Question): Promise<ReadonlyMap<string, Kept>> {
    if (scanned?.question === question) return scanned.kept
    const kept = new Map<string, Kept>()
    const test = request.test ?? wordTest(question)
    touched.length = 0
    let bytes = 0
    const of = folders.reduce((sum, one) => sum + one.transcripts.reduce((all, { size }) => all + size, 0), 0)
    for (const folder of folders) {
      const beside = folder.transcripts.some(one => one.session === null)
        ? sessionsOfAgentsBeside(folder.path)
        : new Map()
      for (const transcript of folder.transcripts) {
        await rest()
        doing.signal?.throwIfAborted()
        const session = transcript.session ?? beside.get(transcript.path) ?? transcript.path
        if (request.only === undefined || request.only.has(transcript.path)) {
          const one = await scanFile(transcript, folder, session, question, test)
          if (one) kept.set(transcript.path, one)
        }
        bytes += transcript.size
        doing.progress?.(bytes, of)
      }
    }
    scanned = { question, kept }
    return kept
  }

  async function scanFile(
    transcript: Transcript,
    folder: TranscriptFolder,
    session: string,
    question: Question,
    test: TextTest,
  ): Promise<Kept | undefined> {
    const asItIs = (text: string) => ({ words: text, parts: '' })
    const reader = entryReader(NO_FIGURES, '[]', asItIs)
    const reading = boundedReading(reader.see)
    const found: FoundText[] = []
    let hits = 0
    const look = async (): Promise<void> => {
      const { texts, touches } = reader.take()
      for (const touch of touches) touched.push({ ...touch, source: transcript.path })
      await lookAt(texts)
      const long = reader.takeLong().filter(text => isAsked(text, question))
      if (long.length === 0) return
      const file = openSource(transcript.path, { root: folder.configDir })
      try {
        for (const text of long) for (const piece of piecesOf(text, file, asItIs)) await lookAt([piece])
      } finally {
        file.close()
      }
    }
    const lookAt = async (texts: readonly Text[]): Promise<void> => {
      const asked = texts.filter(text => isAsked(text, question))
      const spans = await test(asked.map(text => text.words))
      for (const [at, text] of asked.entries()) {
        const places = spans[at]
        if (places === undefined) continue
        hits++
        found.push(foundText(text, transcript.path, places.length))
        if (found.length > 2 * MOST_KEPT) found.splice(0, found.length, ...best(found, MOST_KEPT, 'best'))
      }
    }
    const { problem, bytes } = await readRecords(transcript.path, reading, {
      root: folder.configDir,
      afterChunk: look,
      ...(doing.signal ? { signal: doing.signal } : {}),
    })
    await look()
    const source = sourceOf(transcript, folder.path, session, reader.figures(), problem?.message ?? null, bytes)
    sources.set(transcript.path, source)
    const title =
      transcript.agentId === null && hasWords(question) ? await titleHit(transcript, folder, question, test) : undefined
    if (title) {
      hits++
      found.push(title)
    }
    return hits === 0 ? undefined : { found: { source, hits, score: best(found, 1, 'best')[0]!.score }, texts: found }
  }

  async function titleHit(
    transcript: Transcript,
    { configDir }: TranscriptFolder,
    question: Question,
    test: TextTest,
  ): Promise<FoundText | undefined> {
    const card = request.cardOf(transcript, configDir)
    if (!card) return undefined
    const words = [...card.titles, card.project ?? ''].join('\n')
    const text: Text = {
      field: 'title',
      words,
      parts: '',
      line: 1,
      offset: 0,
      length: 0,
      tool: null,
      isError: false,
      time: null,
    }
    if (!isAsked(text, question)) return undefined
    const [spans] = await test([words])
    return spans && foundText(text, transcript.path, 10 * spans.length)
  }

  return {
    async search(question) {
      return [...(await scan(question)).values()].map(one => one.found)
    },
    async hits(question, source, limit, order) {
      return best((await scan(question)).get(source)?.texts ?? [], limit, order)
    },
    source: path => Promise.resolve(sources.get(path)),
    async touches(path) {
      const end = `/${path.replace(/^\/+/, '')}`
      return touched.filter(touch => touch.path === path || touch.path.endsWith(end))
    },
  }
}

/** Are words looked for at all? Where they are not, titles answer nothing. */
function hasWords({ all }: Question): boolean {
  return all.length > 0
}

/** What can be told of a text without reading it. */
function isAsked(text: LongText, { fields, text: filters }: Question): boolean {
  return (fields === undefined || fields.includes(text.field)) && fitsFilters(text, filters)
}

function fitsFilters({ tool, isError, time }: LongText, filters: TextFilters): boolean {
  const name = tool?.toLowerCase()
  const isOf = (pattern: string): boolean =>
    name !== undefined && (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern)
  return (
    (filters.tools.length === 0 || filters.tools.some(isOf)) &&
    !filters.notTools.some(isOf) &&
    (filters.isError === undefined || filters.isError === isError) &&
    (filters.since === undefined || (time !== null && time >= filters.since)) &&
    (filters.before === undefined || (time !== null && time < filters.before))
  )
}

const WEIGHT = { output: 1, input: 1.5, answer: 3, thinking: 1, prompt: 4, title: 10, path: 5 }

function foundText(
  { field, line, offset, length, tool, isError, time }: Text,
  source: string,
  places: number,
): FoundText {
  return { source, field, line, offset, length, tool, isError, time, score: WEIGHT[field] * (1 + Math.log1p(places)) }
}

function best(texts: readonly FoundText[], limit: number, order: HitOrder): readonly FoundText[] {
  const sorted = texts.toSorted((a, b) =>
    order === 'newest' ? b.offset - a.offset : b.score - a.score || a.offset - b.offset,
  )
  return sorted.slice(0, limit)
}

function sourceOf(
  { path, agentId, dev, ino, mtimeMs, titleMtimeMs }: Transcript,
  folder: string,
  session: string,
  figures: Source['figures'],
  problem: string | null,
  size: number,
): Source {
  return {
    path,
    folder,
    session,
    agentId,
    file: { dev, ino, size, mtimeMs },
    titleMtimeMs,
    read: { offset: 0, line: 1, head: '', tail: '', figures: NO_FIGURES, open: '[]' },
    figures,
    edition: 0,
    gone: false,
    problem,
  }
}
