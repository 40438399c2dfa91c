// The sessions in the team's store, as they were when they were shipped.

import { cutShort } from '../cut-short.js'
import type { CopiedStore, Place, TeamPlace } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import type { LsOptions, LsReport } from './ls.js'
import { listCards } from './ls-archived.js'

/** Of those that are listed; where the store stops answering, the others have none. */
async function withTurns(report: LsReport, store: CopiedStore): Promise<LsReport> {
  const sessions: SessionCard[] = []
  try {
    for (const card of report.sessions)
      sessions.push({ ...card, turns: (await store.outline(card.path))?.turns ?? null })
  } catch (error) {
    return { ...report, sessions: [...sessions, ...report.sessions.slice(sessions.length)], partial: cutShort(error) }
  }
  return { ...report, sessions }
}

export async function lsTeam(place: Place, team: TeamPlace, options: LsOptions): Promise<LsReport> {
  const store = await team.open()
  try {
    const cards = (await store.cards()).map(
      ({ path, file, card }): SessionCard => ({
        ...(card as SessionCard),
        path,
        turns: null,
        updatedAt: new Date(file.mtimeMs).toISOString(),
      }),
    )
    const report = listCards(cards, options, place, [team.location])
    return options.turns ? await withTurns(report, store) : report
  } finally {
    await store.close()
  }
}
