// The JSON of every command as zod schemas. Loaded by whoever wants to check an answer, and by the docs; never by the
// commands themselves.

export { checkSchema } from './check.schema.js'
export { contextSchema, tokensSchema } from './context.schema.js'
export { diffSchema } from './diff.schema.js'
export { driftSchema } from './drift.schema.js'
export { findingSchema, severitySchema } from './finding.schema.js'
export { graphSchema } from './graph.schema.js'
export { lsSchema } from './ls.schema.js'
export { receiptsSchema } from './receipts.schema.js'
export { resumeSchema } from './resume.schema.js'
export { rmSchema } from './rm.schema.js'
export { showSchema } from './show.schema.js'
export { manySourceRulesSchema, sourceRulesSchema } from './source-rules.schema.js'
export { manyStatsSchema, statsSchema } from './stats.schema.js'
export { toolsSchema, trackedFilesSchema } from './tools.schema.js'
export { turnsSchema } from './turns.schema.js'
export { undoSchema } from './undo.schema.js'
