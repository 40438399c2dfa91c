// What other layers use of this part.

export { type MoveReport, move } from './move.js'
