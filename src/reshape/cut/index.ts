// What other layers use of this part.

export { cutOut, messageRows, turnRows } from './cut-turns.js'
