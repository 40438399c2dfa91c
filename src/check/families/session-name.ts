// Is this a session that the client can be asked for, and does it hold one? (R-F7, R-F8, R-F14 to R-F16)

import type { Conversation } from '../../conversation/conversation.js'
import type { Name } from '../../conversation/names.js'
import { ASSISTANT, has, isMain, NONE, SIDECHAIN, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { agentIdOfName, isSessionId, SESSION_ENDING, type SessionFolder } from '../../format/session-folder.js'
import { finding, type NewFamily } from '../family.js'
import { placeOf } from '../words.js'

export const sessionName: NewFamily = () => ({
  *finish({ conversation }, { folder }) {
    // An agent's own file is no session by its name, and does not want to be one.
    const isAgent = folder !== undefined && agentIdOfName(folder.id + SESSION_ENDING) !== undefined
    if (folder) yield* fileName(conversation, folder, isAgent)
    if (!isAgent) yield* talk(conversation)
    const ended = rowOfType(conversation, 'ended-by-model')
    if (ended !== NONE)
      yield finding('session-ended', 'the model ended this session', placeOf(conversation.rows, ended))
  },
})

function* fileName(conversation: Conversation, { id, configDir }: SessionFolder, isAgent: boolean): Generator<Finding> {
  // Only where the client looks for sessions does the name matter; a copy elsewhere may be called anything.
  if (configDir !== undefined && !isAgent && !isSessionId(id))
    yield finding('name-not-uuid', `file name ${id} is not a uuid`)
  const { rows } = conversation
  const firstRows = new Map<Name, number>()
  for (let row = 0; row < rows.count; row++) {
    const name = rows.sessionId[row]!
    if (name !== 0 && isMain(rows, row) && !firstRows.has(name)) firstRows.set(name, row)
  }
  const own = rows.names.find(id)
  const [foreign] = [...firstRows].filter(([name]) => name !== own)
  if (foreign === undefined || !isSessionId(id)) return
  const [name, row] = foreign
  const place = placeOf(conversation.rows, row)
  if (firstRows.size > 1)
    yield finding(
      'session-id-mixed',
      `entries of ${firstRows.size} sessions; the first one of another session is here`,
      place,
    )
  else yield finding('session-id-differs', `all entries name session ${rows.names.text(name)}`, place)
}

function* talk({ rows, inventory }: Conversation): Generator<Finding> {
  let entries = 0
  for (let row = 0; row < rows.count; row++) {
    const isMessage = rows.uuid[row] !== 0 && (rows.role[row] === USER || rows.role[row] === ASSISTANT)
    if (isMessage && !has(rows, row, SIDECHAIN)) return
    if (isMessage) entries++
  }
  if (entries > 0) yield finding('session-all-sidechain', `all ${entries} entries belong to a subagent`)
  else if (inventory.lines === 0) yield finding('session-empty', 'the file is empty')
  else
    yield finding(
      'session-empty',
      `no prompts or answers in ${inventory.lines === 1 ? '1 line' : `${inventory.lines} lines`}`,
    )
}

function rowOfType({ rows }: Conversation, type: string): number {
  const name = rows.names.find(type)
  if (name !== 0) for (let row = 0; row < rows.count; row++) if (rows.type[row] === name) return row
  return NONE
}
