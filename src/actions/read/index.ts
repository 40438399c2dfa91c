// What other layers use of this part.

export { type CompactionDiff, type CompactionRow, type CompactionsReport, compactions } from './compactions.js'
export { changesTo, type FileDiffReport, type FilesReport, fileDiff, files, sessionFiles } from './files.js'
export { followShow } from './follow-session.js'
export {
  type DrawnGraphNode,
  type GraphDrawing,
  type GraphEdgeKind,
  type GraphOptions,
  type GraphReport,
  graph,
  graphNodewise,
  sessionGraph,
} from './graph.js'
export { type OutlineReport, outline } from './outline.js'
export type { PathLane } from './path-lanes.js'
export { type RawLineReport, rawLine } from './raw-line.js'
export { changesOf, type SessionsChanged } from './session-changes.js'
export { type SessionEndReport, sessionEnd } from './session-end.js'
export type {
  Excerpt,
  Hunk,
  LeftOut,
  Media,
  ShownAgent,
  ShownCompaction,
  ShownItem,
  ShownPrompt,
  ShownResult,
  ShownRetry,
  ShownSession,
  ShownTool,
  ShownTurn,
  ShowReport,
  ToolForm,
} from './show/report.js'
export { DEPTHS } from './show/report.js'
export {
  type ShowDocument,
  type ShowRequest,
  show,
  showOptions,
  showSession,
  showTurnwise,
  wholeReport,
} from './show.js'
export { type SessionStats, type StatsOfMany, type StatsTotals, sessionStats, stats } from './stats.js'
export {
  sessionTools,
  type ToolCallRow,
  type ToolsReport,
  type ToolsRequest,
  type TrackedFilesReport,
  tools,
  tracked,
} from './tools.js'
export { sessionTurns, type TurnRow, type TurnsOptions, type TurnsReport, turns } from './turns.js'
