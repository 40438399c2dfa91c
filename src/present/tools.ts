// Tool calls and tracked files, one line each.

import type { ToolCallRow, ToolsReport, TrackedFilesReport } from '../actions/read/index.js'
import { type Cell, type Column, layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { toolName } from './tool-name.js'
import { bytes, count, duration } from './units.js'
import { wrap } from './width.js'

export function presentTools(report: ToolsReport, screen: Screen): readonly string[] {
  const { paint, width } = screen
  if (report.calls.length === 0 && report.orphanResults.length === 0) return ['No tool calls.']
  const right: Column = { align: 'right' }
  const isNarrow = width < WIDE
  const columns: readonly Column[] = [
    { align: 'right', paint: paint.yellow },
    { align: 'right', paint: paint.dim },
    { paint: paint.cyan, max: isNarrow ? 18 : 32 },
    { flexible: true },
    ...(isNarrow ? [] : [right, right]),
    {},
  ]
  const names = ['turn', 'line', 'tool', 'input', ...(isNarrow ? [] : ['result', 'took']), '']
  const header = names.map((text): Cell => ({ text, paint: paint.dim }))
  const rows = report.calls.map(call => callLine(call, isNarrow, screen))
  const orphans = report.orphanResults.flatMap(one =>
    wrap(`line ${one.line}: result without a call: ${visibleLine(one.id)}`, width, '  ').map(paint.red),
  )
  return [
    ...layOut(columns, [header, ...rows], width),
    ...(isNarrow && rows.length > 0
      ? ['', paint.dim(`result sizes and durations need ${WIDE} columns, or --json`)]
      : []),
    ...orphans,
  ]
}

/** Below this the sizes and durations give way to the input. */
const WIDE = 96

function callLine(call: ToolCallRow, isNarrow: boolean, { paint }: Screen): readonly Cell[] {
  return [
    call.turn === null ? '' : String(call.turn),
    String(call.use.line),
    visibleLine(toolName(call.name)),
    inputCell(call.input),
    ...(isNarrow
      ? []
      : [
          call.resultBytes === null ? '' : bytes(call.resultBytes),
          call.durationMs === null ? '' : duration(call.durationMs),
        ]),
    stateCell(call, isNarrow, paint),
  ]
}

function stateCell(call: ToolCallRow, isNarrow: boolean, paint: Screen['paint']): Cell {
  if (call.state !== 'paired') return { text: call.state, paint: paint.red }
  if (call.isError) return { text: 'failed', paint: paint.red }
  if (call.agent) return { text: isNarrow ? 'agent' : `agent, ${count(call.agent.entries, 'entry')}`, paint: paint.dim }
  if (call.outputFile) {
    const text = call.outputFile.exists ? 'output in a file' : 'output file is missing'
    return { text: isNarrow ? text.replace(/^output |file is /g, '') : text, paint: paint.dim }
  }
  return ''
}

/** The part of an input that tells calls apart: a command, a path, a pattern; else all of it. */
const TELLING = ['command', 'file_path', 'notebook_path', 'pattern', 'description', 'url', 'query', 'path', 'prompt']

function inputCell(input: unknown): Cell {
  if (typeof input !== 'object' || input === null) return input === null ? '' : visibleLine(String(input))
  const entries = Object.entries(input)
  for (const key of TELLING) {
    const value = entries.find(([name]) => name === key)?.[1]
    if (typeof value === 'string')
      return { text: visibleLine(value.trim().split('\n', 1)[0] ?? ''), isPath: key.endsWith('path') }
  }
  return entries.length === 0 ? '' : visibleLine(JSON.stringify(input).slice(0, 400))
}

export function presentTrackedFiles(report: TrackedFilesReport, screen: Screen): readonly string[] {
  const { paint } = screen
  if (report.files.length === 0) return ['No tracked files: the client made no backups in this session.']
  const rows = report.files.flatMap(file =>
    file.versions.map((version, index): Cell[] => [
      index === 0 ? visibleLine(file.path) : '',
      `v${version.version}`,
      `line ${version.line}`,
      version.backup === null
        ? { text: 'file did not exist', paint: paint.dim }
        : version.exists
          ? { text: 'backup exists', paint: paint.green }
          : { text: 'backup is missing', paint: paint.red },
    ]),
  )
  const unnamed = report.unnamed.length
  return [
    ...layOut([{ flexible: true, isPath: true }, { align: 'right' }, { paint: paint.dim }, {}], rows, screen.width),
    ...(unnamed > 0 ? [paint.dim(`${count(unnamed, 'backup')} on disk without an entry`)] : []),
  ]
}
