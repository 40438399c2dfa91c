// The calls of all sessions that read or changed a file, with the session, turn and text of each.

import { basename } from 'node:path'
import { scanFinder } from '../../catalog/scan.js'
import type { Source, Store, StoredTouch } from '../../catalog/store.js'
import { openSource } from '../../disk/index.js'
import { StorageError } from '../../format/error.js'
import { decodeText } from '../../format/json/walk.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import type { Doing } from '../action.js'
import { type CutShort, cutShort } from '../cut-short.js'
import type { OpenIndex, WithoutIndex } from '../index/open-index.js'
import { storedCard } from '../index/stored-card.js'
import { editForm } from '../read/show/edit-form.js'
import type { Hunk } from '../read/show/report.js'
import type { SessionCard } from '../session/session-card.js'
import { outlineFor, turnAt } from './places.js'

export interface Touching {
  readonly id: string
  /** Of the session's file. */
  readonly session: string
  readonly card: SessionCard
  readonly touch: StoredTouch
  readonly turn: number | null
  readonly branch: number
  readonly agent: string | null
  /** What the call says it does to the file; read when it is asked for. */
  hunks(): readonly Hunk[]
}

export interface TouchingCalls {
  /** In the order of the sessions' files. */
  readonly calls: readonly Touching[]
  /** There are more, which did not arrive. */
  readonly partial?: CutShort
}

export async function touchingCalls(
  index: OpenIndex | WithoutIndex,
  path: string,
  { signal }: Doing,
): Promise<TouchingCalls> {
  const finder =
    index.store ?? scanFinder({ configDirs: index.configDirs, cardOf: storedCard }, signal ? { signal } : {})
  // Without an index the files are read for this.
  if (!index.store) await finder.search({ all: [], none: [], text: { tools: [], notTools: [] }, session: [] })
  const found: Touching[] = []
  const sessions = new Map<string, Promise<Known | undefined>>()
  const touches = await finder.touches(path)
  try {
    for (const touch of touches) await add(touch)
  } catch (error) {
    const partial = cutShort(error)
    if (found.length === 0) throw error
    return { calls: found, partial }
  }
  return { calls: found }

  async function add(touch: StoredTouch): Promise<void> {
    const source = await finder.source(touch.source)
    if (!source) return
    const known = sessions.get(source.session) ?? knownSession(source.session, finder.source, index.store)
    sessions.set(source.session, known)
    const session = await known
    if (!session) return
    if (touch.did === 'changed' && index.store) await index.bring?.(touch.source)
    const { turn, branch } = turnAt(session.outline, touch.line, source.agentId)
    found.push({
      id: basename(source.session, SESSION_ENDING),
      session: source.session,
      card: session.card,
      touch,
      turn,
      branch,
      agent: source.agentId,
      hunks: () => hunksOf(touch),
    })
  }
}

interface Known {
  readonly card: SessionCard
  readonly outline: Awaited<ReturnType<typeof outlineFor>>
}

async function knownSession(
  path: string,
  sourceAt: (path: string) => Promise<Source | undefined>,
  store: Store | undefined,
): Promise<Known | undefined> {
  const session = await sourceAt(path)
  if (!session || session.gone) return undefined
  const { file, titleMtimeMs, agentId, folder } = session
  const stored =
    (await store?.card(path)) ?? storedCard({ path, session: path, agentId, ...file, titleMtimeMs }, folder)
  return stored && { card: stored.card as SessionCard, outline: await outlineFor(session, store) }
}

function hunksOf({ source, offset, length, did }: StoredTouch): readonly Hunk[] {
  if (did === 'read') return []
  try {
    const file = openSource(source)
    try {
      const bytes = file.read(offset, length)
      const { input } = JSON.parse(decodeText(bytes, 0, bytes.length)) as { readonly input?: unknown }
      const { form } = editForm((input ?? {}) as Readonly<Record<string, unknown>>, {}, true)
      return form.form === 'edit' ? form.hunks : []
    } finally {
      file.close()
    }
  } catch (error) {
    if (error instanceof StorageError || error instanceof SyntaxError) return [] // no longer what it was
    throw error
  }
}
