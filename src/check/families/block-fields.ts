// Fields and marks of blocks, which the client sends as they are stored (A2.14, A2.15), and what stands inside tool
// results (A2.9, A2.12).

import type { Conversation, SeenEntry } from '../../conversation/conversation.js'
import type { BlockFacts } from '../../conversation/facts.js'
import { API_ERROR, ASSISTANT, SIDECHAIN, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { rangeOf } from '../../format/json/walk.js'
import { isKnownField, knownBlockTypes } from '../../format/known-fields.js'
import { type BlockNames, blockNames } from '../block-names.js'
import { finding, type NewFamily } from '../family.js'
import { type BlockShape, blockShape, innerBlocks, textAt } from '../inner-blocks.js'
import type { Sent } from '../sent.js'
import { judged, type Suspect } from '../suspects.js'
import { placeOf } from '../words.js'

/** The API takes four marks, and the client sets three itself (A2.15). */
const FREE_MARKS = 1

export const blockFields: NewFamily = () => {
  let types: BlockNames | undefined
  let recordType = 0
  const suspects: Suspect[] = []
  const marks: number[] = []
  const references = new Map<number, readonly string[]>()
  let hasRecord = false

  return {
    entry(seen, names) {
      const { facts, familiar } = seen
      types ??= blockNames(names)
      recordType ||= names.of('deferred_tools_record')
      if (facts.subtype === recordType) hasRecord = true
      if (facts.content !== 'blocks' || (facts.flags & (SIDECHAIN | API_ERROR)) !== 0) return
      for (const block of facts.blocks) {
        if (!familiar) lookAtFields(seen, blockShape(seen.bytes, block.start))
        if (block.type === types.toolResult && seen.bytes[block.bodyStart] === 0x5b) lookInside(seen, block)
      }
    },
    finish: findings,
  }

  function lookAtFields({ row }: SeenEntry, { type, fields }: BlockShape): void {
    if (fields.includes('cache_control')) marks.push(row)
    if (!knownBlockTypes.has(type)) return // the drift family tells of it
    for (const field of fields) {
      if (isKnownField([`block/${type}`], field)) continue
      suspects.push({ row, code: 'block-extra-field', message: `extra field ${field} in a ${type} block` })
    }
  }

  function lookInside(seen: SeenEntry, block: BlockFacts): void {
    const { row, bytes } = seen
    const tools: string[] = []
    let others = 0
    for (const inner of innerBlocks(bytes, block.bodyStart)) {
      lookAtFields(seen, inner)
      if (inner.type !== 'text') others++
      if (inner.type === 'tool_reference') tools.push(toolName(bytes, inner))
    }
    if (tools.length > 0) references.set(row, tools)
    if (!block.isError || others === 0) return
    const message = `failed tool result with ${others === 1 ? 'a block that is' : `${others} blocks that are`} not text: not sent`
    suspects.push({ row, code: 'error-result-media', message })
  }

  function* findings(sent: Sent): Generator<Finding> {
    const { conversation, is } = sent
    const { rows } = conversation
    const isMessage = (row: number): boolean => rows.role[row] === USER || rows.role[row] === ASSISTANT
    for (const suspect of suspects) if (isMessage(suspect.row)) yield judged(sent, suspect)
    yield* cacheMarks(
      conversation,
      marks.filter(row => isMessage(row) && is[row]),
    )
    for (const [row, tools] of references) {
      if (hasRecord || !is[row]) continue
      const message = `names ${tools.join(', ')}: dropped if the client does not have ${tools.length === 1 ? 'it' : 'them'}`
      yield finding('tool-reference', message, placeOf(conversation.rows, row))
    }
  }
}

function* cacheMarks(conversation: Conversation, marked: readonly number[]): Generator<Finding> {
  const first = marked[0]
  if (first === undefined) return
  const place = placeOf(conversation.rows, first)
  if (marked.length <= FREE_MARKS) yield finding('cache-mark', 'stored cache mark', place)
  else yield finding('cache-marks-many', `${marked.length} stored cache marks, the first one here`, place)
}

function toolName(bytes: Uint8Array, { start }: BlockShape): string {
  const range = rangeOf(bytes, start, ['tool_name'])
  return (range && textAt(bytes, range.start)) ?? '?'
}
