// What the model will see when a session is resumed.

import { sentAlong, sentBy } from '../../check/sent.js'
import {
  type Context,
  type ContextMessage,
  contentAsSent,
  contextAlong,
  contextEstimate,
  findPath,
  type Path,
  type TokenEstimate,
} from '../../context/index.js'
import { type Conversation, NONE, uuidOf } from '../../conversation/index.js'
import type { Finding } from '../../format/finding.js'
import { pointReference, pointWord } from '../../format/point-reference.js'
import { type Action, type Doing, type OfSession, withReading } from '../action.js'
import type { LeafChoice } from '../read/show/path.js'
import type { OpenReading } from '../session/open-reading.js'
import type { Place } from '../session/place.js'
import { pointIn } from '../session/point.js'

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
  readonly messages: Iterable<MessageAsSent> & {
    readonly length: number
    /** Some of them, without reading the others. */
    slice(from: number, to: number): Iterable<MessageAsSent>
    /** The same for who shows the beginning of each text: tool results of megabytes are cut (cut-text.ts). */
    shown(from?: number, to?: number): Iterable<MessageAsSent>
  }
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

export interface WantedContext {
  readonly client?: string | undefined
  readonly model?: string | undefined
  readonly leaf?: LeafChoice | undefined
}

export interface ContextRequest extends OfSession {
  /** The version of the client that resumes it; the newest known where not given. */
  readonly client?: string | undefined
  readonly model?: string | undefined
  /** A branch number, a request such as `3.12`, or the beginning of a uuid. */
  readonly leaf?: string | undefined
}

export interface WholeContext extends Omit<ContextReport, 'messages'> {
  readonly messages: readonly MessageAsSent[]
}

export const context: Action<ContextRequest, WholeContext> = (place, request, doing = {}) =>
  contextMessagewise(place, request, doing, async report => ({ ...report, messages: [...report.messages] }))

/** For whoever writes message after message and need not hold all: the report ends with `use`. */
export function contextMessagewise<Value>(
  place: Place,
  request: ContextRequest,
  doing: Doing,
  use: (report: ContextReport) => Promise<Value>,
): Promise<Value> {
  return withReading(place, request, doing, open => use(sessionContext(open, wantedContext(open, request))))
}

export function wantedContext(open: OpenReading, { client, model, session, leaf }: ContextRequest): WantedContext {
  const { point } = pointReference(session ?? '')
  const end = leaf ?? (point && pointWord(point))
  return { client, model, leaf: end === undefined ? undefined : pointIn(open.conversation, end) }
}

export function sessionContext(open: OpenReading, wishes: WantedContext = {}): ContextReport {
  const { client, model } = wishes
  const leaf = wishes.leaf && leafRow(open.conversation, wishes.leaf)
  const path = findPath(open.reading, { client, leaf })
  return reportOf(open, path, contextAlong(path, { model }), client)
}

export function reportOf(open: OpenReading, path: Path, context: Context, asked?: string): ContextReport {
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
    findings: inLineOrder(findingsOf(open, path, context)),
    tokens: contextEstimate(open.reading, context),
  }
}

/** Where the client refuses the session: what stands in the way besides. */
function findingsOf({ blocks, reading }: OpenReading, path: Path, context: Context): readonly Finding[] {
  if (context.outcome.kind === 'refuses') return blocks.finish(sentBy(reading, path.profile))
  return [...context.findings, ...blocks.finish(sentAlong(path, context))]
}

function inLineOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity))
}

function messagesOf(open: OpenReading, { messages }: Context): ContextReport['messages'] {
  function* made(from: number, to: number, entry: OpenReading['entry']): Generator<MessageAsSent> {
    const entryOf = lastEntry({ entry })
    for (const message of messages.slice(from, to)) yield asSent(message, open, entryOf)
  }
  return {
    length: messages.length,
    slice: (from, to) => made(from, to, open.entry),
    shown: (from = 0, to = messages.length) => made(from, to, open.entryCut),
    [Symbol.iterator]: () => made(0, messages.length, open.entry),
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
export function lastEntry(open: Pick<OpenReading, 'entry'>): (row: number) => Block | undefined {
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
