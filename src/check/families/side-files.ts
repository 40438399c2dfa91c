// Does everything that the session names lie beside it, and is everything that lies there named? (resume-rules §2, §5)

import type { Conversation, SeenEntry } from '../../conversation/conversation.js'
import { HAS_TOOL_RESULT } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { decodeString } from '../../format/json/walk.js'
import { type SessionFolder, TOOL_RESULTS } from '../../format/session-folder.js'
import { finding, type NewFamily, type Surroundings } from '../family.js'
import { placeOf } from '../words.js'

/** A big tool output that the client put into a file, as its result names it. */
interface Output {
  readonly row: number
  readonly path: string
}

export const sideFiles: NewFamily = () => {
  const outputs: Output[] = []
  return {
    entry(seen, names) {
      const { facts, row } = seen
      if ((facts.flags & HAS_TOOL_RESULT) === 0) return
      const path = facts.resultFile === 0 ? pathInText(seen) : names.text(facts.resultFile)
      // Background tasks write elsewhere, and what they write is no side file.
      if (path !== undefined && folderAndName(path) !== undefined) outputs.push({ row, path })
    },
    *finish({ conversation }, surroundings) {
      const { folder } = surroundings
      if (!folder) return
      yield* backups(conversation, folder)
      yield* toolOutputs(conversation, folder, outputs)
      yield* agents(conversation, folder, surroundings)
    },
  }
}

/** `<persisted-output>` in the result's text, where nothing else tells the path. */
function pathInText({ facts, bytes }: SeenEntry): string | undefined {
  for (const { bodyStart } of facts.blocks) {
    if (bodyStart === 0 || !startsWith(bytes, bodyStart, '"<persisted-output>')) continue
    const end = Math.min(bodyStart + 2000, bytes.length)
    for (let at = bodyStart; at < end && bytes[at] !== 0x0a; at++) {
      if (bytes[at] !== 0x2f || !startsWith(bytes, at, `/${TOOL_RESULTS}/`)) continue
      return wordAround(bytes, at)
    }
  }
  return undefined
}

function wordAround(bytes: Uint8Array, at: number): string {
  let start = at
  let end = at
  while (bytes[start - 1]! > 0x20 && bytes[start - 1] !== 0x22 && bytes[start - 1] !== 0x5c) start--
  while (bytes[end]! > 0x20 && bytes[end] !== 0x22 && bytes[end] !== 0x5c) end++
  return decodeString(bytes, start, end)
}

function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false
  return true
}

/** `…/<session>/tool-results/<name>`, with whatever separator the machine has that wrote it. */
function folderAndName(path: string): { readonly session: string; readonly name: string } | undefined {
  const parts = path.split(/[\\/]/)
  const [session, folder, name] = parts.slice(-3)
  return folder === TOOL_RESULTS && name ? { session: session!, name } : undefined
}

/** Resume-rules §5.2: a rewind says that it restored the file, and did not. */
function* backups(conversation: Conversation, { fileHistory }: SessionFolder): Generator<Finding> {
  const there = new Set(fileHistory.map(file => file.name))
  const named = new Set<string>()
  const missing: { readonly backup: string; readonly path: string; readonly row: number }[] = []
  for (const { path, versions } of conversation.trackedFiles) {
    for (const { backup, row } of versions.values()) {
      if (backup === undefined) continue
      named.add(backup)
      if (!there.has(backup)) missing.push({ backup, path, row })
    }
  }
  if (missing.length > 0) {
    const files = new Set(missing.map(one => one.path))
    const first = missing.reduce((a, b) => (b.row < a.row ? b : a))
    // Several files may name the same backup.
    const gone = new Set(missing.map(one => one.backup)).size
    const message = `${gone} of ${named.size} backups are missing: a rewind cannot restore ${some(files)}`
    yield finding('backup-missing', message, placeOf(conversation.rows, first.row))
  }
  yield* unnamed(
    'backups',
    fileHistory.map(file => file.name).filter(name => !named.has(name)),
  )
}

function* toolOutputs(
  conversation: Conversation,
  { id, toolResults }: SessionFolder,
  outputs: readonly Output[],
): Generator<Finding> {
  const there = new Set(toolResults.map(file => file.name))
  const named = new Set<string>()
  const elsewhere = new Map<string, number>()
  for (const { row, path } of outputs) {
    const { session, name } = folderAndName(path)!
    if (named.has(name)) continue
    named.add(name)
    if (there.has(name)) continue
    if (session !== id) elsewhere.set(session, elsewhere.get(session) ?? row)
    else
      yield finding(
        'output-missing',
        `${name}: output is missing, only its beginning is left`,
        placeOf(conversation.rows, row),
      )
  }
  for (const [session, row] of elsewhere)
    yield finding(
      'output-elsewhere',
      `tool outputs are in the folder of session ${session}`,
      placeOf(conversation.rows, row),
    )
  // Images of MCP servers are named in the midst of texts.
  const stray = toolResults.filter(({ name }) => !named.has(name) && !name.startsWith('mcp-'))
  yield* unnamed(
    'tool outputs',
    stray.map(file => file.name),
  )
}

/** Those that the client starts for itself, by no call: `acompact-…`, `aprompt_suggestion-…`, `aside_question-…`. */
const OWN_AGENT = /^a[a-z]+(_[a-z]+)*-[0-9a-f]+$/

function* agents(
  conversation: Conversation,
  folder: SessionFolder,
  { agentOrigins }: Surroundings,
): Generator<Finding> {
  const { rows, toolCalls, sidechains, agentProgress } = conversation
  const there = new Set([...folder.agents, ...sidechains].map(agent => agent.agentId))
  const named = new Map<string, number>()
  const calls = new Set<string>()
  const prompts = new Set<number>()
  for (const { use, result } of toolCalls.list) {
    calls.add(rows.names.text(use.id))
    if (use.promptHash !== 0) prompts.add(use.promptHash)
    if (!result || result.agentId === 0) continue
    const agentId = rows.names.text(result.agentId)
    if (!named.has(agentId)) named.set(agentId, result.row)
  }
  const missing = [...named].filter(([agentId]) => !there.has(agentId))
  if (missing.length > 0) {
    const message = `transcripts of ${missing.length} of ${named.size} subagents are missing: ${some(missing.map(([id]) => id))}`
    yield finding('agent-missing', message, placeOf(conversation.rows, missing[0]![1]))
  }
  const fits = ({ agentId }: { readonly agentId: string }): boolean => {
    const origin = agentOrigins?.get(agentId)
    return (
      named.has(agentId) ||
      agentProgress.has(agentId) ||
      (origin?.toolUseId !== undefined && calls.has(origin.toolUseId)) ||
      (origin !== undefined && prompts.has(origin.promptHash))
    )
  }
  const started = folder.agents.filter(({ agentId }) => !OWN_AGENT.test(agentId))
  const stray = started.filter(agent => !fits(agent))
  // Agents start agents: where one fits, the others may be its own.
  if (stray.length < started.length) return
  for (const { agentId } of stray) yield finding('agent-unlinked', `no call in this session started agent ${agentId}`)
}

function* unnamed(what: string, names: readonly string[]): Generator<Finding> {
  if (names.length > 0) yield finding('side-files-unnamed', `${names.length} unused ${what}: ${some(names)}`)
}

function some(names: Iterable<string>): string {
  const all = [...names]
  return all.length <= 3 ? all.join(', ') : `${all.slice(0, 3).join(', ')} and ${all.length - 3} more`
}
