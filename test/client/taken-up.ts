// What does the client take up of a session? All parts of rethread that use an answer to that are asked, and compared
// with what is sent: `context` is judged by the stored answers of the client, and the others by `context`.

import { sessionRules } from '../../src/check/check.js'
import { CODES, type Code } from '../../src/check/codes.js'
import { sentBy } from '../../src/check/sent.js'
import type { Context } from '../../src/context/context.js'
import { contextReader } from '../../src/context/context-reader.js'
import { TOOL_RESULT, TOOL_USE } from '../../src/context/facts/block-columns.js'
import { findContext } from '../../src/context/find-context.js'
import { findPath } from '../../src/context/find-path.js'
import { type Path, type Reading, WALKED } from '../../src/context/path.js'
import { PROFILES } from '../../src/context/profiles/index.js'
import { idsIn } from '../../src/context/rules/item-looks.js'
import { ASSISTANT, isMain, NONE, USER } from '../../src/conversation/rows.js'
import type { Finding } from '../../src/format/finding.js'
import { recordReader } from '../../src/format/records.js'
import { rowsLeadingTo } from '../../src/reshape/tree/way-up.js'

export interface Examined {
  readonly reading: Reading
  findingsFor(client: string): readonly Finding[]
}

/** Read once for all clients. */
export function examined(session: Uint8Array): Examined {
  const rules = sessionRules()
  const reader = contextReader(rules.entry)
  const records = recordReader(reader)
  records.push(session)
  records.end()
  const reading = reader.finish()
  return {
    reading,
    findingsFor: client => rules.findings(sentBy(reading, client), { now: 0, cleanupDays: 30 }),
  }
}

/** What parts from what this client sends, in words. */
export function partings({ reading, findingsFor }: Examined, client: string): readonly string[] {
  const context = findContext(reading, { client })
  if (context.outcome.kind === 'refuses' || context.outcome.kind === 'unknown') return []
  return [...ends(reading, context, client), ...falseLosses(reading, context, findingsFor(client))]
}

function* ends(reading: Reading, context: Context, client: string): Iterable<string> {
  const { rows } = reading.conversation
  const path = findPath(reading, { client })
  if (path.leaf !== context.leaf) yield 'the path ends elsewhere'
  // What graph, turns, show and the changes go by is the newest client's answer.
  const { leaf: shown } = reading.conversation
  if (client === PROFILES.at(-1)!.client && shown.kind !== 'none' && shown.row !== context.leaf)
    yield 'graph ends elsewhere'
  yield* wayUpTo(reading, path)
  const { path: checked, is, isAgent } = sentBy(reading, client)
  if (isAgent) return
  if (checked.leaf !== context.leaf) yield 'check ends elsewhere'
  const sent = sentRows(context)
  for (let row = 0; row < rows.count; row++) {
    if ((is[row] === 1) !== sent.has(row)) yield `check errs on line ${rows.line[row]}`
    if (sent.has(row) && !path.on[row]) yield `line ${rows.line[row]} is sent and not on the path`
  }
}

/** What reshape takes as leading to the end holds every row that the client walks. */
function* wayUpTo(reading: Reading, path: Path): Iterable<string> {
  if (path.profile !== PROFILES.at(-1) || path.leaf === NONE) return
  const leading = new Set(rowsLeadingTo(reading, path.leaf))
  for (const row of path.walked)
    if (path.on[row] === WALKED && !leading.has(row))
      yield `reshape leaves out line ${path.rows.line[row]} of the way up`
}

/** Rows that something is sent of. */
function sentRows({ messages }: Context): ReadonlySet<number> {
  const sent = new Set<number>()
  for (const { parts } of messages) for (const part of parts) if (part.kind === 'stored') sent.add(part.row)
  return sent
}

/** Losses that cannot be seen in what is sent: side files, and what the API does afterwards. */
const ELSEWHERE: ReadonlySet<Code> = new Set<Code>([
  'thinking-unsigned',
  'thinking-redacted-empty',
  'thinking-moved',
  'error-result-media',
  'file-not-regular',
  'file-outside-root',
  'file-unreadable',
  'file-vanished',
  'file-link-loop',
  'file-name-not-utf8',
  'file-changed',
  'file-too-large',
  'backup-missing',
  'output-missing',
  'agent-missing',
  'cleanup-transcript',
  'cleanup-tool-results',
  'cleanup-file-history',
  'cleanup-others',
  'secret-found',
])

