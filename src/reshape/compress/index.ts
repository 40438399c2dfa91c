// What other layers use of this part.

export { type Band, bandOf, compressBands, type Rewritten } from './bands.js'
export { type CompressSelection, type Price, partsOf } from './choose.js'
export { compress, type Summary, type WorkSummary } from './compress.js'
export { chooseWork, type DividingOptions, type EarlyWork } from './early-work.js'
export { type SentTurn, sentTurns } from './sent-turns.js'
