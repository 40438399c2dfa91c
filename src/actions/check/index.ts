// What other layers use of this part.

export { type CheckedFinding, type CheckReport, check, fails } from './check.js'
export { type DriftReport, drift } from './drift.js'
export { type Explanation, explain } from './explain.js'
export type { ExplainedPlace } from './explain-places.js'
