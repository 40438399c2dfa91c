// What other layers use of this part.

export { type MendedAgent, type RepairPlan, type RepairRequest, repairInSteps, type UnsurePlace } from './repair.js'
