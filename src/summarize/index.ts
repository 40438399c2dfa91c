// Summaries of turns: what happened in them, as events, as a transcript, or as a summary that needs no model.

export { type ExtractOptions, extract, summaryTokens } from './extractive/extract.js'
export type { SummaryAbout } from './extractive/render.js'
export { shorten } from './extractive/shorten.js'
export { transcriptOf } from './transcript.js'
export { type EventSource, type ToolEvent, type ToolOutcome, type TurnEvent, turnEvents } from './turn-events.js'
