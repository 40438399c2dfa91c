// What other layers use of this part.

export { bySourceRules, type SourceFigure, type SourceRulesReport } from './source-rules.js'
