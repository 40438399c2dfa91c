// What a client sends when a session is resumed: which blocks, in which messages, and what it leaves out and why.

export { blockAsSent, contentAsSent } from './block.js'
export type { Break } from './breaks.js'
export {
  type BlockChange,
  type Context,
  type ContextMessage,
  type Counted,
  type Omitted,
  type Outcome,
  type Part,
  WHOLE,
  type WrittenBlock,
} from './context.js'
export { type ContextReader, contextReader } from './context-reader.js'
export { type ContextOptions, contextAlong, findContext } from './find-context.js'
export { findPath, type PathOptions } from './find-path.js'
export type { Path, Reading } from './path.js'
export { type PathRule, type Profile, type Rule, rulesOf, withoutRule } from './profile.js'
export { PROFILES, profileFor } from './profiles/index.js'
export { readContext, readForContext, type SentMessage, type SpelledContext } from './read-context.js'
export { bindsThinking, type InvalidThinking, invalidThinking, type PrintedBlock } from './thinking-validity.js'
export { PART_KINDS, type PartKind, type WeighedPart, weighedParts } from './token-shares.js'
export type { Calibration, TokenEstimate } from './tokens.js'
export { contextCalibration, contextEstimate } from './tokens-sent.js'
export { textWeight } from './tokens-weight.js'
