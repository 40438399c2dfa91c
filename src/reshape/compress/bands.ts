// Turns that stay, with shorter words: prompts and answers of old turns are rewritten, and their tool calls go. What
// becomes of each text is given; here it is laid into the session.

import { TOOL_USE } from '../../context/facts/block-columns.js'
import { addStep, changeOf, type Draft } from '../plan/draft.js'
import type { DraftVerb } from '../plan/reshape.js'
import { stripTools } from '../strip/tools.js'
import type { SentTurn } from './sent-turns.js'

/** The turns from one part of 1 to another, and the share of their words that stays. */
export interface Band {
  readonly from: number
  readonly to: number
  readonly share: number
}

/** The band that a turn is in: by its place among the turns that the model gets. */
export function bandOf(bands: readonly Band[], at: number, turns: number): Band | undefined {
  const place = at / turns
  return bands.find(({ from, to }) => from <= place && place < to)
}

export interface Rewritten {
  readonly row: number
  /** Place of the text in the entry's content. */
  readonly block: number
  readonly text: string
}

export interface BandOptions {
  /** The turns of all bands. */
  readonly turns: readonly SentTurn[]
  readonly texts: readonly Rewritten[]
  /** By the id of a call, one line that stands for it; calls go without a word where absent. */
  readonly traces: ReadonlyMap<string, string> | undefined
}

export function compressBands(options: BandOptions): DraftVerb {
  return { name: 'compress', context: 'words', apply: draft => apply(draft, options) }
}

function apply(draft: Draft, { turns, texts, traces }: BandOptions): void {
  stripTools(draft, [{ kind: 'tools', where: { turns: new Set(turns.map(turn => turn.position)) } }])
  if (traces) leaveTraces(draft, traces)
  for (const { row, block, text } of texts) {
    changeOf(draft, row).blocks.set(block, { text })
    draft.gone.add(row)
  }
  addStep(
    draft,
    'shorten texts',
    texts.map(({ row }) => row),
    'requested: this share of each prompt and answer is kept',
  )
}

/** A call that goes leaves a line of text in its place. */
function leaveTraces(draft: Draft, traces: ReadonlyMap<string, string>): void {
  const { conversation, facts } = draft.source
  const { names } = conversation.rows
  const left: number[] = []
  for (const [row, { blocks }] of draft.changes) {
    for (const [index, how] of blocks) {
      const block = facts.first[row]! + index
      if (how !== 'remove' || facts.blocks.kind[block] !== TOOL_USE) continue
      const text = traces.get(names.text(facts.blocks.id[block]!))
      if (text === undefined) continue
      blocks.set(index, { text })
      draft.gone.add(row)
      left.push(row)
    }
  }
  addStep(draft, 'leave a line per call', left, 'requested: tool, target, outcome')
}
