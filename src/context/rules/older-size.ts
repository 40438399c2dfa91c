// What clients up to 2.0 do with a history that fills the window: old results are cleared, and a little later the whole
// history is summarised before anything is sent. Both go by the usage of the last answer. (O18, O19)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, has, SYNTHETIC, USER } from '../../conversation/rows.js'
import type { Part } from '../context.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { isWritten, type Resume } from '../resume.js'
import { blockOf, endBlock, firstBlock } from './item-looks.js'

const WINDOW = 200_000
/** Kept free for the summary, besides the longest answer. */
const RESERVE = 13_000
/** So much before the summary the first warning is due. */
const WARNING = 20_000

export const summarisesFirst: Rule = {
  id: 'O18',
  does: 'compacts the history first if the last answer had filled the context window',
  apply(resume) {
    const row = lastCounted(resume)
    const tokens = row === undefined ? 0 : resume.facts.tokens[row]!
    const limit = summaryLimit(resume.model)
    resume.counted = { row, tokens, since: 0, limit }
    if (resume.outcome.kind === 'resumes' && tokens >= limit)
      resume.outcome = {
        kind: 'compacts',
        reason: `the last answer had ${tokens} tokens; the client compacts at ${limit}`,
        limit,
      }
  },
}

function summaryLimit(model: string): number {
  return WINDOW - longestAnswer(model.toLowerCase()) - RESERVE
}

function longestAnswer(model: string): number {
  if (/3-5|claude-3-sonnet/.test(model)) return 8192
  return /claude-3-(?:opus|haiku)/.test(model) ? 4096 : 32_000
}

/** The last answer that has a usage. */
function lastCounted({ rows, facts, items }: Resume): number | undefined {
  return items.findLast(
    item =>
      !isWritten(item) &&
      rows.role[item] === ASSISTANT &&
      !has(rows, item, SYNTHETIC) &&
      !Number.isNaN(facts.tokens[item]!),
  )
}

const CLEARED = '[Old tool result content cleared]'
const CHARACTERS_A_TOKEN = 4
/** So many tokens of results stay, and the results of so many last calls whatever their size. */
const KEPT_TOKENS = 40_000
const KEPT_CALLS = 3
/** Clearing less than that is not worth it. */
const WORTH = 20_000

/** The oldest results of these tools are cleared first. */
export function clearsResults(tools: readonly string[]): Rule {
  return {
    id: 'O19',
    does: 'clears the oldest results of large tools if the context window is nearly full',
    apply(resume) {
      const row = lastCounted(resume)
      if (row === undefined || resume.facts.tokens[row]! < summaryLimit(resume.model) - WARNING) return
      const cleared = clearedCalls(resume, tools)
      const { facts } = resume
      const isCleared = (part: Part): boolean => {
        if (part.kind !== 'stored') return false
        const at = blockOf(facts, part)
        return facts.blocks.kind[at] === TOOL_RESULT && cleared.has(facts.blocks.id[at]!)
      }
      const standIn = { rule: 'O19', kind: 'stand-in', text: CLEARED } as const
      resume.blockSteps.push((row, parts) =>
        resume.rows.role[row] === USER
          ? parts.map(part => (isCleared(part) ? { ...part, change: standIn } : part) as Part)
          : parts,
      )
    },
  }
}

function clearedCalls({ rows, facts, items }: Resume, tools: readonly string[]): ReadonlySet<Name> {
  const names = new Set(tools.map(tool => rows.names.find(tool)).filter(name => name !== 0))
  const calls: Name[] = []
  const tokens = new Map<Name, number>()
  const known = new Set<Name>()
  for (const item of items) {
    if (isWritten(item)) continue
    for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
      const id = facts.blocks.id[at]!
      if (facts.blocks.kind[at] === TOOL_USE && names.has(facts.blocks.toolName[at]!)) {
        calls.push(id)
        known.add(id)
      } else if (facts.blocks.kind[at] === TOOL_RESULT && known.has(id)) {
        if (!tokens.has(id)) tokens.set(id, Math.round(facts.blocks.size[at]! / CHARACTERS_A_TOKEN))
      }
    }
  }
  let left = 0
  for (const count of tokens.values()) left += count
  const all = left
  const kept = new Set(calls.slice(-KEPT_CALLS))
  const cleared = new Set<Name>()
  for (const id of calls) {
    if (kept.has(id) || left <= KEPT_TOKENS) continue
    cleared.add(id)
    left -= tokens.get(id) ?? 0
  }
  return all - left < WORTH ? new Set() : cleared
}
