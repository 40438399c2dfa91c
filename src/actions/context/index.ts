// What other layers use of this part.

export {
  type Block,
  type ContextReport,
  type ContextRequest,
  context,
  contextMessagewise,
  type MessageAsSent,
  type OmittedLines,
  sessionContext,
  type WholeContext,
  wantedContext,
} from './context.js'
export { type ContextByReport, type ContextKey, contextShares } from './context-by.js'
export { type ContextPageReport, contextPage, type PagedBlock, type PagedMessage } from './context-page.js'
export { type BlockPlace, type DiffChange, type DiffReport, type DiffSide, diff } from './diff.js'
export { type LedgerReport, ledger } from './ledger.js'
export { type ShownChange, type SideBySideReport, sideBySide } from './side-by-side.js'
export type { CompactionOnTheWay, WindowHistory } from './window-history.js'
