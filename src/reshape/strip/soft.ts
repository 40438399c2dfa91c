// Content that the model no longer gets although it stays in the file: the client's own rows, at the end of the chain
// (A0, B2). Taking the rows away again brings everything back.

import { IS_ERROR, THINKING, TOOL_RESULT } from '../../context/facts/block-columns.js'
import type { Name } from '../../conversation/names.js'
import { surroundingsOf } from '../edits/surroundings.js'
import { ownIdOf } from '../ids/identity.js'
import { addNote, addStep, type Draft } from '../plan/draft.js'
import { leafOf } from '../plan/plan-of-draft.js'
import type { DraftVerb } from '../plan/reshape.js'
import { prefixes } from '../tree/thinking.js'
import { regionOf } from '../zones/region.js'
import type { StripRule } from './rule.js'
import { toolDecisions } from './tool-decisions.js'

export interface SoftOptions {
  readonly rules: readonly StripRule[]
  /** ISO 8601: rows need a time (R-L9). */
  readonly now: string
  readonly freshId: () => string
}

/** B2: results of other tools are sent as they are. */
const REACHED = new Set(['Bash', 'Read', 'Grep', 'Glob', 'Edit', 'Write', 'WebFetch', 'WebSearch'])
const MCP = 'mcp__'

export function softStrip(options: SoftOptions): DraftVerb {
  return { name: 'strip', context: 'words', apply: draft => apply(draft, options) }
}

function apply(draft: Draft, { rules, now, freshId }: SoftOptions): void {
  const leaf = leafOf(draft)
  if (leaf === undefined) return
  const standIn = `[rethread: tool result left out of the context; it is still in session ${ownIdOf(draft.source)}]`
  const { reached, rows } = cutResults(draft, rules, standIn)
  const attachments = [
    ...(reached.length > 0 ? [{ type: 'tool_results_cut', callIds: reached, standIn }] : []),
    ...thinkingLeftOut(draft, rules, rows),
  ]
  let parent: string | undefined
  for (const attachment of attachments) {
    const above = parent
    const uuid = freshId()
    draft.appended.push({
      json: (idOf, sessionId) => row(draft, leaf, { attachment, parent: above ?? idOf(leaf), uuid, now, sessionId }),
    })
    parent = uuid
  }
  addNote(
    draft,
    'append entries that hide content',
    attachments.length,
    'client 2.1 sends less, and the file keeps everything; older clients ignore them and send all (B2)',
  )
}

interface Cut {
  readonly reached: readonly string[]
  readonly rows: readonly number[]
}

/** Which results can be left out, and which not, and why. */
function cutResults(draft: Draft, rules: readonly StripRule[], standIn: string): Cut {
  const { conversation, facts } = draft.source
  const { rows, toolCalls } = conversation
  const decisions = toolDecisions(
    draft,
    rules.filter(({ kind }) => kind === 'tools' || kind === 'results'),
  )
  const nameOf = new Map(toolCalls.list.map(({ use }) => [use.id, rows.names.text(use.name)]))
  const reached = new Map<Name, number>()
  const other: number[] = []
  const failed: number[] = []
  const short: number[] = []
  for (let row = 0; row < rows.count; row++) {
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      const id = facts.blocks.id[block]!
      if (facts.blocks.kind[block] !== TOOL_RESULT || !decisions.has(id)) continue
      const name = nameOf.get(id) ?? ''
      if (!REACHED.has(name) && !name.startsWith(MCP)) other.push(row)
      else if ((facts.blocks.flags[block]! & IS_ERROR) !== 0) failed.push(row)
      else if (facts.blocks.size[block]! <= standIn.length) short.push(row)
      else reached.set(id, row)
    }
  }
  addStep(draft, 'hide results', [...reached.values()], 'requested; the model sees one line instead of each')
  addStep(draft, 'cannot hide', other, 'the client can only hide results of its file, shell, web and MCP tools (B2)')
  addStep(draft, 'cannot hide', failed, 'the client always sends error results (B2)')
  addStep(draft, 'do not hide', short, 'they are shorter than the line that would replace them')
  return { reached: [...reached.keys()].map(id => rows.names.text(id)), rows: [...reached.values()] }
}

/** A0: all thinking, or that from one message on; never the old thinking alone. */
function thinkingLeftOut(draft: Draft, rules: readonly StripRule[], cut: readonly number[]): readonly object[] {
  const { conversation, facts } = draft.source
  const { rows, branches } = conversation
  const changed = new Uint8Array(rows.count)
  for (const row of cut) changed[row] = 1
  const behind = prefixes(draft.source).behind(changed)
  const regions = rules.filter(({ kind }) => kind === 'thinking').map(rule => regionOf(draft.source, rule.where))
  const thinks: number[] = []
  let first: number | undefined
  for (let row = 0; row < rows.count; row++) {
    if (branches.of[row] !== 1 || !hasThinking(row)) continue
    if (first === undefined && (behind[row] || regions.some(inRegion => inRegion(row)))) first = thinks.length
    thinks.push(row)
  }
  if (first === undefined) return []
  const message = rows.messageId[thinks[first]!]!
  addStep(draft, 'hide thinking', thinks.slice(first), 'requested, or content before it changes (A0)')
  return [
    first === 0 || message === 0
      ? { type: 'thinking_stripped', scope: 'all' }
      : {
          type: 'thinking_stripped',
          scope: 'partial',
          from: { messageId: rows.names.text(message), thinkingIndex: 0 },
        },
  ]

  function hasThinking(row: number): boolean {
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      if (facts.blocks.kind[block] === THINKING) return true
    }
    return false
  }
}

interface RowFields {
  readonly attachment: object
  readonly parent: string
  readonly uuid: string
  readonly now: string
  readonly sessionId: string
}

/** As the client writes it, with the surroundings of the entry that it hangs on (B1). */
function row({ source }: Draft, leaf: number, { attachment, parent, uuid, now, sessionId }: RowFields): string {
  const { rows } = source.conversation
  const entry = source.read(rows.offset[leaf]!, rows.length[leaf]!)
  const { userType, entrypoint, cwd, version, gitBranch } = surroundingsOf(entry)
  return JSON.stringify({
    parentUuid: parent,
    isSidechain: false,
    attachment,
    type: 'attachment',
    uuid,
    timestamp: now,
    userType,
    entrypoint,
    cwd,
    sessionId,
    version,
    gitBranch,
  })
}
