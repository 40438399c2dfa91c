// What makes a session one of its own: its id, the ids of its entries, and what must not be carried over
// (resume-rules §3, §5).

import { NONE } from '../../conversation/rows.js'
import { isSessionId } from '../../format/session-folder.js'
import { addNote, addStep, type Draft, removeRows } from '../plan/draft.js'
import type { ReshapeSource } from '../plan/plan.js'
import type { NewSession } from '../plan/reshape.js'
import { findMentions, type Mentions } from './mentions.js'
import { type NewIds, newIds, SAME_IDS } from './new-ids.js'
import type { OwnId } from './own-id.js'

export interface Identity {
  readonly sessionId: string
  readonly ids: NewIds
  /** Of the agents' entries, by their position in the source. */
  readonly agentIds: readonly NewIds[]
  /** New ids of agents that lie beside the session. */
  readonly agentNames: ReadonlyMap<string, string>
  readonly own: OwnId
  readonly agentOwn: readonly OwnId[]
  /** Entries say which session they were forked from, as the client's own fork does. */
  readonly origin: ((row: number) => string | undefined) | undefined
  readonly title: string | undefined
  /** Rows in whose words the id changes. */
  readonly rewritten: ReadonlySet<number>
}

const utf8 = new TextEncoder()

export function newSession(draft: Draft, target: NewSession): Identity {
  const { source } = draft
  const { rows } = source.conversation
  const { sessionId, newId, title } = target
  const before = ownIdOf(source)
  const mentions = findMentions(source, before)
  dropEnd(draft)
  tellIds(draft, target, before)
  tellMentions(draft, mentions, target.allTexts)
  const ownIn = (found: Mentions): OwnId => ({
    before: utf8.encode(before),
    after: utf8.encode(sessionId),
    rows: found.all,
    inWords: row => target.allTexts || !found.beforeThinking.has(row),
  })
  const beside = (source.folder?.agents ?? []).filter(agent => agent.layout === 'beside')
  return {
    sessionId,
    ids: newId ? newIds(rows, newId) : SAME_IDS,
    agentIds: source.agents.map(agent => (newId ? newIds(agent.conversation.rows, newId) : SAME_IDS)),
    agentNames: new Map(beside.map(({ agentId }) => [agentId, target.newAgentId(agentId)])),
    own: ownIn(mentions),
    agentOwn: source.agents.map(agent => ownIn(findMentions(agent, before))),
    origin: newId ? undefined : row => forkedFrom(source, row, before),
    title,
    rewritten: new Set(mentions.inWords.filter(row => target.allTexts || !mentions.beforeThinking.has(row))),
  }
}

/** The id that texts and paths know the session by: its file's name, or what its entries say. */
export function ownIdOf({ folder, conversation }: ReshapeSource): string {
  const said = conversation.about.sessionId
  return folder && (isSessionId(folder.id) || said === undefined) ? folder.id : (said ?? '')
}

/** R-F16: a session that the model ended does not resume, nor would its copy. */
function dropEnd(draft: Draft): void {
  const { rows } = draft.source.conversation
  const ended = rows.names.find('ended-by-model')
  const found: number[] = []
  if (ended !== 0) for (let row = 0; row < rows.count; row++) if (rows.type[row] === ended) found.push(row)
  addStep(
    draft,
    'leave out',
    removeRows(draft, found),
    'the client refuses to resume a session that the model ended (R-F16)',
  )
}

function tellIds(draft: Draft, { sessionId, newId }: NewSession, before: string): void {
  const { rows } = draft.source.conversation
  const own = rows.names.find(before)
  const foreign = new Map<number, number[]>()
  let entries = 0
  for (let row = 0; row < rows.count; row++) {
    if (draft.removed[row]) continue
    if (rows.uuid[row] !== 0) entries++
    const id = rows.sessionId[row]!
    if (id === 0 || id === own) continue
    const list = foreign.get(id)
    if (list) list.push(row)
    else foreign.set(id, [row])
  }
  addNote(draft, 'set a new session id', 1, `${sessionId}, in all entries and file paths`)
  if (newId) addNote(draft, 'set new entry ids', entries, 'and update all references')
  else addNote(draft, 'keep entry ids', entries, 'as Claude Code does when it forks; each entry records its source')
  for (const [id, list] of foreign)
    addStep(draft, 'adopt entries', list, `entries of session ${rows.names.text(id)} become entries of this session`)
}

function tellMentions(draft: Draft, { inWords, beforeThinking }: Mentions, all: boolean): void {
  const kept = inWords.filter(row => !draft.removed[row])
  const keep = all ? [] : kept.filter(row => beforeThinking.has(row))
  const change = kept.filter(row => all || !beforeThinking.has(row))
  addStep(draft, 'replace the session id in text', change, 'mostly in paths of side files')
  addStep(
    draft,
    'keep the old session id in text',
    keep,
    'thinking follows it, and would become invalid if the text changed (A0)',
  )
  if (all) for (const row of change) draft.touched.add(row)
}

function forkedFrom({ conversation: { rows } }: ReshapeSource, row: number, sessionId: string): string | undefined {
  const uuid = rows.uuid[row]!
  if (uuid === 0 || row === NONE) return undefined
  return JSON.stringify({ sessionId, messageUuid: rows.names.text(uuid) })
}
