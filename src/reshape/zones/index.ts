// What other layers use of this part.

export { type Grouped, grouped } from './grouped.js'
export { beforeCompaction, endAbove, endOfTurn } from './point.js'
export { type Request, type Requests, requestsOfTurns } from './requests.js'
