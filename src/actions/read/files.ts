// The files that a session created, edited and read, by itself and through its subagents.

import { NONE } from '../../conversation/rows.js'
import type { ToolCall } from '../../conversation/tool-calls.js'
import { editedFile, mayTouchFiles, readFile } from '../../conversation/tool-files.js'
import { pointReference } from '../../format/point-reference.js'
import { objectOf, type Value } from '../../summarize/turn-events.js'
import { type Action, type OfSession, withSession } from '../action.js'
import { type OpenAgent, withAgents } from '../session/agents.js'
import type { OpenConversation, OpenSession } from '../session/open-session.js'
import { selectionAt } from '../session/selection.js'
import { editForm } from './show/edit-form.js'
import type { Hunk } from './show/report.js'

export interface FilesReport {
  /** Where the session worked. */
  readonly cwd: string | null
  /** What was changed first, then what was only read; each in the order of its first call. */
  readonly files: readonly FileRow[]
}

export interface FileRow {
  readonly path: string
  readonly did: 'created' | 'edited' | 'read'
  readonly edits: number
  readonly reads: number
  readonly added: number
  readonly removed: number
  /** Numbers of the turns; of an agent's calls that of the call that started it. */
  readonly turns: readonly number[]
}

export interface FileChange {
  readonly turn: number | null
  readonly line: number
  readonly tool: string
  /** The agent that made it; null for the session itself. */
  readonly agent: string | null
  readonly created: boolean
  readonly hunks: readonly Hunk[]
}

export interface FileDiffReport {
  readonly path: string
  readonly cwd: string | null
  readonly changes: readonly FileChange[]
}

interface Touch {
  readonly path: string
  readonly reads: boolean
  readonly change: FileChange
}

export const files: Action<OfSession, FilesReport> = (place, request, doing = {}) =>
  withSession(place, request, doing, open => {
    const { point } = pointReference(request.session ?? '')
    const turns = point && new Set(selectionAt(open.conversation, point).turns)
    return withAgents(open, agents => sessionFiles(open, agents, turns))
  })

/** The changes to one file, given by its path or the end of it. */
export const changesTo: Action<OfSession & { readonly file: string }, FileDiffReport> = (place, request, doing = {}) =>
  withSession(place, request, doing, open => withAgents(open, agents => fileDiff(open, agents, request.file)))

/** Of all turns, or of those with these numbers. */
export function sessionFiles(
  open: OpenSession,
  agents: readonly OpenAgent[],
  turnsAsked?: ReadonlySet<number>,
): FilesReport {
  const touched = new Map<string, { row: FileRow; readonly turns: Set<number> }>()
  for (const { path, reads, change } of touches(open, agents)) {
    if (turnsAsked && (change.turn === null || !turnsAsked.has(change.turn))) continue
    let file = touched.get(path)
    if (!file) {
      const row: FileRow = { path, did: 'read', edits: 0, reads: 0, added: 0, removed: 0, turns: [] }
      touched.set(path, (file = { row, turns: new Set() }))
    }
    const { row } = file
    if (change.turn !== null) file.turns.add(change.turn)
    file.row = reads
      ? { ...row, reads: row.reads + 1 }
      : {
          ...row,
          did: row.did === 'created' || (change.created && row.edits === 0) ? 'created' : 'edited',
          edits: row.edits + 1,
          added: row.added + counted(change.hunks, '+'),
          removed: row.removed + counted(change.hunks, '-'),
        }
  }
  const rows = [...touched.values()].map(({ row, turns }) => ({ ...row, turns: [...turns].sort((a, b) => a - b) }))
  const isChanged = ({ did }: FileRow): boolean => did !== 'read'
  return {
    cwd: open.conversation.about.cwd ?? null,
    files: [...rows.filter(isChanged), ...rows.filter(row => !isChanged(row))],
  }
}

/** Every change of one file, in the order of the calls. `name`: its path, or the end of it. */
export function fileDiff(open: OpenSession, agents: readonly OpenAgent[], name: string): FileDiffReport {
  const all = [...touches(open, agents)].filter(touch => !touch.reads)
  const paths = [...new Set(all.map(({ path }) => path))]
  const path = paths.find(one => one === name) ?? only(paths.filter(one => one.endsWith(`/${name}`))) ?? name
  return {
    path,
    cwd: open.conversation.about.cwd ?? null,
    changes: all.filter(touch => touch.path === path).map(({ change }) => change),
  }
}

function only(paths: readonly string[]): string | undefined {
  return paths.length === 1 ? paths[0] : undefined
}

function counted(hunks: readonly Hunk[], sign: string): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length, 0)
}

function* touches(open: OpenSession, agents: readonly OpenAgent[]): Generator<Touch> {
  const { turns } = open.conversation
  yield* touchesIn(open, null, call => (call.turn === NONE ? null : turns.list[call.turn]!.index))
  for (const agent of agents) {
    // Entries of an inline agent are among the session's own.
    if (!agent.file) continue
    const { link } = agent
    const turn = link?.owner === open ? open.conversation.toolCalls.list[link.call]!.turn : NONE
    const index = turn === NONE ? null : turns.list[turn]!.index
    yield* touchesIn(agent.open, agent.agentId ?? '', () => index)
  }
}

function* touchesIn(
  open: OpenConversation,
  agent: string | null,
  turnOf: (call: ToolCall) => number | null,
): Generator<Touch> {
  const { rows, toolCalls } = open.conversation
  const calling = entryAtHand(open)
  const answering = entryAtHand(open)
  for (const call of toolCalls.list) {
    const { use, result } = call
    const tool = rows.names.text(use.name)
    // What failed has changed nothing.
    if (use.index === NONE || !result || result.isError || !mayTouchFiles(tool)) continue
    const input = inputOf(calling(use.row), use.index)
    const edited = editedFile({ name: tool, input })
    const path = edited ?? readFile({ name: tool, input })
    if (path === undefined) continue
    const record = edited === undefined ? {} : objectOf(objectOf(answering(result.row))['toolUseResult'])
    const { form } = editForm(input, record, true)
    const created = form.form === 'edit' && form.created
    const hunks = edited === undefined || form.form !== 'edit' ? [] : form.hunks
    const change = { turn: turnOf(call), line: rows.line[use.row]!, tool, agent, created, hunks }
    yield { path, reads: edited === undefined, change }
  }
}

/** Thousands of calls may stand in one entry: it is read once for those that follow each other. */
function entryAtHand(open: OpenConversation): (row: number) => unknown {
  let at = NONE
  let entry: unknown
  return row => {
    if (row !== at) entry = open.entry(row)
    at = row
    return entry
  }
}

function inputOf(entry: unknown, index: number): Value {
  const content = objectOf(objectOf(entry)['message'])['content']
  return objectOf(objectOf(Array.isArray(content) ? content[index] : undefined)['input'])
}
