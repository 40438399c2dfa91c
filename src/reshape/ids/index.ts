// What other layers use of this part.

export { mentionWatch } from './mentions.js'
export type { NewId } from './new-ids.js'
