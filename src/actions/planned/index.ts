// What other layers use of this part.

export { changeWordsOf, planChange } from './change.js'
export { type Plans, plans } from './plans.js'
