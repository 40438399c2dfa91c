// What other layers use of this part.

export { type BlameReport, blame } from './blame.js'
export { type FilesAcrossReport, filesAcross } from './files-across.js'
export type { FoundSession, SearchHit, SearchReport } from './report.js'
export { search } from './search.js'
