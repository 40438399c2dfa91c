// What a session sends now, as far as trim can take it away: tool calls, thinking, images and notes, in the order in
// which the model gets them. Only what is sent counts; the rest frees nothing.

import {
  HOLDS_MEDIA,
  IS_ERROR,
  MEDIA,
  SERVER_RESULT,
  SERVER_USE,
  THINKING,
  TOOL_RESULT,
  TOOL_USE,
} from '../../context/facts/block-columns.js'
import { findContext, type Part, WHOLE } from '../../context/index.js'
import { IMAGE_WEIGHT, textWeight } from '../../context/tokens-weight.js'
import type { Name } from '../../conversation/names.js'
import { ATTACHMENT } from '../../conversation/rows.js'
import type { ReshapeSource } from '../plan/plan.js'

/** A call with its result, as they are sent. */
export interface SentCall {
  readonly id: Name
  readonly name: Name
  /** The entry of the call. */
  readonly row: number
  /** What call and result weigh (tokens-weight.ts); 0 for a result that is not sent. */
  readonly weight: number
  result: number
  resultRow: number
  isError: boolean
  /** The API answered it itself: call and result stand in one message (A2.13). */
  readonly isServers: boolean
}

/** Something in an entry, with its weight. */
export interface SentPiece {
  readonly row: number
  readonly weight: number
}

export interface Sent {
  readonly calls: readonly SentCall[]
  readonly thinking: readonly SentPiece[]
  /** In results and attachments; then those in prompts. */
  readonly images: readonly SentPiece[]
  readonly promptImages: readonly SentPiece[]
  /** What the client or a hook attached, and shows to the model. */
  readonly notes: readonly SentPiece[]
  /** What prompts and answers weigh, by the turn's place in the list of turns. */
  readonly words: Float64Array
}

export function sentOf(source: ReshapeSource): Sent {
  const { conversation, facts } = source
  const { rows, turns } = conversation
  const { kind, flags, weight, id, toolName } = facts.blocks
  const calls = new Map<Name, SentCall>()
  const thinking = new Map<number, SentPiece>()
  const [images, promptImages, notes]: SentPiece[][] = [[], [], []]
  const words = new Float64Array(turns.count + 1)

  function add({ row, block: index, change }: Part & { readonly kind: 'stored' }): void {
    const block = facts.first[row]! + (index === WHOLE ? 0 : index)
    if (block >= facts.first[row + 1]!) {
      addAttached(row, index)
      return
    }
    const size = weight[block]!
    switch (kind[block]) {
      case TOOL_USE:
      case SERVER_USE:
        addCall(row, block, size)
        break
      case TOOL_RESULT:
      case SERVER_RESULT:
        // Another text is sent instead of it already (B2).
        addResult(row, block, change?.kind === 'stand-in' ? textWeight(change.text.length) : size)
        break
      case THINKING:
        thinking.set(row, { row, weight: (thinking.get(row)?.weight ?? 0) + size })
        break
      case MEDIA:
        promptImages!.push({ row, weight: size })
        break
      default:
        words[turns.of[row]! < 0 ? turns.count : turns.of[row]!]! += size
    }
  }

  function addCall(row: number, block: number, size: number): void {
    const call = id[block]!
    if (call === 0 || calls.has(call)) return
    const isServers = kind[block] === SERVER_USE
    calls.set(call, {
      id: call,
      name: toolName[block]!,
      row,
      weight: size,
      result: 0,
      resultRow: row,
      isError: false,
      isServers,
    })
  }

  function addResult(row: number, block: number, size: number): void {
    const call = calls.get(id[block]!)
    if (!call) return
    call.result += size
    call.resultRow = row
    call.isError = (flags[block]! & IS_ERROR) !== 0
    if ((flags[block]! & HOLDS_MEDIA) !== 0) images!.push({ row, weight: size })
  }

  /** An attachment without blocks: an image, or what the client shows of it. */
  function addAttached(row: number, index: number): void {
    if (rows.role[row] !== ATTACHMENT) return
    if (index !== WHOLE) images!.push({ row, weight: IMAGE_WEIGHT })
    else if (facts.details.get(row)?.kind !== 'queued') notes!.push({ row, weight: textWeight(rows.length[row]!) })
  }

  for (const { parts } of findContext(source).messages) for (const part of parts) if (part.kind === 'stored') add(part)
  return {
    calls: [...calls.values()],
    thinking: [...thinking.values()],
    images: images!,
    promptImages: promptImages!,
    notes: notes!,
    words,
  }
}
