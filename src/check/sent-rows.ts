// What of the client's path is sent to the API, as which user message, and to which model? (R-M11, N26 to N29)

import type { Conversation } from '../conversation/conversation.js'
import { API_ERROR, ASSISTANT, NONE, PROGRESS, type Rows, USER, VIRTUAL } from '../conversation/rows.js'
import { clientPath } from './client-path.js'

export interface SentRows {
  /** By row: not 0 where it is sent. */
  readonly is: Uint8Array
  /** From the first entry to the leaf, without what is taken along. */
  readonly chain: readonly number[]
  /** By row: its place in the chain, or NONE. */
  readonly place: Int32Array
  /** By row: the user message that it becomes part of (R-M11), counted from 1; 0 for everything else. */
  readonly userMessage: Int32Array
  /** The model that the resumed request asks, without date and window (N28, N29). */
  readonly model: string
}

const known = new WeakMap<Conversation, SentRows>()

export function sentRows(conversation: Conversation): SentRows {
  const found = known.get(conversation) ?? findSent(conversation)
  known.set(conversation, found)
  return found
}

function findSent(conversation: Conversation): SentRows {
  const { rows } = conversation
  const path = clientPath(conversation)
  const is = path.sent.slice()
  for (let row = 0; row < rows.count; row++) if (isDropped(rows, row)) is[row] = 0
  const chain = path.rows.toReversed()
  const place = new Int32Array(rows.count).fill(NONE)
  chain.forEach((row, at) => {
    place[row] = at
  })
  return { is, chain, place, userMessage: userMessages(conversation, chain, is), model: modelOf(conversation, is) }
}

/** R-M13, N26, N27: not sent, wherever they stand. */
function isDropped(rows: Rows, row: number): boolean {
  return (rows.flags[row]! & (API_ERROR | VIRTUAL)) !== 0
}

/** What stands between two answers is one message; results taken along belong behind their call. */
function userMessages({ rows, graph }: Conversation, chain: readonly number[], is: Uint8Array): Int32Array {
  const messages = new Int32Array(rows.count)
  const numbers = new Map<string, number>()
  const numberOf = (answer: number): number => {
    const key = answer === NONE ? '' : rows.messageId[answer] ? `m${rows.messageId[answer]}` : `r${answer}`
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    return number
  }
  let answer = NONE
  for (const row of chain) {
    if (!is[row]) continue
    if (rows.role[row] === ASSISTANT) answer = row
    else if (rows.role[row] === USER) messages[row] = numberOf(answer)
  }
  const answerAbove = new Int32Array(rows.count).fill(NONE) // through any number of progress rows
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    if (parent !== NONE) answerAbove[row] = rows.role[parent] === PROGRESS ? answerAbove[parent]! : parent
    if (!is[row] || rows.role[row] !== USER || messages[row] !== 0) continue
    const above = answerAbove[row]!
    messages[row] = above !== NONE && messages[above] !== 0 ? messages[above]! : numberOf(above)
  }
  return messages
}

const DEFAULT_MODEL = 'claude-opus-5-5'

function modelOf({ rows, messages }: Conversation, is: Uint8Array): string {
  let last = NONE
  let model = 0
  for (const message of messages) {
    if (message.model === 0 || message.synthetic) continue
    for (const row of message.rows) {
      if (!is[row] || row < last) continue
      last = row
      model = message.model
    }
  }
  const name = plainModel(rows.names.text(model))
  return isServed(name) ? name : DEFAULT_MODEL
}

/** N29: models are compared without date and window. */
export function plainModel(model: string): string {
  return model.replace(/\[1m\]$/i, '').replace(/-\d{8}(?=$|-v\d)/, '')
}

/** N28: what the client still asks; retired and foreign models are replaced by its default. */
function isServed(model: string): boolean {
  return /(?:haiku|sonnet|opus|fable|mythos)-(?:4-[5-9]|5)(?:\D|$)/.test(model)
}
