// What other layers use of this part.

export { type Figure, mayBeActedOn, staleFigure, withoutRepeats } from './figures.js'
export type { AgentTranscript, Plan, ReshapeSource, Step } from './plan.js'
export { type DraftVerb, planForFigures, planReshape, type ReshapeRequest } from './reshape.js'
