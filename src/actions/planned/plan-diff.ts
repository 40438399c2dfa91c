// What a plan makes of what the model gets: the session as it is now beside the result, which is not written yet. The result
// is read once, record by record; of its words only those are kept that the session does not have, and of them a few pages.

import { blockAsSent, findContext } from '../../context/index.js'
import { readEditedRecords } from '../../disk/index.js'
import { type PagedBlock, pagedBlock } from '../context/context-page.js'
import { type BlockPlace, type DiffReport, diffSides, placeOf } from '../context/diff.js'
import { type ComparedBlock, comparedBlocks, openBlocks, type SentBlock, sentBlock } from '../context/diff-blocks.js'
import { MOST_OF_A_BLOCK } from '../context/side-by-side.js'
import { releaseMemory, releasingMemory } from '../release-memory.js'
import type { SeenResult } from '../reshape/reshape.js'
import type { OpenReading } from '../session/open-reading.js'
import { type OpenOptions, readingFrom } from '../session/open-session.js'

export interface ResultDiff extends DiffReport {
  /** The block behind each change: one that the session has somewhere, or new words. */
  readonly newBlocks: readonly (NewBlock | null)[]
  /** By their places in the result: each time it is planned, new ids and marks are others. */
  readonly words: ReadonlyMap<string, PagedBlock>
}

export type NewBlock =
  | { readonly kind: 'in-session'; readonly place: BlockPlace }
  | { readonly kind: 'new'; readonly at: string }

/** The words that are kept: so many characters, the first of the result; or those at these places. */
export type WantedWords = number | ReadonlySet<string>

export async function resultDiff(
  session: OpenReading,
  result: SeenResult,
  wanted: WantedWords,
  options: OpenOptions,
): Promise<ResultDiff> {
  const { source, plan, after, calibration } = result
  const { reading } = session
  const context = findContext(reading)
  const left = openBlocks(session, context.messages)
  const inSession = new Map(left.map(one => [one.print, one]))
  releaseMemory(source.state.size)
  const words = new Map<string, PagedBlock>()
  let room = typeof wanted === 'number' ? wanted : 0
  const told = await eachBlock(result, options, (at, sent, block) => {
    if (inSession.has(sent.print) || (typeof wanted === 'number' ? room <= 0 : !wanted.has(at))) return
    const shown = pagedBlock(block, MOST_OF_A_BLOCK)
    room -= shown.text.text.length
    words.set(at, shown)
  })
  const right = comparedBlocks(
    after.reading.conversation.rows,
    after.context.messages,
    (_, at) => told.get(placeWord(at))!,
  )
  const blockAt = new Map(right.map(one => [placeWord(one), one]))
  const report = diffSides(
    { session: session.id, reading, context, blocks: left },
    { session: plan.sessionId, reading: after.reading, context: after.context, blocks: right },
    calibration,
  )
  return {
    ...report,
    newBlocks: report.changes.map(({ b }) => b && newBlock(blockAt.get(placeWord(b))!, inSession)),
    words,
  }
}

function newBlock(block: ComparedBlock, inSession: ReadonlyMap<string, ComparedBlock>): NewBlock {
  const same = inSession.get(block.print)
  return same ? { kind: 'in-session', place: placeOf(same) } : { kind: 'new', at: placeWord(block) }
}

function placeWord({ message, block }: { readonly message: number; readonly block: number }): string {
  return `${message} ${block}`
}

type Words = Parameters<typeof sentBlock>[1]

/** Every block that the model gets of the result, in the order of its file. */
async function eachBlock(
  { source: { folder, state }, plan, after: { reading, context } }: SeenResult,
  options: OpenOptions,
  see: (at: string, sent: SentBlock, block: Words) => void,
): Promise<ReadonlyMap<string, SentBlock>> {
  const { rows } = reading.conversation
  const told = new Map<string, SentBlock>()
  const waiting = new Map<number, { readonly row: number; readonly tell: ((entry: Words | undefined) => void)[] }>()
  for (const [message, { role, parts }] of context.messages.entries())
    for (const [place, part] of parts.entries()) {
      const tell = (entry: Words | undefined): void => {
        const block = blockAsSent(part, entry)
        const sent = sentBlock(role, block)
        const at = placeWord({ message, block: place })
        told.set(at, sent)
        see(at, sent, block)
      }
      if (part.kind !== 'stored') tell(undefined)
      else {
        const offset = rows.offset[part.row]!
        const one = waiting.get(offset)
        if (one) one.tell.push(tell)
        else waiting.set(offset, { row: part.row, tell: [tell] })
      }
    }
  let record = new Uint8Array(0)
  const reader = readingFrom(
    reading.conversation,
    () => record,
    () => {},
  )
  const sink = {
    entry({ offset, length }: { readonly offset: number; readonly length: number }, bytes: Uint8Array, start: number) {
      const one = waiting.get(offset)
      if (!one) return
      record = bytes.subarray(start, start + length) as Uint8Array<ArrayBuffer>
      const entry = reader.entry(one.row) as Words | undefined
      for (const tell of one.tell) tell(entry)
    },
    gap() {},
    finding() {},
  }
  await readEditedRecords(folder.path, state, plan.changes.edits, sink, {
    ...options,
    onProgress: releasingMemory(options),
  })
  return told
}
