// What other layers use of this part.

export type { ChangeRequest } from './change-request.js'
export { type CloneCall, clone, type Point } from './clone.js'
export { type CutCall, cut } from './cut.js'
export { type NamedPreset, presets } from './own-presets.js'
export type { Where } from './reshape.js'
export type { Figures, ReshapeReport } from './reshape-report.js'
export { type StripCall, strip } from './strip.js'
export { type TrimCall, type TrimReport, trim } from './trim.js'
