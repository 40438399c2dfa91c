// Tokens by tool: what calls and their results weigh, by the estimate that `context` uses. No client logs them.

import { boundedReading } from '../../catalog/ingest/bounded-reading.js'
import { blockWeigher, type WeighBlock } from '../../context/tokens-weight.js'
import type { SeenEntry } from '../../conversation/conversation.js'
import type { Names } from '../../conversation/names.js'
import { ASSISTANT, USER } from '../../conversation/rows.js'
import { listTranscripts } from '../../disk/list-transcripts.js'
import { readRecords } from '../../disk/read-session.js'
import { rest } from '../../disk/rest.js'
import { hashOfText } from '../../format/hash-of-text.js'
import type { Doing } from '../action.js'

export interface ToolRow {
  readonly key: string
  /** Each call once, in whatever sessions it stands. */
  readonly calls: number
  readonly callTokens: number
  readonly resultTokens: number
}

interface ToolFilters {
  readonly inSpan: ((time: number | null) => boolean) | undefined
  readonly project: ((cwd: string | null) => boolean) | undefined
  readonly model: string | undefined
}

type Sums = { -readonly [Key in keyof ToolRow]: ToolRow[Key] }

export async function toolUsage(
  configDirs: readonly string[],
  filters: ToolFilters,
  { signal, progress }: Doing,
): Promise<readonly ToolRow[]> {
  const tools = new Map<string, Sums>()
  /** By the hash of the call's id: its tool, until its result has come. Null: it has, or nobody asks for it. */
  const calls = new Map<number, Sums | null>()
  const { folders } = listTranscripts(configDirs)
  const of = folders.reduce((sum, one) => sum + one.transcripts.reduce((all, { size }) => all + size, 0), 0)
  let bytes = 0
  for (const folder of folders)
    for (const { path, size } of folder.transcripts) {
      await rest()
      signal?.throwIfAborted()
      let weigh: WeighBlock | undefined
      const reading = boundedReading((seen, names) => {
        weigh ??= blockWeigher(names)
        see(seen, names, weigh)
      })
      await readRecords(path, reading, { root: folder.configDir, ...(signal ? { signal } : {}) })
      bytes += size
      progress?.({ kind: 'reading', bytes, of })
    }
  return [...tools.values()]
    .map(row => ({ ...row, callTokens: Math.round(row.callTokens), resultTokens: Math.round(row.resultTokens) }))
    .toSorted((a, b) => total(b) - total(a) || (a.key < b.key ? -1 : 1))

  function see(seen: SeenEntry, names: Names, weigh: WeighBlock): void {
    if (seen.role !== ASSISTANT && seen.role !== USER) return
    for (const block of seen.facts.blocks) {
      if (block.id === 0) continue
      const id = hashOfText(names.text(block.id))
      if (seen.role === ASSISTANT && block.toolName !== 0) {
        if (calls.has(id)) continue
        const row = isAsked(seen, names) ? rowOf(names.text(block.toolName)) : null
        calls.set(id, row)
        if (row === null) continue
        row.calls++
        row.callTokens += weigh(seen.bytes, block)
      } else if (/tool_result$/.test(names.text(block.type))) {
        const row = calls.get(id)
        if (!row) continue
        row.resultTokens += weigh(seen.bytes, block)
        calls.set(id, null)
      }
    }
  }

  function isAsked({ facts }: SeenEntry, names: Names): boolean {
    const { inSpan, project, model } = filters
    return (
      (inSpan === undefined || inSpan(Number.isNaN(facts.time) ? null : facts.time)) &&
      (project === undefined || project(facts.cwd === 0 ? null : names.text(facts.cwd))) &&
      (model === undefined || names.text(facts.model).toLowerCase().includes(model))
    )
  }

  function rowOf(key: string): Sums {
    let row = tools.get(key)
    if (row === undefined) tools.set(key, (row = { key, calls: 0, callTokens: 0, resultTokens: 0 }))
    return row
  }
}

function total({ callTokens, resultTokens }: ToolRow): number {
  return callTokens + resultTokens
}
