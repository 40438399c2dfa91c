// Leaf checkpoints that point elsewhere (R-L2 to R-L5, N5, N6, R-C9).

import { NO_CONVERSATION } from '../../context/rules/leaf.js'
import { lastBoundary } from '../../conversation/compactions.js'
import { rowsByUuid } from '../../conversation/graph.js'
import { ASSISTANT, has, isMain, NONE, OTHER, PROGRESS, SIDECHAIN, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { type CheckpointEntry, checkpointsOf, isNowhere } from '../checkpoints.js'
import { finding, type NewFamily } from '../family.js'
import type { Sent } from '../sent.js'
import { entries } from '../words.js'

export const checkpoints: NewFamily = () => ({
  *finish(sent) {
    // Only the last one counts (N6).
    const last = checkpointsOf(sent.path).at(-1)
    if (last && !sent.isAgent) yield* look(sent, last)
  },
})

function* look(sent: Sent, last: CheckpointEntry): Iterable<Finding> {
  const { conversation, path, refusal } = sent
  const { rows } = conversation
  const line = rows.line[last.row]!
  if (isNowhere(last)) {
    const left = path.checkpoint.isEmpty ? talkIn(sent, 0) : 0
    if (left > 0) yield finding('checkpoint-rewound', `rewound to the start; not sent: ${entries(left)}`, { line })
    return
  }
  const uuid = last.leafUuid!
  const target = rowsByUuid(rows)[rows.names.find(uuid)] ?? NONE
  if (target === NONE || rows.names.find(uuid) === 0) {
    yield finding('checkpoint-unknown', `checkpoint names ${uuid}, which is not in the file`, { line, uuid })
  } else if (rows.role[target] === OTHER || rows.role[target] === PROGRESS) {
    const what = `checkpoint names line ${rows.line[target]}, which is not part of the conversation`
    yield finding('checkpoint-unknown', what, { line, uuid })
  } else if (has(rows, target, SIDECHAIN) && refusal === NO_CONVERSATION) {
    const what = `checkpoint names line ${rows.line[target]} of a subagent: the client reports that no conversation was found`
    yield finding('checkpoint-sidechain', what, { line, uuid })
  } else if (path.end.kind === 'checkpoint') yield* obeyed(sent, last, target)
}

/** The client goes to the entry that it names: what stays behind? */
function* obeyed(sent: Sent, last: CheckpointEntry, target: number): Iterable<Finding> {
  const { conversation, path } = sent
  const { rows } = conversation
  const place = { line: rows.line[last.row]!, uuid: last.leafUuid! }
  const to = `checkpoint names line ${rows.line[target]}`
  const boundary = lastBoundary(conversation)
  if (boundary && last.row > boundary.row && target < boundary.row && !path.on[boundary.row]) {
    const left = talkIn(sent, boundary.row)
    const what = `${to}, before the compaction on line ${rows.line[boundary.row]}; not sent: ${entries(left)} since`
    if (left > 0) yield finding('checkpoint-before-compaction', what, place)
    return
  }
  const after = talkIn(sent, last.row)
  if (after > 0) {
    const what = `${to}, on another branch; not sent: ${entries(after)} written after the checkpoint`
    yield finding('checkpoint-elsewhere', what, place)
    return
  }
  const left = talkIn(sent, target)
  if (left > 0) yield finding('checkpoint-rewound', `${to}; not sent: ${entries(left)} after it`, place)
}

/** Prompts, answers and results from this row on that are not taken up. */
function talkIn({ conversation: { rows }, path }: Sent, from: number): number {
  let count = 0
  for (let row = from; row < rows.count; row++) {
    const talks = rows.role[row] === USER || rows.role[row] === ASSISTANT
    if (talks && isMain(rows, row) && path.rowOf[path.uuid[row]!] === row && !path.on[row]) count++
  }
  return count
}
