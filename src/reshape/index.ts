// Changes of sessions as plans: what shall happen, by byte range, and what must hold afterwards. Applying them is the
// business of `rethread/disk`; in memory, `applyEdits(bytes, [...plan.changes.edits])` does.

export { type Band, type BandOptions, compressBands, type Rewritten } from './compress/bands.js'
export { type Choice, type CompressWish, chooseTurns, type Price } from './compress/choose.js'
export { type CompressOptions, compress, type Summary } from './compress/compress.js'
export { type SentTurn, sentTurns } from './compress/sent-turns.js'
export { cutOut, messageRows, turnRows } from './cut-turns.js'
export type { Draft } from './draft.js'
export type { NewId } from './new-ids.js'
export type { AgentTranscript, Confidence, Plan, Promises, ReshapeSource, Step } from './plan.js'
export { beforeCompaction, endOfTurn } from './point.js'
export { PRESETS, type Preset, presetRules } from './presets.js'
export {
  planRepair,
  type RepairOutcome,
  type RepairPlan,
  type RepairRequest,
  type UnsurePlace,
} from './repair/repair.js'
export { type DraftVerb, type NewSession, planReshape, type ReshapeRequest, type Target } from './reshape.js'
export { type SoftOptions, softStrip } from './soft.js'
export { strip } from './strip.js'
export { STRIP_KINDS, type StripKind, type StripRule, type ToolMode, type Where } from './strip-rule.js'
export { type Climb, climb, type Measure, type Rung } from './trim/climb.js'
export {
  type Ladder,
  TRIM_STEP_TEXTS,
  TRIM_STEPS,
  type TrimItem,
  type TrimOptions,
  type TrimStep,
  trimLadder,
} from './trim/ladder.js'
export { trim } from './trim/trim.js'
