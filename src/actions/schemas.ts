// The JSON of every command as zod schemas. Loaded by whoever wants to check an answer, and by the docs; never by the
// commands themselves.

export { answerSchema } from './answers/answer.schema.js'
export {
  archivePruneSchema,
  archiveSchema,
  archiveStatusSchema,
  archiveVerifySchema,
} from './archive/archive.schema.js'
export { manyRestoreSchema, restoreSchema } from './archive/restore.schema.js'
export { checkSchema } from './check/check.schema.js'
export { driftSchema } from './check/drift.schema.js'
export { explainSchema } from './check/explain.schema.js'
export { findingSchema, severitySchema } from './check/finding.schema.js'
export { compressSchema } from './compress/compress.schema.js'
export { contextSchema, tokensSchema } from './context/context.schema.js'
export { contextBySchema } from './context/context-by.schema.js'
export { diffSchema } from './context/diff.schema.js'
export { exportSchema } from './export/export.schema.js'
export { indexSchema } from './index/index.schema.js'
export { lsSchema } from './list/ls.schema.js'
export { moveSchema } from './move/move.schema.js'
export { compactionsSchema } from './read/compactions.schema.js'
export { fileDiffSchema, filesSchema } from './read/files.schema.js'
export { graphSchema } from './read/graph.schema.js'
export { showSchema } from './read/show.schema.js'
export { manyStatsSchema, statsSchema } from './read/stats.schema.js'
export { toolsSchema, trackedFilesSchema } from './read/tools.schema.js'
export { turnsSchema } from './read/turns.schema.js'
export { manyRedactSchema, redactSchema } from './redact/redact.schema.js'
export { repairSchema } from './repair/repair.schema.js'
export { reshapeSchema } from './reshape/reshape.schema.js'
export { trimSchema } from './reshape/trim.schema.js'
export { resumeSchema } from './resume/resume.schema.js'
export { blameSchema, filesAcrossSchema, searchSchema } from './search/search.schema.js'
export { manySourceRulesSchema, sourceRulesSchema } from './source-rules/source-rules.schema.js'
export {
  teamForgetSchema,
  teamInviteSchema,
  teamJoinSchema,
  teamLeaveSchema,
  teamMigrateSchema,
  teamSchema,
  teamShipSchema,
} from './team/team.schema.js'
export { receiptsSchema } from './undo/receipts.schema.js'
export { manyRmSchema, rmSchema } from './undo/rm.schema.js'
export { manyUndoSchema, undoSchema } from './undo/undo.schema.js'
export { usageSchema } from './usage/usage.schema.js'
