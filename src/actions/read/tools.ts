// The tool calls of a session, each with its result, and the files that the client keeps backups of.

import { basename } from 'node:path'
import { NONE, uuidOf } from '../../conversation/rows.js'
import type { ToolCallState, ToolResult } from '../../conversation/tool-calls.js'
import { pointReference } from '../../format/point-reference.js'
import { isNamed } from '../../reshape/strip/index.js'
import { type Action, type OfSession, withSession } from '../action.js'
import { type OpenAgent, withAgents } from '../session/agents.js'
import type { OpenSession } from '../session/open-session.js'
import { selectionAt } from '../session/selection.js'

export interface EntryPlace {
  readonly line: number
  readonly uuid: string | null
}

export interface ToolCallRow {
  readonly id: string
  readonly name: string
  /** Number of the turn that it belongs to; null before the first one. */
  readonly turn: number | null
  readonly use: EntryPlace
  readonly result: EntryPlace | null
  readonly state: ToolCallState
  readonly isError: boolean
  readonly durationMs: number | null
  readonly input: unknown
  readonly inputBytes: number
  readonly resultBytes: number | null
  /** The subagent that it started, and how that is known. */
  readonly agent?: {
    readonly id: string | null
    readonly layout: string
    readonly linkedBy: string
    readonly entries: number
  }
  /** The side file that holds its output, and whether it is still there. */
  readonly outputFile?: { readonly path: string; readonly exists: boolean }
}

export interface ToolsReport {
  readonly calls: readonly ToolCallRow[]
  readonly orphanResults: readonly (EntryPlace & { readonly id: string; readonly resultBytes: number })[]
}

export interface ToolsRequest extends OfSession {
  /** Only calls of these tools, in any case; `mcp__*` are all that begin so. */
  readonly names?: readonly string[] | undefined
  /** Only calls of these turns. */
  readonly turns?: { readonly from: number; readonly to: number } | undefined
  /** Only calls that failed, are pending or were lost. */
  readonly failed?: boolean
}

export const tools: Action<ToolsRequest, ToolsReport> = (place, request, doing = {}) =>
  withSession(place, request, doing, async open => {
    const report = await withAgents(open, agents => sessionTools(open, agents))
    const { point } = pointReference(request.session ?? '')
    const named = point && selectionAt(open.conversation, point)
    const isNamedHere = ({ turn, use, result }: ToolCallRow): boolean =>
      named === undefined ||
      (named.lines
        ? named.lines.has(use.line) || (result !== null && named.lines.has(result.line))
        : turn !== null && named.turns.includes(turn))
    return { ...report, calls: report.calls.filter(call => isAskedFor(call, request) && isNamedHere(call)) }
  })

function isAskedFor(call: ToolCallRow, { names, turns, failed }: ToolsRequest): boolean {
  return (
    (names === undefined || isCallOf(call, names)) &&
    (turns === undefined || (call.turn !== null && call.turn >= turns.from && call.turn <= turns.to)) &&
    (failed !== true || call.isError || call.state !== 'paired')
  )
}

export const tracked: Action<OfSession, TrackedFilesReport> = (place, request, doing = {}) =>
  withSession(place, request, doing, trackedFiles)

export function sessionTools(open: OpenSession, agents: readonly OpenAgent[]): ToolsReport {
  const { rows, toolCalls, turns } = open.conversation
  const text = (name: number): string => rows.names.text(name)
  const place = (row: number): EntryPlace => ({ line: rows.line[row]!, uuid: uuidOf(rows, row) ?? null })
  const agentOf = new Map(
    agents.flatMap(agent => (agent.link?.owner === open ? [[agent.link.call, agent] as const] : [])),
  )
  const inputs = inputReader(open)
  const calls = toolCalls.list.map((call, position): ToolCallRow => {
    const agent = agentOf.get(position)
    const file = call.result && call.result.file !== 0 ? text(call.result.file) : undefined
    return {
      id: text(call.use.id),
      name: text(call.use.name),
      turn: call.turn === NONE ? null : turns.list[call.turn]!.index,
      use: place(call.use.row),
      result: call.result ? place(call.result.row) : null,
      state: call.state,
      isError: call.result?.isError ?? false,
      durationMs: call.durationMs ?? null,
      input: inputs(call.use.row, call.use.index),
      inputBytes: call.use.inputBytes,
      resultBytes: call.result?.contentBytes ?? null,
      ...(agent && { agent: agentRow(agent) }),
      ...(file !== undefined && { outputFile: { path: file, exists: hasFile(open, file) } }),
    }
  })
  const orphan = (result: ToolResult) => ({
    id: text(result.id),
    ...place(result.row),
    resultBytes: result.contentBytes,
  })
  return { calls, orphanResults: toolCalls.orphanResults.map(orphan) }
}

function agentRow(agent: OpenAgent): NonNullable<ToolCallRow['agent']> {
  return {
    id: agent.agentId ?? null,
    layout: agent.layout,
    linkedBy: agent.link?.by ?? '',
    entries: agent.rows.length,
  }
}

/** Calls of one entry stand behind each other: it is decoded once. */
export function inputReader(open: OpenSession): (row: number, index: number) => unknown {
  let lastRow = NONE
  let last: Readonly<Record<string, unknown>> | undefined
  return (row, index) => {
    if (row !== lastRow) {
      lastRow = row
      last = open.entry(row) as typeof last
    }
    // Source document 004: the call is the entry itself (D14).
    if (index === NONE) return last?.['toolArguments'] ?? null
    const content = (last?.['message'] as { readonly content?: unknown } | undefined)?.content
    const block: unknown = Array.isArray(content) ? content[index] : undefined
    return (block as { readonly input?: unknown } | undefined)?.input ?? null
  }
}

/** The path in the entry is that of the machine it was written on; the file is looked for by its name. */
function hasFile(open: OpenSession, path: string): boolean {
  const name = basename(path.replaceAll('\\', '/'))
  return (open.folder?.toolResults ?? []).some(file => basename(file.path) === name)
}

export interface TrackedFileRow {
  readonly path: string
  readonly versions: readonly {
    readonly version: number
    /** Null where the file did not exist before the session made it. */
    readonly backup: string | null
    readonly exists: boolean
    readonly line: number
  }[]
}

export interface TrackedFilesReport {
  readonly files: readonly TrackedFileRow[]
  /** Backups on disk that no entry names. */
  readonly unnamed: readonly string[]
}

export function trackedFiles(open: OpenSession): TrackedFilesReport {
  const { rows, trackedFiles: tracked } = open.conversation
  const there = new Set((open.folder?.fileHistory ?? []).map(file => basename(file.path)))
  const files = tracked.map(({ path, versions }) => ({
    path,
    versions: [...versions.values()].map(({ version, backup, row }) => ({
      version,
      backup: backup ?? null,
      exists: backup !== undefined && there.has(backup),
      line: rows.line[row]!,
    })),
  }))
  const named = new Set(files.flatMap(file => file.versions.map(version => version.backup)))
  return { files, unnamed: [...there].filter(name => !named.has(name)) }
}

/** Is it a call of one of these tools? In any case: nobody remembers how each is spelt. */
export function isCallOf({ name }: ToolCallRow, tools: readonly string[]): boolean {
  return isNamed(
    tools.map(tool => tool.toLowerCase()),
    name.toLowerCase(),
  )
}
