// Prompts typed while the model was working: was each one sent, removed, or lost? (D3, R-M16)
//
// The queue is a log of operations: enqueue with the text, then dequeue (it became a prompt of its own), remove (it
// was taken into the running turn, or deleted) or popAll (taken back into the input line).

import { ATTACHMENT, kindOf, NONE, type Rows, USER } from './rows.js'
import { kindByOpening } from './user-kind.js'

export interface QueueOperation {
  readonly row: number
  readonly operation: string
  readonly text: string
  /** Hash of the text as written; 0 where the operation carries none. */
  readonly hash: number
}

export type QueuedState = 'sent' | 'removed' | 'lost'

export interface QueuedPrompt {
  readonly enqueuedRow: number
  readonly text: string
  readonly state: QueuedState
  /** The entry that carries its words, where it was sent. */
  readonly sentRow: number
  /** The operation that took it off the queue, or NONE. */
  readonly leftRow: number
  /** Not a person's words: a background task's notice goes through the same queue. */
  readonly notification: boolean
}

export function pairQueue(rows: Rows, operations: readonly QueueOperation[]): readonly QueuedPrompt[] {
  const waiting = waitingLine()
  const result: QueuedPrompt[] = []
  const findSent = sentEntries(rows, operations)
  const leave = (entry: QueueOperation, left: QueueOperation | undefined, takenBack: boolean): void => {
    const sentRow = takenBack ? NONE : findSent(entry)
    result.push({
      enqueuedRow: entry.row,
      text: entry.text,
      state: sentRow !== NONE ? 'sent' : left ? 'removed' : 'lost',
      sentRow,
      leftRow: left?.row ?? NONE,
      notification: isNotification(entry.text),
    })
  }
  for (const operation of operations) {
    if (operation.operation === 'enqueue') waiting.add(operation)
    else if (operation.operation === 'popAll') for (const entry of waiting.takeAll()) leave(entry, operation, true)
    else if (operation.operation === 'dequeue' || operation.operation === 'remove') {
      const entry = waiting.take(operation.hash)
      if (entry) leave(entry, operation, false)
    }
  }
  for (const entry of waiting.takeAll()) leave(entry, undefined, false)
  return result.toSorted((a, b) => a.enqueuedRow - b.enqueuedRow)
}

/** First in, first out; an operation that names its text takes the first with that text. */
function waitingLine() {
  let line: QueueOperation[] = []
  let head = 0
  const gone = new Set<QueueOperation>()
  const byHash = new Map<number, { readonly list: QueueOperation[]; head: number }>()
  const first = (from: { readonly list: readonly QueueOperation[]; head: number }): QueueOperation | undefined => {
    while (from.head < from.list.length && gone.has(from.list[from.head]!)) from.head++
    return from.list[from.head]
  }
  return {
    add(entry: QueueOperation): void {
      line.push(entry)
      const same = byHash.get(entry.hash) ?? { list: [], head: 0 }
      same.list.push(entry)
      byHash.set(entry.hash, same)
    },
    take(hash: number): QueueOperation | undefined {
      const same = hash === 0 ? undefined : byHash.get(hash)
      let entry = same && first(same)
      if (!entry) {
        const all = { list: line, head }
        entry = first(all)
        head = all.head
      }
      if (entry) gone.add(entry)
      return entry
    },
    takeAll(): readonly QueueOperation[] {
      const all = line.slice(head).filter(entry => !gone.has(entry))
      for (const entry of all) gone.add(entry)
      line = []
      head = 0
      return all
    },
  }
}

/** Entries that carry a queued prompt's words, each found once: by text, behind the enqueue operation. */
function sentEntries(rows: Rows, operations: readonly QueueOperation[]): (entry: QueueOperation) => number {
  const queued = new Set(operations.map(({ hash }) => hash))
  const byHash = new Map<number, { readonly list: number[]; head: number }>()
  for (let row = 0; row < rows.count; row++) {
    if (rows.role[row] !== USER && rows.role[row] !== ATTACHMENT) continue
    const kind = kindOf(rows, row)
    const hash = rows.contentHash[row]!
    if (hash === 0 || !queued.has(hash) || kind === undefined || kind === 'tool-result') continue
    const same = byHash.get(hash) ?? { list: [], head: 0 }
    same.list.push(row)
    byHash.set(hash, same)
  }
  return entry => {
    const same = byHash.get(entry.hash)
    if (!same) return NONE
    while (same.head < same.list.length && same.list[same.head]! < entry.row) same.head++
    return same.list[same.head++] ?? NONE
  }
}

function isNotification(text: string): boolean {
  return kindByOpening(text) === 'notification' || /^\s*\{"task_?id"/i.test(text)
}
