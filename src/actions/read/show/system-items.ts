// System entries: failed requests, compactions, commands, hooks and notices of the client.

import { textOf as nameText } from '../../../conversation/rows.js'
import { knownFields } from '../../../format/known-fields.js'
import { compactionItem } from './compaction-item.js'
import { rawItem } from './raw-item.js'
import {
  isShownAt,
  list,
  number,
  object,
  placeOf,
  type Reading,
  shortened,
  string,
  type Tally,
  type Value,
} from './reading.js'
import type { Depth, ShownItem, ShownNotice, ShownRetry } from './report.js'
import { commandOf, outputOf } from './user-items.js'

/** Notices that say something about the course of the conversation; all others come with `all`. */
const TELLING = new Set([
  'model_fallback',
  'model_refusal_fallback',
  'permission_retry',
  'scheduled_task_fire',
  'away_summary',
])
const NOTICE = { lines: 6, characters: 800 }

export function systemItems(reading: Reading, row: number, tally: Tally): readonly ShownItem[] {
  if (reading.isFlatResult(row)) {
    if (isShownAt(reading, 'tools')) tally.shown(row)
    else tally.left('tool_result', row)
    return []
  }
  const subtype = nameText(reading.rows, reading.rows.subtype[row]!) ?? ''
  if (subtype === 'turn_duration') {
    tally.shown(row)
    return []
  }
  const entry = reading.entry(row)
  const [depth, make] = told(reading, row, subtype, entry)
  if (!isShownAt(reading, depth)) {
    tally.left(subtype === '' ? 'system' : `system/${subtype}`, row)
    return []
  }
  tally.shown(row)
  return make()
}

/** From which depth on, and as what. */
function told(reading: Reading, row: number, subtype: string, entry: Value): [Depth, () => readonly ShownItem[]] {
  const compaction = reading.compactionAt(row)
  if (compaction) return ['answers', () => [compactionItem(reading, compaction, row)]]
  switch (subtype) {
    case 'api_error':
    case 'retry_scheduled':
      return ['tools', () => [retryItem(reading, row, entry)]]
    case 'local_command':
      return localCommand(reading, row, entry)
    case 'stop_hook_summary': {
      const stopped = entry['preventedContinuation'] === true || list(entry['hookErrors']).length > 0
      return [stopped ? 'tools' : 'all', () => [hookSummary(reading, row, entry, stopped)]]
    }
  }
  if (subtype !== '' && !(`system/${subtype}` in knownFields)) return ['tools', () => [rawItem(reading, row)]]
  const level = levelOf(entry)
  const depth = TELLING.has(subtype) || level !== 'info' ? 'tools' : 'all'
  const about = subtype === '' ? 'system' : `system/${subtype}`
  const text = string(entry['content']) ?? string(entry['message']) ?? ''
  return [depth, () => [notice(reading, row, about, level, text)]]
}

function notice(reading: Reading, row: number, about: string, level: ShownNotice['level'], text: string): ShownNotice {
  return { kind: 'notice', ...placeOf(reading, row), about, level, text: shortened(reading, text, NOTICE) }
}

function levelOf(entry: Value): ShownNotice['level'] {
  return entry['level'] === 'error' || entry['level'] === 'warning' ? entry['level'] : 'info'
}

function localCommand(reading: Reading, row: number, entry: Value): [Depth, () => readonly ShownItem[]] {
  const text = string(entry['content']) ?? ''
  const place = placeOf(reading, row)
  if (/<command-(name|message)>/.test(text))
    return ['prompts', () => [{ kind: 'command', ...place, ...commandOf(text) }]]
  if (/^\s*<local-command-caveat>/.test(text))
    return ['all', () => [notice(reading, row, 'system/local_command', 'info', text)]]
  return ['tools', () => [{ kind: 'output', ...place, ...outputOf(reading, text) }]]
}

function retryItem(reading: Reading, row: number, entry: Value): ShownRetry {
  return {
    kind: 'retry',
    ...placeOf(reading, row),
    cause: causeOf(entry),
    attempt: number(entry['retryAttempt']),
    of: number(entry['maxRetries']),
    waitMs: number(entry['retryInMs']),
  }
}

/** "529 overloaded_error: Overloaded", "ECONNRESET": the API nests its error twice, the connection's once. */
function causeOf(entry: Value): string {
  const error = entry['error']
  if (typeof error === 'string') return error
  const outer = object(error)
  const inner = object(object(outer['error'])['error'])
  const body = string(inner['message']) === undefined ? object(outer['error']) : inner
  const connection = string(object(entry['cause'])['code']) ?? string(object(outer['cause'])['code'])
  const words = [string(body['type']), string(body['message']) ?? string(outer['message'])].filter(one => one)
  const said = [number(outer['status']), words.join(': ')].filter(one => one !== undefined && one !== '').join(' ')
  return said || connection || string(entry['content']) || 'unknown cause'
}

function hookSummary(reading: Reading, row: number, entry: Value, stopped: boolean): ShownNotice {
  const hooks = list(entry['hookInfos']).map(one => string(object(one)['command']) ?? '?')
  const errors = list(entry['hookErrors']).map(one => (typeof one === 'string' ? one : JSON.stringify(one)))
  const reason = string(entry['stopReason'])
  const lines = [
    `${hooks.length === 1 ? 'hook' : `${hooks.length} hooks`} at the end of the turn: ${hooks.join(', ')}`,
    ...(entry['preventedContinuation'] === true ? [`stopped the turn${reason ? `: ${reason}` : ''}`] : []),
    ...errors,
  ]
  return notice(reading, row, 'system/stop_hook_summary', stopped ? 'error' : 'info', lines.join('\n'))
}