function* falseLosses(reading: Reading, context: Context, findings: readonly Finding[]): Iterable<string> {
  const { rows } = reading.conversation
  const sent = sentRows(context)
  const rowsAt = new Map<number, number[]>()
  for (let row = 0; row < rows.count; row++) rowsAt.set(rows.line[row]!, [...(rowsAt.get(rows.line[row]!) ?? []), row])
  for (const finding of findings) {
    const { code, severity, line = 0, message } = finding
    if (severity !== 'loses' || ELSEWHERE.has(code as Code)) continue
    const own = rowsAt.get(line) ?? []
    const what = lossOf(finding, own)
    if (what !== undefined) yield `${code}@${line}: ${what} (${message})`
  }

  /** undefined where the loss is one. */
  function lossOf({ code, message }: Finding, own: readonly number[]): string | undefined {
    switch (code as Code) {
      case 'tool-call-lost':
        return isBlockSent(TOOL_USE, idIn(message, /\(([^()]*)\) has no result/)) ? 'the call is sent' : undefined
      case 'tool-result-apart':
        return isBlockSent(TOOL_RESULT, idIn(message, /^result of (\S+) is separated/)) ? 'it is sent' : undefined
      case 'tool-result-orphan':
      case 'tool-result-duplicate':
      case 'tool-id-duplicate':
        return own.every(row => blocksSent(row) === blocksOf(row)) ? 'all of the entry is sent' : undefined
      case 'uuid-missing':
      case 'type-missing':
      case 'content-invalid':
        return own.some(row => sent.has(row)) ? 'the entry is sent' : undefined
      case 'parent-missing':
      case 'parent-null':
      case 'parent-cycle':
      case 'parent-unknown-type':
      case 'parent-sidechain-cut':
        return cutOff(message)
      case 'checkpoint-elsewhere':
      case 'checkpoint-before-compaction':
      case 'preserved-missing':
      case 'preserved-anchor-missing':
      case 'compaction-no-summary':
      case 'parent-forward-large':
      case 'boundary-bypassed-large':
        return unsentTalk() >= Number(/(?:not sent|not loaded)[^\d]*(\d+)/.exec(message)?.[1] ?? 1)
          ? undefined
          : 'so many entries are not left out'
      case 'uuid-duplicate-differs':
        return copies(own) ? undefined : 'all copies are sent'
      default:
        return code.startsWith('line-')
          ? lineLoss(code, own)
          : `no comparison for ${code}: ${CODES[code as Code].title}`
    }
  }

  function idIn(message: string, form: RegExp): number {
    const name = form.exec(message)?.[1]
    return name === undefined ? NONE : rows.names.find(name)
  }

  function isBlockSent(kind: number, id: number): boolean {
    const { facts } = reading
    return context.messages.some(({ parts }) =>
      parts.some(part => {
        if (part.kind !== 'stored' || part.block < 0) return false
        const at = facts.first[part.row]! + part.block
        // An attached image has no block of its own.
        if (at >= facts.first[part.row + 1]!) return false
        return facts.blocks.kind[at] === kind && facts.blocks.id[at] === id
      }),
    )
  }

  function blocksOf(row: number): number {
    return idsIn(reading, row, TOOL_RESULT).length + idsIn(reading, row, TOOL_USE).length
  }

  function blocksSent(row: number): number {
    const { facts } = reading
    let count = 0
    for (const { parts } of context.messages)
      for (const part of parts) {
        if (part.kind !== 'stored' || part.row !== row || part.block < 0) continue
        const kind = facts.blocks.kind[facts.first[row]! + part.block]
        if (kind === TOOL_RESULT || kind === TOOL_USE) count++
      }
    return count
  }

  /** So many entries of the conversation are not sent as are said to be cut off, and the named one is among them. */
  function cutOff(message: string): string | undefined {
    const [, count, line] = /not sent: (\d+) entr\S+ before it, up to line (\d+)/.exec(message) ?? []
    const named = rowsAt.get(Number(line)) ?? []
    if (named.length === 0) return 'no line is named'
    if (named.every(row => sent.has(row))) return 'the named line is sent'
    let left = 0
    for (let row = 0; row < rows.count; row++) if (!sent.has(row) && rows.role[row] !== 0) left++
    return left >= Number(count) ? undefined : 'so many entries are not left out'
  }

  function unsentTalk(): number {
    let count = 0
    for (let row = 0; row < rows.count; row++) {
      const talks = rows.role[row] === USER || rows.role[row] === ASSISTANT
      if (talks && isMain(rows, row) && !sent.has(row)) count++
    }
    return count
  }

  function copies(own: readonly number[]): boolean {
    const names = new Set(own.map(row => rows.uuid[row]!))
    for (let row = 0; row < rows.count; row++) if (names.has(rows.uuid[row]!) && !sent.has(row)) return true
    return false
  }

  /** Something stands on the line that is no record, or a record of it is not sent. */
  function lineLoss(_code: string, own: readonly number[]): string | undefined {
    return own.length > 0 && own.every(row => sent.has(row)) && own.length > 1 ? 'all of the line is sent' : undefined
  }
}
