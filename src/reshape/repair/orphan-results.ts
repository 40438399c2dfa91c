// Results whose call is not there: paired with a call that has none, or kept as what they say (R-T4, A2.2).

import { belowOnPath } from '../../check/families/tools.js'
import { TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import { TAKEN, WALKED } from '../../context/path.js'
import type { Name } from '../../conversation/names.js'
import { ASSISTANT, ATTACHMENT, HAS_TOOL_RESULT, has, NONE, PROGRESS, SYSTEM } from '../../conversation/rows.js'
import { decodeText, eachElement, rangeOf, valueEnd } from '../../format/json/walk.js'
import { blockType, textAt } from '../edits/block-fields.js'
import { type PlacesIn, placesIn } from '../edits/places-in.js'
import { blocksIn, blocksOf, type PlacedBlock } from './blocks-of.js'
import type { DamagedSession } from './damaged-session.js'
import { entryBytes, setField } from './entry-edits.js'
import type { RepairRule, RepairStep } from './repair-step.js'
import { rowsFound } from './rows-found.js'

/**
 * Results whose call has another id: the one call of the answer above them that has no result. Else what they say is
 * kept as a text: the model gets it, and the API takes it (R-T4, A2.2).
 */
export const mendOrphanResults: RepairRule = repairStep => {
  const { damaged, draft, edits, step } = repairStep
  const found = rowsFound(damaged, 'tool-result-orphan')
  if (found.length === 0) return
  const { source } = damaged
  const { rows, graph } = source.conversation
  const rounds = placesBehindRounds(repairStep, new Set(found))
  const calls = new Set([...blocksOf(source, TOOL_USE)].map(({ id }) => id))
  const answered = new Set([...blocksOf(source, TOOL_RESULT)].map(({ id }) => id))
  const at = placesIn(source)
  const paired: number[] = []
  const kept: number[] = []
  for (const row of found) {
    const orphans = [...blocksIn(source, row, TOOL_RESULT)].filter(({ id }) => !calls.has(id))
    let texts = 0
    for (const block of orphans) {
      const open = orphans.length === 1 ? openCalls(damaged, row, answered) : []
      if (open.length === 1) {
        const { bytes, places } = at(row)
        const place = places[block.index]!
        const inBlock = bytes.subarray(place.start, place.end)
        edits.push(setField(inBlock, rows.offset[row]! + place.start, 'tool_use_id', rows.names.text(open[0]!)))
        draft.touched.add(row)
        answered.add(open[0]!)
        paired.push(rows.offset[row]!)
      } else {
        edits.push(asText(damaged, block, at(row)))
        if (graph.parent[row] !== NONE) draft.touched.add(graph.parent[row]!)
        kept.push(rows.offset[row]!)
        texts++
      }
    }
    if (texts > 0 && texts === blockCount(row)) rounds.putBehind(row)
  }
  step('pair results with their call', paired, 'the previous answer has one call without a result', 'likely')
  step(
    'turn results into text',
    kept,
    'their call is not in the session, so the model would see "(no content)" (R-T4, A2.2)',
  )

  function blockCount(row: number): number {
    return source.facts.first[row + 1]! - source.facts.first[row]!
  }
}

/**
 * As a text it is no result any more: beside the path it would not be sent (N8), and between the entries of an answer it
 * would take them apart. So it stands behind the last result of its round.
 */
function placesBehindRounds({ damaged: { source, sent }, draft }: RepairStep, found: ReadonlySet<number>) {
  const { conversation } = source
  const { rows, graph } = conversation
  const { path } = sent
  let below: ReadonlyMap<number, number> | undefined
  let answers: ReadonlyMap<Name, number> | undefined
  const tails = new Map<number, Name>()
  return { putBehind }

  function putBehind(row: number): void {
    below ??= belowOnPath(path)
    answers ??= answersOnPath()
    const answer = answerOf(row)
    const start = answer === 0 ? undefined : answers.get(answer)
    if (start === undefined) return
    const end = endOfRound(start)
    const next = below.get(row)
    if (next !== undefined && !draft.parents.has(next)) draft.parents.set(next, parentOf(row))
    draft.parents.set(row, tails.get(end) ?? rows.uuid[end]!)
    tails.set(end, rows.uuid[row]!)
    let behind = below.get(end)
    while (behind !== undefined && found.has(behind)) behind = below.get(behind)
    if (behind !== undefined) draft.parents.set(behind, rows.uuid[row]!)
  }

  function parentOf(row: number): Name {
    return draft.parents.get(row) ?? rows.parentName[row]!
  }

  /** Topmost entries of the answers on the path. */
  function answersOnPath(): ReadonlyMap<Name, number> {
    return new Map(
      path.walked
        .toReversed()
        .flatMap(row =>
          path.on[row] && rows.role[row] === ASSISTANT && rows.messageId[row] !== 0
            ? [[rows.messageId[row]!, row] as const]
            : [],
        ),
    )
  }

  /** The id of the answer whose call is lost, where the result must not stay where it is; else 0. */
  function answerOf(row: number): Name {
    let above = graph.parent[row]!
    if (path.on[row] === 0 && path.on[above] !== TAKEN) return messageOf(below!.get(above))
    while (above !== NONE && isOfResults(above)) above = graph.parent[above]!
    const answer = above === NONE ? 0 : messageOf(above)
    if (path.on[row] !== WALKED) return answer
    let next = below!.get(row)
    while (next !== undefined && isOfResults(next)) next = below!.get(next)
    return messageOf(next) === answer ? answer : 0
  }

  function messageOf(row: number | undefined): Name {
    return row !== undefined && rows.role[row] === ASSISTANT ? rows.messageId[row]! : 0
  }

  function isOfResults(row: number): boolean {
    const role = rows.role[row]
    return role === PROGRESS || role === ATTACHMENT || role === SYSTEM || has(rows, row, HAS_TOOL_RESULT)
  }

  /** The last answer or result of the round; those that are taken out of it do not count. */
  function endOfRound(start: number): number {
    let end = start
    for (let next = below!.get(start); next !== undefined; next = below!.get(next)) {
      if (found.has(next)) continue
      const isAnswer = rows.role[next] === ASSISTANT
      if (isAnswer ? rows.messageId[next] !== rows.messageId[start] : !isOfResults(next)) break
      if (isAnswer || has(rows, next, HAS_TOOL_RESULT)) end = next
    }
    return end
  }
}

const LOST_CALL = '[rethread: the call of this tool result is not in the session]'

/** A result as what it says, block by block; the blocks as they were written. */
function asText({ source }: DamagedSession, { row, index }: PlacedBlock, { bytes, places }: PlacesIn) {
  const { rows } = source.conversation
  const { start, end } = places[index]!
  const content = rangeOf(bytes, start, ['content'])
  const isList = content !== undefined && bytes[content.start] === 0x5b
  const said = textAt(bytes, start, 'content') ?? ''
  const note = LOST_CALL + (said.trim() === '' ? '' : `\n${said}`)
  const parts = [JSON.stringify({ type: 'text', text: note })]
  if (isList)
    eachElement(bytes, content.start, at => {
      const partEnd = valueEnd(bytes, at)
      if (isSent(bytes, at)) parts.push(decodeText(bytes, at, partEnd))
      return partEnd
    })
  return { offset: rows.offset[row]! + start, length: end - start, content: new TextEncoder().encode(parts.join(',')) }
}

/** What may stand in a prompt. */
function isSent(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x7b) return false
  const type = blockType(bytes, at)
  return type === 'image' || type === 'document' || (type === 'text' && (textAt(bytes, at, 'text') ?? '').trim() !== '')
}

/** Calls without result in the answer that a result hangs on, or says it answers. */
function openCalls({ source }: DamagedSession, row: number, answered: ReadonlySet<Name>): readonly Name[] {
  const { rows, graph } = source.conversation
  const said = rows.names.find(textAt(entryBytes(source, row), 0, 'sourceToolAssistantUUID') ?? '')
  let above = graph.parent[row]!
  for (let steps = 0; above !== NONE && steps < 1000; steps++) {
    if (rows.role[above] === ASSISTANT || (said !== 0 && rows.uuid[above] === said)) break
    if (!has(rows, above, HAS_TOOL_RESULT) && rows.role[above] === 1) return []
    above = graph.parent[above]!
  }
  if (above === NONE || rows.role[above] !== ASSISTANT) return []
  const message = rows.messageId[above]!
  const open: Name[] = []
  for (let one = above; one !== NONE && rows.role[one] === ASSISTANT; one = graph.parent[one]!) {
    if (one !== above && (message === 0 || rows.messageId[one] !== message)) break
    for (const { id } of blocksIn(source, one, TOOL_USE)) if (!answered.has(id)) open.push(id)
  }
  return open
}
