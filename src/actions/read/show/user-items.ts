// User entries: prompts, commands and their output, results, and what the client writes in the user's name (D3).

import { textOf } from '../../../conversation/prompt-text.js'
import { ABORTED, DELETED, has, kindOf, type Rows } from '../../../conversation/rows.js'
import { kindByOpening, type UserKind } from '../../../conversation/user-kind.js'
import { compactionItem } from './compaction-item.js'
import { mediaOf } from './media.js'
import { isShownAt, list, object, placeOf, type Reading, shortened, string, type Tally, type Value } from './reading.js'
import type { Depth, ShownItem, ShownPrompt } from './report.js'
import { shownResult } from './tool-result.js'

/** From which depth on each kind is shown. */
const SHOWN_AT: Readonly<Record<Exclude<UserKind, 'tool-result'>, Depth>> = {
  prompt: 'prompts',
  'agent-prompt': 'prompts',
  queued: 'prompts',
  command: 'prompts',
  bash: 'prompts',
  interrupt: 'answers',
  'compact-summary': 'answers',
  'command-output': 'tools',
  notification: 'tools',
  meta: 'all',
}

export function userItems(
  reading: Reading,
  row: number,
  included: ReadonlySet<number>,
  tally: Tally,
): readonly ShownItem[] {
  const kind = kindOf(reading.rows, row) ?? 'meta'
  if (kind === 'tool-result') return resultItems(reading, row, tally)
  const entry = reading.entry(row)
  if (!isShownAt(reading, SHOWN_AT[kind])) {
    tally.left(`user/${kind}`, row)
    return []
  }
  tally.shown(row)
  if (kind === 'compact-summary') {
    const compaction = reading.compactionOfSummary(row)
    // Told where its boundary stands, unless that is on another path.
    return compaction && included.has(compaction.row) ? [] : [compactionItem(reading, undefined, row)]
  }
  return [userItem(reading, row, kind, entry)]
}

function userItem(reading: Reading, row: number, kind: UserKind, entry: Value): ShownItem {
  const content = contentOf(entry)
  const text = textOf(content)
  const place = placeOf(reading, row)
  switch (kind) {
    case 'command':
    case 'bash':
      return { kind: 'command', ...place, ...commandOf(text) }
    case 'command-output':
      return { kind: 'output', ...place, ...outputOf(reading, text) }
    case 'interrupt':
      return { kind: 'interruption', ...place, text: text.replace(/^\[|\]$/g, '') }
    case 'notification':
      return { kind: 'notice', ...place, about: 'notification', level: 'info', text: notification(reading, text) }
    case 'meta':
      return { kind: 'notice', ...place, about: 'meta', level: 'info', text: shortened(reading, text, META) }
    default:
      return {
        ...promptItem(reading, row, kind === 'agent-prompt' ? 'agent' : 'typed', content),
        triggers: triggers(entry),
      }
  }
}

export function promptItem(reading: Reading, row: number, how: ShownPrompt['how'], content: unknown): ShownPrompt {
  return {
    kind: 'prompt',
    ...placeOf(reading, row),
    how,
    text: textOf(content),
    media: mediaOf(content, reading.withMedia),
    triggers: [],
    marks: marksOf(reading.rows, row),
  }
}

/** A flat message is the text itself (D14). */
export function contentOf(entry: Value): unknown {
  const message = entry['message']
  return typeof message === 'string' ? message : object(message)['content']
}

export function marksOf(rows: Rows, row: number): readonly string[] {
  return [...(has(rows, row, DELETED) ? ['deleted'] : []), ...(has(rows, row, ABORTED) ? ['aborted'] : [])]
}

function triggers(entry: Value): ShownPrompt['triggers'] {
  return list(object(entry['thinkingMetadata'])['triggers']).flatMap(one => {
    const { start, end, text } = object(one)
    return typeof start === 'number' && typeof end === 'number' ? [{ start, end, text: string(text) ?? '' }] : []
  })
}

const META = { lines: 8, characters: 1000 }
const OUTPUT = { lines: 10, characters: 2000 }

export function commandOf(text: string) {
  const bash = tag(text, 'bash-input')
  if (bash !== undefined) return { mode: 'bash' as const, name: bash, args: '' }
  const name = tag(text, 'command-name') ?? tag(text, 'command-message')
  if (name === undefined) return { mode: 'slash' as const, name: text.trim(), args: '' }
  return {
    mode: 'slash' as const,
    name: name.startsWith('/') ? name : `/${name}`,
    args: tag(text, 'command-args') ?? '',
  }
}

export function outputOf(reading: Reading, text: string) {
  const out = tag(text, 'local-command-stdout') ?? tag(text, 'bash-stdout')
  const errors = tag(text, 'local-command-stderr') ?? tag(text, 'bash-stderr') ?? ''
  return {
    text: shortened(reading, out ?? (errors === '' ? text : ''), OUTPUT),
    errors: shortened(reading, errors, OUTPUT),
  }
}

/** A background task's note is a small document of tags; what it says to a person is its summary. */
export function notification(reading: Reading, text: string) {
  const summary = tag(text, 'summary')
  if (reading.depth === 'all' || summary === undefined) return shortened(reading, text, META)
  const result = tag(text, 'result')
  return shortened(reading, result === undefined ? summary : `${summary}\n${result}`, META)
}

/** Without a closing tag, all that follows. */
export function tag(text: string, name: string): string | undefined {
  const open = text.indexOf(`<${name}>`)
  if (open < 0) return undefined
  const start = open + name.length + 2
  const end = text.indexOf(`</${name}>`, start)
  return text.slice(start, end < 0 ? undefined : end).trim()
}

/** Results are told with their calls; here only those without one, and words that the user typed beside a result. */
function resultItems(reading: Reading, row: number, tally: Tally): readonly ShownItem[] {
  const items: ShownItem[] = []
  const content = contentOf(reading.entry(row))
  for (const [index, block] of list(content).entries()) {
    const { type, text, tool_use_id: id } = object(block)
    if (type === 'tool_result') {
      const orphan = reading.orphanAt(row, index)
      if (!orphan || !isShownAt(reading, 'tools')) continue
      const result = shownResult(reading, orphan, { lines: 8, characters: 2000 })
      items.push({ kind: 'orphan-result', ...placeOf(reading, row), id: string(id) ?? '', result })
    } else if (type === 'text' && typeof text === 'string' && text.trim() !== '') {
      for (const one of besideResult(reading, row, text, tally)) items.push(one)
    }
  }
  // An old form: the tool's record without the block, such as a refusal with the user's words.
  if (!list(content).some(block => object(block)['type'] === 'tool_result')) {
    const text = textOf(content)
    if (isShownAt(reading, 'tools') && text !== '') {
      const notice = shortened(reading, text, META)
      items.push({ kind: 'notice', ...placeOf(reading, row), about: 'tool-result', level: 'info', text: notice })
    } else tally.left('user/tool-result', row)
  } else if (!isShownAt(reading, 'tools')) tally.left('tool_result', row)
  if (items.length > 0 || isShownAt(reading, 'tools')) tally.shown(row)
  return items
}

function besideResult(reading: Reading, row: number, text: string, tally: Tally): readonly ShownItem[] {
  const kind = kindByOpening(text)
  if (kind === 'prompt') return [promptItem(reading, row, 'remark', text)]
  if (!isShownAt(reading, SHOWN_AT[kind as keyof typeof SHOWN_AT])) {
    tally.left(`user/${kind}`, row)
    return []
  }
  return [userItem(reading, row, kind, { message: text })]
}
