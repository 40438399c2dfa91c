// What the client takes up of a session and what it sends of that, by row and by block: the one answer that all families
// of rules work from. It holds numbers only; the messages are not kept.

import { type Context, contextAlong, findPath, type Path, type Profile, type Reading, WHOLE } from '../context/index.js'
import { canonicalModel } from '../context/models.js'
import { CALL_WITHOUT_RESULT, RESULT_APART } from '../context/omitted.js'
import { HELD } from '../context/path.js'
import { lastMainRow, talkAbove } from '../context/rules/leaf.js'
import type { Conversation } from '../conversation/conversation.js'
import { has, NONE, SIDECHAIN } from '../conversation/rows.js'
import type { Finding } from '../format/finding.js'

export interface Sent {
  readonly conversation: Conversation
  /** Where the client refuses the session: what it would take up if that were mended. */
  readonly path: Path
  /** What the client says in place of resuming. */
  readonly refusal: string | undefined
  /** By row: 1 where any of it is sent. */
  readonly is: Uint8Array
  /** By row: the message that it is sent in, counted from 1; 0 where it is not sent. */
  readonly message: Int32Array
  /** By block of the facts: 1 where it is sent. */
  readonly blocks: Uint8Array
  /** By the id of a call: the rule by which the client wrote its result. */
  readonly writtenResults: ReadonlyMap<string, string>
  /** Rows that are not sent because their call has no result, or because the result does not follow its call. */
  readonly unpaired: ReadonlySet<number>
  /** The model that the resumed request asks, without date and window (N28, N29). */
  readonly model: string
  /** What the API would say of the messages. */
  readonly findings: readonly Finding[]
  /** The file of a subagent: it has no main rows, and its own are taken in their place. */
  readonly isAgent: boolean
}

/** `client`: a version, or a profile; the newest where nothing is said. */
export function sentBy(reading: Reading, client?: string | Profile): Sent {
  const asked = findPath(reading, { client })
  const isAgent = !hasMainRow(asked)
  const end = isAgent ? asked.order.at(-1) : asked.outcome.kind === 'refuses' ? endIfMended(asked) : undefined
  const path = end === undefined ? asked : findPath(reading, { client, leaf: end })
  const sent = sentAlong(path, contextAlong(path, { evenIfRefused: true }))
  return { ...sent, isAgent, refusal: isAgent ? undefined : (refusalOf(asked) ?? sent.refusal) }
}

/** The same of a context that has been found already. */
export function sentAlong(path: Path, context: Context): Sent {
  return {
    ...spread(path, context),
    conversation: path.conversation,
    path,
    refusal: refusalOf(context),
    isAgent: false,
  }
}

function refusalOf({ outcome }: Pick<Context, 'outcome'>): string | undefined {
  return outcome.kind === 'refuses' ? outcome.reason : undefined
}

function hasMainRow({ held, rows }: Path): boolean {
  for (let row = 0; row < rows.count; row++) if (held[row] === HELD && !has(rows, row, SIDECHAIN)) return true
  return false
}

/** Where the history would end, were it not for a time or a checkpoint. */
function endIfMended(path: Path): number | undefined {
  if (path.leaf !== NONE) return path.leaf
  const talk = talkAbove(path, lastMainRow(path))
  return talk === NONE ? undefined : talk
}

function spread({ conversation, facts }: Path, { messages, omitted, model, findings }: Context) {
  const is = new Uint8Array(conversation.rows.count)
  const message = new Int32Array(conversation.rows.count)
  const blocks = new Uint8Array(facts.blocks.count)
  const writtenResults = new Map<string, string>()
  messages.forEach(({ parts }, at) => {
    for (const part of parts) {
      if (part.kind === 'stored') {
        is[part.row] = 1
        message[part.row] ||= at + 1
        const block = facts.first[part.row]! + (part.block === WHOLE ? 0 : part.block)
        if (block < facts.first[part.row + 1]!) blocks[block] = 1
      } else if (part.block.type === 'tool_result') writtenResults.set(part.block.tool_use_id, part.rule)
    }
  })
  const unpaired = new Set<number>()
  for (const { rows, why } of omitted)
    if (why === CALL_WITHOUT_RESULT || why === RESULT_APART) for (const row of rows) unpaired.add(row)
  return { is, message, blocks, writtenResults, unpaired, model: canonicalModel(model), findings }
}
