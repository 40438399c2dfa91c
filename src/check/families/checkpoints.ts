// Leaf checkpoints that point elsewhere (R-L2 to R-L5, N5, N6, R-C9).

import type { Conversation } from '../../conversation/conversation.js'
import { ASSISTANT, has, isMain, NONE, OTHER, PROGRESS, type Rows, SIDECHAIN, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { type CheckpointEntry, checkpointEntry, isNowhere } from '../checkpoint-entry.js'
import { type ClientPath, clientPath, lastBoundary } from '../client-path.js'
import { finding, type RuleFamily } from '../family.js'
import { entries } from '../words.js'

export function checkpoints(): RuleFamily {
  let lastPrompt = 0
  let last: CheckpointEntry | undefined
  return {
    entry(seen, names) {
      lastPrompt ||= names.of('last-prompt')
      // Only the last one counts (N6).
      if (seen.facts.type === lastPrompt) last = checkpointEntry(seen) ?? last
    },
    *finish(conversation) {
      if (!last) return
      const path = clientPath(conversation)
      if (!path.isAgent) yield* look(conversation, path, last)
    },
  }
}

function* look(conversation: Conversation, path: ClientPath, last: CheckpointEntry): Iterable<Finding> {
  const { rows, leaf } = conversation
  const line = rows.line[last.row]!
  if (isNowhere(last)) {
    if (leaf.kind !== 'none' || last.leafUuid !== undefined) return
    const left = talkIn(rows, path, 0)
    if (left > 0) yield finding('checkpoint-rewound', `rewound to the start; not sent: ${entries(left)}`, { line })
    return
  }
  const uuid = last.leafUuid!
  const target = path.rowOf[rows.names.find(uuid)] ?? NONE
  if (target === NONE || rows.names.find(uuid) === 0) {
    yield finding('checkpoint-unknown', `checkpoint names ${uuid}, which is not in the file`, { line, uuid })
  } else if (rows.role[target] === OTHER || rows.role[target] === PROGRESS) {
    const what = `checkpoint names line ${rows.line[target]}, which is not part of the conversation`
    yield finding('checkpoint-unknown', what, { line, uuid })
  } else if (has(rows, target, SIDECHAIN)) {
    const what = `checkpoint names line ${rows.line[target]} of a subagent: the client reports that no conversation was found`
    yield finding('checkpoint-sidechain', what, { line, uuid })
  } else if (path.tip === target && leaf.kind === 'checkpoint') yield* obeyed(conversation, path, last, target)
}

/** The client goes to the entry that it names: what stays behind? */
function* obeyed(
  conversation: Conversation,
  path: ClientPath,
  last: CheckpointEntry,
  target: number,
): Iterable<Finding> {
  const { rows } = conversation
  const place = { line: rows.line[last.row]!, uuid: last.leafUuid }
  const to = `checkpoint names line ${rows.line[target]}`
  const boundary = lastBoundary(conversation)
  if (boundary && last.row > boundary.row && target < boundary.row && !path.sent[boundary.row]) {
    const left = talkIn(rows, path, boundary.row)
    const what = `${to}, before the compaction on line ${rows.line[boundary.row]}; not sent: ${entries(left)} since`
    if (left > 0) yield finding('checkpoint-before-compaction', what, place)
    return
  }
  const after = talkIn(rows, path, last.row)
  if (after > 0) {
    const what = `${to}, on another branch; not sent: ${entries(after)} written after the checkpoint`
    yield finding('checkpoint-elsewhere', what, place)
    return
  }
  const left = talkIn(rows, path, target)
  if (left > 0) yield finding('checkpoint-rewound', `${to}; not sent: ${entries(left)} after it`, place)
}

/** Prompts, answers and results from this row on that are not sent. */
function talkIn(rows: Rows, path: ClientPath, from: number): number {
  let count = 0
  for (let row = from; row < rows.count; row++) {
    const talks = rows.role[row] === USER || rows.role[row] === ASSISTANT
    if (talks && isMain(rows, row) && path.rowOf[rows.uuid[row]!] === row && !path.sent[row]) count++
  }
  return count
}
