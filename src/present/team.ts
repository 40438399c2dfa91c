// What was shipped to the team's store, and what it holds.

import type {
  ForgetReport,
  InviteReport,
  JoinReport,
  LeaveReport,
  MigrateReport,
  ShipReport,
  TeamStatus,
} from '../actions/team/index.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { bytes, count } from './units.js'
import { wrap } from './width.js'

export function presentMigrate({ location, run, version, distributed }: MigrateReport, { width }: Screen) {
  const done = run.length === 0 ? 'is up to date' : 'is set up'
  return wrap(
    `${visibleLine(location)} ${done}: version ${version}${distributed ? ', distributed by Citus' : ''}.`,
    width,
  )
}

export function presentInvite({ name, team, kind, url }: InviteReport, { width, paint }: Screen): readonly string[] {
  const may = kind === 'device' ? `ships to ${team}` : `reads ${team}`
  return [
    ...wrap(`${name} ${may}. Hand this over; it is shown only once:`, width),
    '',
    `  rethread team join ${url}${kind === 'device' ? ' DIRECTORY' : ''}`,
    '',
    ...wrap('Inviting the same name again makes a new token, and the old one stops working.', width).map(paint.dim),
  ]
}

export function presentJoin({ location, as, machine, teams, projects }: JoinReport, { width }: Screen) {
  const who = as === 'device' ? `${machine} ships to` : 'reading'
  return [
    ...wrap(`Joined ${visibleLine(location)}: ${who} ${teams.join(', ')}.`, width),
    ...(as === 'reader'
      ? wrap('To read the sessions of the team, add --team, as in rethread search --team.', width)
      : []),
    ...(as === 'device' ? shippedProjects(projects, width) : []),
  ]
}

function shippedProjects(projects: readonly string[], width: number): readonly string[] {
  if (projects.length === 0)
    return wrap('No project is shipped yet; to add one, give its directory after the address.', width)
  return ['Shipped with rethread team ship:', ...projects.map(project => `  ${visibleLine(project)}`)]
}

export function presentLeave({ joined, projects }: LeaveReport, { width }: Screen): readonly string[] {
  if (!joined) return wrap('Left. Nothing is shipped or read any more; what was shipped stays in the store.', width)
  return shippedProjects(projects, width)
}

export function presentForget({ id, transcripts }: ForgetReport, { width }: Screen): readonly string[] {
  return wrap(
    transcripts === 0
      ? `${id} was not in the store. It will not be shipped.`
      : `Removed ${id} from the store (${count(transcripts, 'transcript')}). It will not be shipped again.`,
    width,
  )
}

export function presentShip(report: ShipReport, screen: Screen): readonly string[] {
  const { paint, width } = screen
  const { shipped, batches, secrets, current, held, others, location } = report
  return [
    ...wrap(
      shipped === 0
        ? `Nothing new for ${visibleLine(location)}: ${count(current, 'transcript')} up to date.`
        : `Shipped ${count(shipped, 'transcript')} to ${visibleLine(location)}: ${bytes(report.bytes)} in ${batches === 1 ? '1 batch' : `${batches} batches`}, ${current} already there.`,
      width,
    ),
    ...(secrets > 0 ? wrap(`${count(secrets, 'secret')} replaced before shipping.`, width) : []),
    ...held.flatMap(({ path, why }) =>
      wrap(`not shipped: ${visibleLine(path)}: ${visibleLine(why)}`, width, '  ').map(paint.yellow),
    ),
    ...(others > 0 ? wrap(`${count(others, 'session')} of other projects stay here.`, width).map(paint.dim) : []),
  ]
}

/** Of one that watches: only what there is to say. */
export function presentRound(report: ShipReport, screen: Screen): readonly string[] {
  return report.shipped === 0 ? [] : presentShip({ ...report, held: [], others: 0 }, screen)
}

export function presentTeamStatus(status: TeamStatus, { width, paint }: Screen): readonly string[] {
  if (!status.joined)
    return wrap('No team store was joined. To join one, run rethread team join with the address you were given.', width)
  const { ships, reads, projects, transcripts, behind, store, trouble, forgotten } = status
  return [
    ...(ships === null ? [] : [`ships to   ${visibleLine(ships)}`]),
    ...(reads === null ? [] : [`reads      ${visibleLine(reads)}`]),
    ...projects.map((project, at) => `${at === 0 ? 'projects ' : '         '}  ${visibleLine(project)}`),
    ...(ships === null
      ? []
      : wrap(
          `${count(transcripts, 'transcript')} on this machine${behind === null ? '' : `, ${behind} not shipped completely`}${forgotten > 0 ? `, ${forgotten} taken back` : ''}.`,
          width,
        )),
    ...(store === null
      ? []
      : wrap(
          `${store.machine ?? 'The store'}: ${count(store.sessions, 'session')}, ${count(store.agents, 'subagent')}, ${bytes(store.bytes)}; ${store.engine}; ${store.teams.join(', ')}.`,
          width,
        )),
    ...(trouble === null ? [] : wrap(visibleLine(trouble), width).map(paint.red)),
  ]
}
