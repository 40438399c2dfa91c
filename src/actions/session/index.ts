// What other layers use of this part.

export { type OpenAgent, openAgents } from './agents.js'
export { card } from './card.js'
export { type KeptSessions, keptSessions } from './kept-sessions.js'
export { openReading } from './open-reading.js'
export { type Place, sessionsOf, UnclearReference, type Whereabouts } from './place.js'
export { placeToTry } from './sample-place.js'
export type { SessionCard } from './session-card.js'
export type { RequestRow } from './turn-requests.js'
