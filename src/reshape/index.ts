// Changes of sessions as plans: what shall happen, by byte range, and what must hold afterwards. Applying them is the
// business of `rethread/disk`; in memory, `applyEdits(bytes, [...plan.changes.edits])` does.

export { type Band, type BandOptions, compressBands, type Rewritten } from './compress/bands.js'
export { type Choice, type CompressSelection, chooseTurns, type Price } from './compress/choose.js'
export { type CompressOptions, compress, type Summary } from './compress/compress.js'
export { type SentTurn, sentTurns } from './compress/sent-turns.js'
export { cutOut, messageRows, turnRows } from './cut/cut-turns.js'
export type { NewId } from './ids/new-ids.js'
export type { Draft } from './plan/draft.js'
export type { AgentTranscript, Confidence, Plan, Promises, ReshapeSource, Step } from './plan/plan.js'
export { type DraftVerb, type NewSession, planReshape, type ReshapeRequest, type Target } from './plan/reshape.js'
export {
  planRepair,
  type RepairOutcome,
  type RepairPlan,
  type RepairRequest,
  type UnsurePlace,
} from './repair/repair.js'
export { PRESETS, type Preset, presetRules } from './strip/presets.js'
export { STRIP_KINDS, type StripKind, type StripRule, type ToolMode, type Where } from './strip/rule.js'
export { type SoftOptions, softStrip } from './strip/soft.js'
export { strip } from './strip/strip.js'
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
export { beforeCompaction, endOfTurn } from './zones/point.js'
