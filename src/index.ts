// The package root: sessions to ask and to change, with everything assembled. The layers below it have entrances of
// their own (`rethread/format`, `/conversation`, …).

export type { CheckReport, Explanation } from './actions/check/index.js'
export type {
  ContextByReport,
  ContextKey,
  ContextRequest,
  MessageAsSent,
  WholeContext,
} from './actions/context/index.js'
export type {
  CompactionsReport,
  FileDiffReport,
  FilesReport,
  GraphReport,
  SessionStats,
  ShowDocument,
  ShowRequest,
  ToolCallRow,
  ToolsReport,
  TurnsOptions,
} from './actions/read/index.js'
export type { Figures, ReshapeReport } from './actions/reshape/index.js'
export type { ResumePlan } from './actions/resume/index.js'
export type { UndoReport } from './actions/undo/index.js'
export { SessionChanged, SessionReferenceError } from './disk/index.js'
export { InputError, RethreadError, StorageError } from './format/error.js'
export type { Finding, Severity } from './format/finding.js'
export type { EntryOfSession, OpenedSession, SessionTurn } from './library/opened.js'
export { type Plan, type PlanOptions, Refused, type Saved } from './library/plan.js'
export type { Session } from './library/session.js'
export { type SessionsQuery, session, sessions, type Where } from './library/sessions.js'
export { clone, compress, cut, redact, repair, strip, trim, type Verb } from './library/verbs.js'
