// The sessions in the team's store, as they were when they were shipped.

import type { Place, TeamPlace } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import type { LsOptions, LsReport } from './ls.js'
import { listCards } from './ls-archived.js'

export async function lsTeam(place: Place, team: TeamPlace, options: LsOptions): Promise<LsReport> {
  const store = await team.open()
  try {
    const cards: SessionCard[] = []
    for (const { path, file, card } of await store.cards()) {
      const turns = options.turns ? ((await store.outline(path))?.turns ?? null) : null
      cards.push({ ...(card as SessionCard), path, turns, updatedAt: new Date(file.mtimeMs).toISOString() })
    }
    return listCards(cards, options, place, [team.location])
  } finally {
    await store.close()
  }
}
