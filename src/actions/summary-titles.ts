// Titles that older clients wrote into other files: an otherwise empty session file with a `summary` entry whose leaf
// belongs to another session (D6).

import { dirname } from 'node:path'
import { type ListedSession, peek } from '../disk/index.js'
import type { SessionCard } from './session-card.js'

/** A title-only file holds a line or two; and no folder is searched for more than this many of them. */
const SMALL = 8 * 1024
const MOST = 64
const TAIL = 16 * 1024

/** Gives sessions without a title of their own the one that another file has for them. */
export function summaryTitles(
  cards: readonly SessionCard[],
  sessions: readonly ListedSession[],
): readonly SessionCard[] {
  const nameless = cards.filter(card => card.titles.length <= 1 && mayHaveSummary(card))
  if (nameless.length === 0) return cards
  const titles = new Map<string, string>()
  for (const folder of new Set(nameless.map(card => dirname(card.path)))) {
    const small = sessions.filter(one => one.size <= SMALL && dirname(one.path) === folder).slice(0, MOST)
    for (const { path, configDir } of small) collect(titles, path, configDir)
  }
  return titles.size === 0 ? cards : cards.map(card => (nameless.includes(card) ? titled(card, titles) : card))
}

/** From 2.1.100 on the client writes titles into the session itself. */
function mayHaveSummary({ version }: SessionCard): boolean {
  return version === null || /^(1\.|2\.0\.|2\.1\.\d{1,2}$)/.test(version)
}

function collect(titles: Map<string, string>, path: string, root: string): void {
  for (const entry of peek(path, { headBytes: SMALL, tailBytes: 0, root }).head) {
    const value = entry.value() as { type?: unknown; summary?: unknown; leafUuid?: unknown } | undefined
    if (value?.type !== 'summary' || typeof value.summary !== 'string' || typeof value.leafUuid !== 'string') continue
    titles.set(value.leafUuid, value.summary)
  }
}

function titled(card: SessionCard, titles: ReadonlyMap<string, string>): SessionCard {
  const { head, tail } = peek(card.path, { headBytes: TAIL, tailBytes: TAIL })
  for (const entry of [...tail, ...head].toReversed()) {
    const uuid = (entry.value() as { uuid?: unknown } | undefined)?.uuid
    const title = typeof uuid === 'string' ? titles.get(uuid) : undefined
    if (title !== undefined) return { ...card, title, titles: [title, ...card.titles] }
  }
  return card
}
