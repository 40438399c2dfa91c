// What other layers use of this part.

export { type RepairCall, type RepairReport, repair } from './repair.js'
