// The sessions there are, newest first.

import { rest } from '../disk/index.js'
import type { Finding } from '../format/finding.js'
import { type Place, sessionsOf } from './place.js'
import { readCard, type SessionCard } from './session-card.js'
import { summaryTitles } from './summary-titles.js'

export interface LsOptions {
  /** Only sessions of this directory's project. */
  readonly project?: string
  readonly limit: number
  /** Also files in which nothing was said: titles and bookkeeping only. */
  readonly all: boolean
}

export interface LsReport {
  readonly sessions: readonly SessionCard[]
  /** Session files in the config dirs, shown or not. */
  readonly total: number
  /** Looked at and not listed, because nothing was said in them. */
  readonly empty: number
  /** Not looked at, because the limit was reached. */
  readonly more: number
  readonly configDirs: readonly string[]
  /** No sessions of one's own: these are the samples that come with rethread. */
  readonly areSamples: boolean
  readonly findings: readonly Finding[]
}

/** Reads the beginnings and ends of as many files as it lists, and only the names of all others. */
export async function ls(place: Place, options: LsOptions): Promise<LsReport> {
  const { dirs, sessions, findings, areSamples } = sessionsOf(place)
  const listed: SessionCard[] = []
  let empty = 0
  let looked = 0
  for (const session of sessions) {
    if (listed.length === options.limit) break
    looked++
    await rest()
    const card = readCard(session)
    if (options.project !== undefined && card.project !== options.project) continue
    if (card.empty && !options.all) empty++
    else listed.push(card)
  }
  return {
    sessions: summaryTitles(listed, sessions),
    total: sessions.length,
    empty,
    more: sessions.length - looked,
    configDirs: dirs,
    areSamples,
    findings,
  }
}
