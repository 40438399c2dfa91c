// What other layers use of this part.

export type { Counters } from './counters.js'
export type { ExplainedMessage, NotCounted } from './explained.js'
export { type NextRequestReport, nextRequest } from './next-request.js'
export { type StatusReport, statusline } from './statusline.js'
export type { ToolRow } from './tool-usage.js'
export {
  type LoggedReport,
  type ToolReport,
  USAGE_REPORTS,
  type UsageReport,
  type UsageReportName,
  type UsageRow,
  usage,
} from './usage.js'
