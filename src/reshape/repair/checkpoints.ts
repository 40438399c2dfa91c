// Leaf checkpoints that lead the client away from the end of the conversation (N5, N6, R-C9). A rewind is no damage: its
// words are those of the turn that it goes back to.

import { endWithoutCheckpoints } from '../../context/shown-end.js'
import { childrenOf } from '../../conversation/graph.js'
import { promptText } from '../../conversation/prompt-text.js'
import { ASSISTANT, NONE, USER } from '../../conversation/rows.js'
import type { SessionEntry } from '../../format/entries/index.js'
import { rangeOf } from '../../format/json/walk.js'
import type { DamagedSession } from './damaged-session.js'
import { entryBytes, entryValue, replaced, withoutMembers } from './entry-edits.js'
import type { RepairRule } from './repair-step.js'
import { rowAt } from './rows-found.js'

const WRONG = ['checkpoint-elsewhere', 'checkpoint-sidechain', 'checkpoint-before-compaction']

export const mendCheckpoints: RepairRule = ({ damaged, edits, step }) => {
  const { findings, source, choices } = damaged
  const { rows } = source.conversation
  const found = findings.find(({ code }) => WRONG.includes(code) || code === 'checkpoint-rewound')
  if (!found || found.line === undefined) return
  const row = rowAt(damaged, found.line)
  const end = endWithoutCheckpoints(source)
  if (row === NONE || end === NONE) return
  const isRewind = found.code === 'checkpoint-rewound' && isMeant(damaged, row)
  if (isRewind && !choices.assume) return
  const bytes = entryBytes(source, row)
  const base = rows.offset[row]!
  const edit = replaced(bytes, base, ['leafUuid'], rows.names.text(rows.uuid[end]!))
  if (!edit) return
  edits.push(edit)
  if (rangeOf(bytes, 0, ['explicit'])) edits.push(...withoutMembers(bytes, base, 0, key => key === 'explicit'))
  step(
    'move the checkpoint to the last entry',
    [base],
    isRewind
      ? 'the conversation was rewound, and should continue at its end'
      : 'with it, the client does not resume at the last entry (N5, N6, R-C9)',
    isRewind ? 'guess' : 'likely',
  )
}

const LOOKED_AT = 24

/** The words beside it are those of the turn that it names: somebody went back there. */
function isMeant({ source }: DamagedSession, row: number): boolean {
  const { rows, turns, graph } = source.conversation
  const { lastPrompt, leafUuid } = entryValue(source, row)
  if (typeof leafUuid !== 'string') return true
  if (typeof lastPrompt !== 'string') return false
  const target = rows.names.find(leafUuid)
  let leaf = rows.count - 1
  while (leaf >= 0 && rows.uuid[leaf] !== target) leaf--
  const turn = leaf < 0 ? undefined : turns.list[turns.of[leaf]!]
  if (!turn || turn.kind === 'implicit' || goesOn(leaf)) return false
  const words = promptText(entryValue(source, turn.row) as unknown as SessionEntry)
  return plain(words).startsWith(plain(lastPrompt).slice(0, LOOKED_AT)) && lastPrompt.trim() !== ''

  /** People go back to where a turn ends, not into the middle of one. */
  function goesOn(at: number): boolean {
    for (const child of childrenOf(graph, at)) {
      const talks = rows.role[child] === USER || rows.role[child] === ASSISTANT
      if (talks && turns.of[child] === turns.of[at]) return true
    }
    return false
  }
}

function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[….]+$/, '')
}
