// What other layers use of this part.

export { type CompressCall, type CompressReport, compress, type SummarizerOptions } from './compress.js'
