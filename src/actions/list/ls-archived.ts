// The sessions in the archive, as they were when they were kept. No transcript is read.

import { configDirs } from '../../disk/index.js'
import { isDeleted, keptCard, keptSessions } from '../archive/kept-sessions.js'
import type { Place } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import { fitting, type LsOptions, type LsReport, ORDERS } from './ls.js'

export function lsArchived(place: Place, options: LsOptions): LsReport {
  const { env, home, configDir } = place
  const all = keptSessions(place).map(record => ({
    ...keptCard(record),
    archived: { at: record.session.archivedAt, deleted: isDeleted(record) },
  }))
  return listCards(
    all,
    options,
    place,
    configDirs({ env, home, ...(configDir === undefined ? {} : { flag: configDir }) }),
  )
}

/** Of cards that are all known: those that are asked for, in the order that is asked for. */
export function listCards(
  all: readonly SessionCard[],
  options: LsOptions,
  place: Place,
  configDirs: readonly string[],
): LsReport {
  const { limit = Infinity, since = 0, until = Infinity } = options
  const fits = fitting(options, place)
  const inTime = all.filter(({ updatedAt }) => Date.parse(updatedAt) >= since && Date.parse(updatedAt) < until)
  const fitted = inTime.filter(card => fits?.(card) ?? true)
  const told = fitted.filter(card => options.all === true || !card.empty)
  const newest = told.toSorted(
    (a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || (a.path < b.path ? -1 : 1),
  )
  const { ofCards } = ORDERS[options.order ?? 'newest']
  const sorted =
    options.order === 'oldest'
      ? newest.toReversed()
      : options.order === 'largest'
        ? newest.toSorted((a, b) => b.bytes - a.bytes)
        : ofCards
          ? newest.toSorted(ofCards)
          : newest
  const shown = sorted.slice(0, limit)
  return {
    sessions: shown,
    total: all.length,
    empty: fitted.length - told.length,
    more: sorted.length - shown.length,
    filtered: fits !== undefined || inTime.length < all.length,
    configDirs,
    areSamples: false,
    findings: [],
  }
}
