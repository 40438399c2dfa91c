// Titles that older clients wrote into other files: an otherwise empty session file with a `summary` entry whose leaf
// belongs to another session (D6).

import { dirname } from 'node:path'
import { type ListedSession, peek } from '../../disk/index.js'
import type { SessionCard, TitleCard } from './session-card.js'

/** A title-only file holds a line or two; and no folder is searched for more than this many of them. */
const SMALL = 8 * 1024
const MOST = 64
const TAIL = 16 * 1024

/** Gives sessions without a title of their own the one that another file has for them. */
export function summaryTitles(
  cards: readonly SessionCard[],
  sessions: readonly ListedSession[],
): readonly SessionCard[] {
  const byFolder = new Map<string, (card: TitleCard) => TitleBeside | undefined>()
  const titlesIn = (folder: string): ((card: TitleCard) => TitleBeside | undefined) => {
    const known = byFolder.get(folder) ?? titlesBeside(() => sessions.filter(one => dirname(one.path) === folder))
    byFolder.set(folder, known)
    return known
  }
  return cards.map(card => titled(card, titlesIn(dirname(card.path))(card)))
}

export function titled(card: SessionCard, beside: TitleBeside | undefined): SessionCard {
  return beside === undefined ? card : { ...card, title: beside.title, titles: [beside.title, ...card.titles] }
}

/** The same for one session: the title that another file of its folder has for it. */
export function titleElsewhere(
  card: TitleCard,
  sessionsIn: (folder: string) => readonly ListedSession[],
): string | undefined {
  return titlesBeside(() => sessionsIn(dirname(card.path)))(card)?.title
}

export interface TitleBeside {
  readonly title: string
  /** When the file was written that has it. */
  readonly mtimeMs: number
}

/** For session after session of one folder, which is only looked through where one of them may need it. */
export function titlesBeside(inFolder: () => readonly ListedSession[]): (card: TitleCard) => TitleBeside | undefined {
  let known: ReadonlyMap<string, TitleBeside> | undefined
  return card => (isNameless(card) ? titleFrom((known ??= summariesIn(inFolder())), card) : undefined)
}

/** From 2.1.100 on the client writes titles into the session itself. */
function isNameless({ titles, version }: TitleCard): boolean {
  return titles.length <= 1 && (version === null || /^(1\.|2\.0\.|2\.1\.\d{1,2}$)/.test(version))
}

function summariesIn(sessions: readonly ListedSession[]): ReadonlyMap<string, TitleBeside> {
  const titles = new Map<string, TitleBeside>()
  for (const { path, configDir, mtimeMs } of sessions.filter(one => one.size <= SMALL).slice(0, MOST)) {
    for (const entry of peek(path, { headBytes: SMALL, tailBytes: 0, root: configDir }).head) {
      const value = entry.value() as { type?: unknown; summary?: unknown; leafUuid?: unknown } | undefined
      if (value?.type !== 'summary' || typeof value.summary !== 'string' || typeof value.leafUuid !== 'string') continue
      titles.set(value.leafUuid, { title: value.summary, mtimeMs })
    }
  }
  return titles
}

function titleFrom(titles: ReadonlyMap<string, TitleBeside>, card: TitleCard): TitleBeside | undefined {
  if (titles.size === 0) return undefined
  const { head, tail } = peek(card.path, { headBytes: TAIL, tailBytes: TAIL })
  for (const entry of [...tail, ...head].toReversed()) {
    const uuid = (entry.value() as { uuid?: unknown } | undefined)?.uuid
    const title = typeof uuid === 'string' ? titles.get(uuid) : undefined
    if (title !== undefined) return title
  }
  return undefined
}
