// What a tool answered: its text, its pictures, and where the whole output was kept.

import { textOf } from '../../../conversation/prompt-text.js'
import { NONE } from '../../../conversation/rows.js'
import type { ToolResult } from '../../../conversation/tool-calls.js'
import type { Limit } from './excerpt.js'
import { base64Media, mediaOf } from './media.js'
import { list, number, object, placeOf, type Reading, shortened, string, type Value } from './reading.js'
import type { Media, ShownResult } from './report.js'
import { contentOf, tag } from './user-items.js'

export function shownResult(reading: Reading, result: ToolResult, limit: Limit, text?: string): ShownResult {
  const entry = reading.entry(result.row)
  const content = resultContent(entry, result.index)
  const record = recordOf(entry)
  const said = contentText(content)
  const path = string(record['persistedOutputPath'])
  return {
    lines: placeOf(reading, result.row).lines,
    isError: result.isError,
    refused: isRefused(entry, said),
    text: shortened(reading, text ?? said, limit),
    media: resultMedia(content, record, reading.withMedia),
    persisted: path === undefined ? undefined : { path, bytes: number(record['persistedOutputSize']) },
  }
}

const REFUSALS = ["The user doesn't want to proceed with this tool use", "The user doesn't want to take this action"]

function isRefused(entry: Value, said: string): boolean {
  return entry.toolDenialKind === 'user-rejected' || REFUSALS.some(text => said.startsWith(text))
}

/** The tool's own record beside the block; a string or array in its place says nothing more than the block. */
export function recordOf(entry: Value): Value {
  return object(entry['toolUseResult'])
}

/** Of a flat result the message itself (D14). */
function resultContent(entry: Value, index: number): unknown {
  if (entry['type'] === 'system' || index === NONE) return string(entry['message']) ?? string(entry['content'])
  return object(list(contentOf(entry))[index])['content']
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return tag(content, 'tool_use_error') ?? content
  if (Array.isArray(content)) {
    const others = content.map(block => object(block)['type']).filter(type => type !== 'text' && type !== 'image')
    const notes = others.filter(type => type !== 'document').map(type => `[${string(type) ?? 'block'}]`)
    return [textOf(content), ...notes].filter(part => part !== '').join('\n')
  }
  return content === undefined || content === null ? '' : JSON.stringify(content)
}

function resultMedia(content: unknown, record: Value, withMedia: boolean): readonly Media[] {
  const inBlocks = mediaOf(content, withMedia)
  if (inBlocks.length > 0) return inBlocks
  const file = object(record['file'])
  const base64 = string(file['base64'])
  if (base64 === undefined) return []
  const format = string(file['type'])?.split('/').at(-1) ?? (record['type'] === 'pdf' ? 'pdf' : 'unknown')
  return [base64Media(format === 'pdf' ? 'document' : 'image', format, base64, withMedia)]
}
