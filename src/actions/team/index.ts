// What other layers use of this part.

export { type ForgetReport, forget } from './forget.js'
export { type InviteReport, invite } from './invite.js'
export { isJoined, type JoinReport, join, type LeaveReport, leave } from './membership.js'
export { type MigrateReport, migrateStore } from './migrate.js'
export { withTeam } from './reading.js'
export { type ShipReport, ship } from './ship.js'
export { type TeamStatus, teamStatus } from './status.js'
export { type TeamSessions, teamSessions } from './team-sessions.js'
