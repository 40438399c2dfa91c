// A session that is read once and asked many things. It holds its file open until it is closed.

import { type Doing, openOptions, sessionFile } from '../actions/action.js'
import { type ContextRequest, sessionContext, type WholeContext, wantedContext } from '../actions/context/index.js'
import {
  type FileDiffReport,
  type FilesReport,
  fileDiff,
  type GraphOptions,
  type GraphReport,
  type SessionStats,
  type ShowDocument,
  type ShowRequest,
  sessionFiles,
  sessionGraph,
  sessionStats,
  sessionTools,
  sessionTurns,
  showOptions,
  showSession,
  type ToolsReport,
  type TurnRow,
  type TurnsOptions,
  wholeReport,
} from '../actions/read/index.js'
import { type OpenAgent, openAgents, openReading, type Place } from '../actions/session/index.js'
import type { SessionEntry } from '../format/entries/index.js'
import { InputError } from '../format/error.js'

export interface OpenedSession {
  readonly id: string
  readonly path: string
  turns(options?: TurnsOptions): readonly SessionTurn[]
  tools(): ToolsReport
  files(): FilesReport
  changesTo(file: string): FileDiffReport
  show(options?: Omit<ShowRequest, 'session'>): ShowDocument
  context(options?: Omit<ContextRequest, 'session'>): WholeContext
  graph(options?: GraphOptions): GraphReport
  stats(): SessionStats
  /** Its records in the order of the file, each with its line; decoded one at a time. */
  entries(): Generator<EntryOfSession, void, undefined>
  close(): void
  [Symbol.dispose](): void
  [Symbol.asyncDispose](): Promise<void>
}

export interface SessionTurn extends Omit<TurnRow, 'index'> {
  /** As `show`, `cut` and `clone` count them. */
  readonly number: number
}

export interface EntryOfSession {
  readonly line: number
  /** The JSON as it stands in the file. */
  readonly json: string
  /** Undefined where it is nested too deep to be decoded safely. */
  readonly entry: SessionEntry | undefined
}

export async function openedSession(place: Place, path: string, doing: Doing): Promise<OpenedSession> {
  const open = await openReading(await sessionFile(place, path, 'open'), openOptions(place, doing))
  let agents: readonly OpenAgent[]
  try {
    agents = await openAgents(open)
  } catch (error) {
    open.close()
    throw error
  }
  let isOpen = true
  const close = (): void => {
    if (isOpen) for (const one of [open, ...agents.flatMap(agent => (agent.file ? [agent.open] : []))]) one.close()
    isOpen = false
  }
  const reading = () => {
    if (!isOpen) throw new InputError('usage', 'the session was closed')
    return open
  }
  return {
    id: open.id,
    path,
    turns: options => numbered(sessionTurns(reading(), options ?? {}).turns),
    tools: () => sessionTools(reading(), agents),
    files: () => sessionFiles(reading(), agents),
    changesTo: file => fileDiff(reading(), agents, file),
    show: options => wholeReport(showSession(reading(), agents, showOptions(open, options ?? {}))),
    context(options = {}) {
      const report = sessionContext(reading(), wantedContext(open, options))
      return { ...report, messages: [...report.messages] }
    },
    graph: options => sessionGraph(reading(), agents, options ?? {}),
    stats: () => sessionStats(reading()),
    *entries() {
      const { rows } = open.conversation
      for (let row = 0; row < rows.count; row++)
        yield { line: rows.line[row]!, json: reading().json(row), entry: open.entry(row) }
    },
    close,
    [Symbol.dispose]: close,
    [Symbol.asyncDispose]: async () => close(),
  }
}

export function numbered(rows: readonly TurnRow[]): readonly SessionTurn[] {
  return rows.map(({ index, ...row }) => ({ number: index, ...row }))
}
