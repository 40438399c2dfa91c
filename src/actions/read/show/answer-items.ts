// Answers: the blocks of one message, laid together from its entries, at the place of the first of them (D1).

import type { Message } from '../../../conversation/messages.js'
import { textOf } from '../../../conversation/prompt-text.js'
import { API_ERROR, has, NONE, SYNTHETIC } from '../../../conversation/rows.js'
import { isShownAt, list, object, placeOf, type Reading, string, type Tally, type Value } from './reading.js'
import type { ShownItem, ShownText } from './report.js'
import { toolItem } from './tool-item.js'
import { contentOf, marksOf } from './user-items.js'

/** The rows that are being read, and the messages among them that are already told. */
export interface Scope {
  readonly included: ReadonlySet<number>
  readonly told: Set<Message>
  /** Rows of what the turn came to; texts of others are narration. */
  readonly final: ReadonlySet<number>
}

export function answerItems(reading: Reading, row: number, scope: Scope, tally: Tally): readonly ShownItem[] {
  const message = reading.messageAt(row)
  if (!message || scope.told.has(message)) return []
  scope.told.add(message)
  const rows = message.rows.filter(one => scope.included.has(one))
  const blocks = rows.length === message.rows.length ? message.blocks : blocksAmong(reading, rows)
  const items = blocks.flatMap(block => blockItems(reading, block, scope, tally))
  const told = new Set(blocks.map(block => block.row))
  for (const one of rows) {
    if (told.has(one)) continue
    // Text without blocks; else an entry whose blocks all stand in another entry of the message.
    const item = plainItem(reading, one, scope, tally)
    if (item === 'repeated') tally.left('repeated entry', one)
    else for (const each of item) items.push(each)
  }
  return items
}

interface Place {
  readonly row: number
  readonly index: number
}

/**
 * A message of which other entries stand elsewhere: older clients copied a whole history under new uuids, and a block
 * is then known by its first copy only. On this path it is laid together from the entries of this path.
 */
function blocksAmong(reading: Reading, rows: readonly number[]): readonly Place[] {
  const blocks: (Place & { readonly type: unknown; readonly key: string })[] = []
  for (const row of rows) {
    for (const [index, one] of list(contentOf(reading.entry(row))).entries()) {
      const { type, id, text, thinking } = object(one)
      const key = string(id) ?? string(text) ?? string(thinking) ?? JSON.stringify(one)
      const before = blocks[index]
      if (blocks.some(other => other.row !== row && other.type === type && other.key === key)) continue
      const grows = before !== undefined && before.row !== row && before.type === type && isProse(type)
      const added = { row, index, type, key }
      if (grows && before.key !== '' && key.startsWith(before.key)) blocks[index] = added
      else blocks.push(added)
    }
  }
  return blocks
}

function isProse(type: unknown): boolean {
  return type === 'text' || type === 'thinking'
}

function blockItems(reading: Reading, { row, index }: Place, scope: Scope, tally: Tally): readonly ShownItem[] {
  const block = object(list(contentOf(reading.entry(row)))[index])
  const place = placeOf(reading, row)
  switch (block['type']) {
    case 'text':
      return textItems(reading, row, string(block['text']) ?? '', scope, tally)
    case 'thinking':
    case 'redacted_thinking':
      return thinkingItems(reading, row, block, tally)
    case 'tool_use': {
      const call = reading.callAt(row, index)
      if (!call) tally.left('repeated tool_use', row)
      else if (isShownAt(reading, 'tools')) {
        tally.shown(row)
        return [toolItem(reading, call, block, row)]
      } else tally.left('tool_use', row)
      return []
    }
    default: {
      // Calls that the API answered itself, and blocks of types to come.
      const type = string(block['type']) ?? '(none)'
      if (!isShownAt(reading, 'tools')) {
        tally.left(type, row)
        return []
      }
      tally.shown(row)
      const json = JSON.stringify(block)
      return [{ kind: 'raw', ...place, type: `block/${type}`, json: cut(reading, json) }]
    }
  }
}

function cut(reading: Reading, json: string) {
  const end = reading.depth === 'all' ? json.length : Math.min(json.length, 300)
  return { text: json.slice(0, end), moreLines: 0, moreCharacters: json.length - end }
}

function textItems(reading: Reading, row: number, text: string, { final }: Scope, tally: Tally): readonly ShownItem[] {
  if (!isShownAt(reading, final.has(row) ? 'answers' : 'narration')) {
    tally.left(final.has(row) ? 'text' : 'narration', row)
    return []
  }
  tally.shown(row)
  if (text.trim() === '') return []
  const { rows } = reading
  const by: ShownText['by'] = has(rows, row, API_ERROR) ? 'error' : has(rows, row, SYNTHETIC) ? 'client' : 'model'
  const model = by === 'model' ? string(object(reading.entry(row)['message'])['model']) : undefined
  return [{ kind: 'text', ...placeOf(reading, row), by, text, model, marks: marksOf(rows, row) }]
}

function thinkingItems(reading: Reading, row: number, block: Value, tally: Tally): readonly ShownItem[] {
  if (!isShownAt(reading, 'all')) {
    tally.left('thinking', row)
    return []
  }
  tally.shown(row)
  const text = string(block['thinking']) ?? ''
  const state = block['type'] === 'redacted_thinking' ? 'redacted' : text.trim() === '' ? 'signed' : 'readable'
  return [{ kind: 'thinking', ...placeOf(reading, row), state, text }]
}

/** Content that is a string, and the flat entries of source document 004 (D14). */
function plainItem(reading: Reading, row: number, scope: Scope, tally: Tally): readonly ShownItem[] | 'repeated' {
  const entry = reading.entry(row)
  const call = reading.callAt(row, NONE)
  const content = contentOf(entry)
  if (call) {
    if (!isShownAt(reading, 'tools')) {
      tally.left('tool_use', row)
      return []
    }
    tally.shown(row)
    const tool = toolItem(
      reading,
      call,
      { name: entry['toolName'], input: entry['toolArguments'], id: entry['uuid'] },
      row,
    )
    const text = textOf(content)
    return text.trim() === '' ? [tool] : [...textItems(reading, row, text, scope, tally), tool]
  }
  if (typeof content !== 'string') {
    if (list(content).length > 0) return 'repeated'
    tally.left('empty answer', row)
    return []
  }
  if (entry['subtype'] === 'thinking') return thinkingItems(reading, row, { thinking: content }, tally)
  return textItems(reading, row, content, scope, tally)
}
