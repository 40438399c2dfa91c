// What other layers use of this part.

export { allSessions, type FoundCard, foundTexts, hasIndex, narrow, newestSessions, together } from './find.js'
export { type Preview, previewOf } from './preview.js'
