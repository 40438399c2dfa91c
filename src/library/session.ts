// One session, with everything that can be asked of it. Each question reads the file and closes it again; `open` keeps
// it for several.

import type { Doing } from '../actions/action.js'
import { type CheckReport, check, type Explanation, explain } from '../actions/check/index.js'
import {
  type ContextByReport,
  type ContextKey,
  type ContextRequest,
  context,
  contextShares,
  type WholeContext,
} from '../actions/context/index.js'
import {
  type CompactionsReport,
  changesTo,
  compactions,
  type FileDiffReport,
  type FilesReport,
  files,
  type GraphOptions,
  type GraphReport,
  graph,
  type SessionStats,
  type ShowDocument,
  type ShowRequest,
  show,
  stats,
  type ToolsReport,
  type ToolsRequest,
  type TurnsOptions,
  tools,
  turns,
} from '../actions/read/index.js'
import type { ReshapeReport } from '../actions/reshape/index.js'
import { type ResumePlan, resume } from '../actions/resume/index.js'
import type { Place, SessionCard } from '../actions/session/index.js'
import { numbered, type OpenedSession, openedSession, type SessionTurn } from './opened.js'
import { type Plan, type PlanOptions, planFor } from './plan.js'
import type { Verb } from './verbs.js'

/** What `ls` tells of it, and everything else. */
export interface Session extends Omit<SessionCard, 'turns'> {
  /** Its turns on the active branch, or on all of them. */
  turns(options?: TurnsOptions): Promise<readonly SessionTurn[]>
  /** Its tool calls with their results. */
  tools(options?: Omit<ToolsRequest, 'session'>): Promise<ToolsReport>
  /** Files that it created, edited and read. */
  files(): Promise<FilesReport>
  /** Every change that it made to one file. */
  changesTo(file: string): Promise<FileDiffReport>
  /** Turn by turn, as deep as one likes. */
  show(options?: Omit<ShowRequest, 'session'>): Promise<ShowDocument>
  /** Exactly what the model will see when it is resumed. */
  context(options?: Omit<ContextRequest, 'session'>): Promise<WholeContext>
  /** Where the tokens of that go. */
  contextBy(by: ContextKey, options?: Omit<ContextRequest, 'session'>): Promise<ContextByReport>
  stats(): Promise<SessionStats>
  graph(options?: GraphOptions): Promise<GraphReport>
  compactions(diff?: number): Promise<CompactionsReport>
  check(options?: { readonly secrets?: boolean }): Promise<CheckReport>
  /** What a message of the API or the client means here. */
  explain(message: string): Promise<Explanation>
  /** How the client is started on it, and whether it would take it. */
  resume(): Promise<ResumePlan>
  /** Reads it once for many questions: `await using open = await session.open()`, or `open.close()`. */
  open(): Promise<OpenedSession>
  /** Plans a change, and verifies it as if it were written. */
  plan<Report extends ReshapeReport>(verb: Verb<Report>, options?: PlanOptions): Promise<Plan<Report>>
}

export function sessionOf(place: Place, card: SessionCard, doing: Doing): Session {
  const { turns: _, ...about } = card
  const of = { session: card.path }
  return {
    ...about,
    turns: async options => numbered((await turns(place, { ...options, ...of }, doing)).turns),
    tools: options => tools(place, { ...options, ...of }, doing),
    files: () => files(place, of, doing),
    changesTo: file => changesTo(place, { ...of, file }, doing),
    show: options => show(place, { ...options, ...of }, doing),
    context: options => context(place, { ...options, ...of }, doing),
    contextBy: (by, options) => contextShares(place, { ...options, ...of, by }, doing),
    stats: async () => (await stats(place, { sessions: [card.path] }, doing)).sessions[0]!,
    graph: options => graph(place, { ...options, ...of }, doing),
    compactions: diff => compactions(place, { ...of, diff }, doing),
    check: options => check(place, { ...options, sessions: [card.path] }, doing),
    explain: message => explain(place, { ...of, message }, doing),
    resume: () => resume(place, of, doing),
    open: () => openedSession(place, card.path, doing),
    plan: (verb, options = {}) => planFor(place, card.path, verb, options, doing),
  }
}
