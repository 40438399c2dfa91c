// What the model will see when a session is resumed.

import {
  type Context,
  type ContextMessage,
  contentAsSent,
  contextEstimate,
  findContext,
  type TokenEstimate,
} from '../context/index.js'
import { type Conversation, NONE, uuidOf } from '../conversation/index.js'
import type { Finding } from '../format/finding.js'
import type { OpenReading } from './open-reading.js'
import type { LeafChoice } from './show/path.js'

export interface ContextReport {
  /** The client whose rules were applied. */
  readonly client: string
  /** What was asked, where no client of just this version is known. */
  readonly asked?: string
  readonly model: string
  readonly resumes: boolean
  /** Why it does not resume, or what happens besides. */
  readonly reason?: string
  readonly outcome: Context['outcome']['kind']
  /** The entry that the history ends at. */
  readonly leaf: string | null
  /** Made while it is read: the whole need not fit into memory. */
  readonly messages: Iterable<MessageAsSent> & { readonly length: number }
  readonly omitted: readonly OmittedLines[]
  readonly findings: readonly Finding[]
  readonly tokens: TokenEstimate
}

export interface MessageAsSent {
  readonly role: ContextMessage['role']
  readonly content: readonly Block[]
  /** Where it stands in the file; empty where the client wrote it. */
  readonly lines: readonly number[]
  /** The rule that made it, where the client wrote it. */
  readonly rule?: string
}

export type Block = Readonly<Record<string, unknown>>

export interface OmittedLines {
  readonly lines: readonly number[]
  readonly entries: number
  readonly why: string
}

export interface ContextWishes {
  readonly client?: string | undefined
  readonly model?: string | undefined
  readonly leaf?: LeafChoice | undefined
}

export function sessionContext(open: OpenReading, wishes: ContextWishes = {}): ContextReport {
  const { client, model } = wishes
  const leaf = wishes.leaf && leafRow(open.conversation, wishes.leaf)
  const context = findContext(open.reading, { client, model, leaf })
  return reportOf(open, context, client)
}

export function reportOf(open: OpenReading, context: Context, asked?: string): ContextReport {
  const { rows } = open.conversation
  const { outcome } = context
  return {
    client: context.client,
    ...(asked === undefined || asked === context.client ? {} : { asked }),
    model: context.model,
    resumes: outcome.kind !== 'refuses',
    ...(outcome.kind === 'resumes' ? {} : { reason: outcome.reason }),
    outcome: outcome.kind,
    leaf: context.leaf === NONE ? null : (uuidOf(rows, context.leaf) ?? null),
    messages: messagesOf(open, context),
    omitted: context.omitted.map(({ rows: omitted, why }) => ({
      lines: omitted.map(row => rows.line[row]!),
      entries: omitted.length,
      why,
    })),
    findings:
      outcome.kind === 'refuses' ? open.blockFindings : inLineOrder([...context.findings, ...open.blockFindings]),
    tokens: contextEstimate(open.reading, context),
  }
}

function inLineOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity))
}

function messagesOf(open: OpenReading, { messages }: Context): ContextReport['messages'] {
  return {
    length: messages.length,
    *[Symbol.iterator]() {
      const entryOf = lastEntry(open)
      for (const message of messages) yield asSent(message, open, entryOf)
    },
  }
}

export function asSent(
  message: ContextMessage,
  { conversation: { rows } }: OpenReading,
  entryOf: (row: number) => Block | undefined,
): MessageAsSent {
  const { role, parts, rule } = message
  const lines = new Set(parts.flatMap(part => (part.kind === 'stored' ? [rows.line[part.row]!] : [])))
  return {
    role,
    content: contentAsSent(message, entryOf),
    lines: [...lines],
    ...(rule === undefined ? {} : { rule }),
  }
}

/** The blocks of an entry come one after the other: it is decoded once for all of them. */
export function lastEntry(open: OpenReading): (row: number) => Block | undefined {
  let row = NONE
  let entry: Block | undefined
  return wanted => {
    if (wanted !== row) entry = open.entry(wanted) as Block | undefined
    row = wanted
    return entry
  }
}

export function leafRow({ branches }: Conversation, leaf: LeafChoice): number {
  if ('row' in leaf) return leaf.row
  return branches.list.find(branch => branch.number === leaf.branch)?.leafRow ?? NONE
}
