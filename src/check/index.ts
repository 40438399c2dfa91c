// Rules with stable codes: what is wrong with a session, and what it costs.

export { type SessionChecker, sessionChecker } from './check.js'
export type { CodeEntry } from './codes/code-entry.js'
export { CODES, type Code } from './codes.js'
export type { Surroundings } from './family.js'
export { REMEDIES, type Remedy, remedyCall } from './remedies.js'
