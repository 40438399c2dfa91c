// Attachments: queued prompts and files are the user's, hooks have something to say, the rest is context that the
// client put beside the messages.

import { CONTEXT_ATTACHMENTS, FILE_ATTACHMENTS } from '../../../conversation/attachment-kinds.js'
import { textOf } from '../../../conversation/prompt-text.js'
import { kindOf, textOf as nameText } from '../../../conversation/rows.js'
import { base64Media, mediaOf } from './media.js'
import { rawItem } from './raw-item.js'
import { isShownAt, list, object, placeOf, type Reading, shortened, string, type Tally, type Value } from './reading.js'
import type { Depth, Media, ShownAttachment, ShownItem, ShownNotice } from './report.js'
import { notification, promptItem } from './user-items.js'

const TROUBLE: ReadonlyMap<string, ShownNotice['level']> = new Map([
  ['hook_blocking_error', 'error'],
  ['hook_non_blocking_error', 'warning'],
  ['hook_cancelled', 'warning'],
])
/** Of a hook that had nothing against it only the output is there. */
const CONTEXT = new Set([...CONTEXT_ATTACHMENTS, 'hook_success', 'hook_additional_context'])
const TEXT = { lines: 4, characters: 500 }

export function attachmentItems(reading: Reading, row: number, tally: Tally): readonly ShownItem[] {
  const type = nameText(reading.rows, reading.rows.subtype[row]!) ?? '(none)'
  const attachment = object(reading.entry(row)['attachment'])
  const [depth, make] = told(reading, row, type, attachment)
  if (!isShownAt(reading, depth)) {
    tally.left(`attachment/${type}`, row)
    return []
  }
  tally.shown(row)
  return [make()]
}

function told(reading: Reading, row: number, type: string, attachment: Value): [Depth, () => ShownItem] {
  const kind = kindOf(reading.rows, row)
  const notice = (about: string, level: ShownNotice['level'], text: ShownNotice['text']): ShownNotice => ({
    kind: 'notice',
    ...placeOf(reading, row),
    about,
    level,
    text,
  })
  if (kind === 'queued') return ['prompts', () => promptItem(reading, row, 'queued', attachment['prompt'])]
  if (kind === 'notification')
    return ['tools', () => notice('notification', 'info', notification(reading, textOf(attachment['prompt'])))]
  if (FILE_ATTACHMENTS.has(type)) return ['tools', () => fileItem(reading, row, type, attachment)]
  const level = TROUBLE.get(type)
  if (level) return ['tools', () => notice(`attachment/${type}`, level, shortened(reading, hookText(attachment), TEXT))]
  if (CONTEXT.has(type))
    return ['all', () => notice(`attachment/${type}`, 'info', shortened(reading, contextText(attachment), TEXT))]
  return ['tools', () => rawItem(reading, row)]
}

function fileItem(reading: Reading, row: number, type: string, attachment: Value): ShownAttachment {
  const name = string(attachment['displayPath']) ?? string(attachment['filename']) ?? string(attachment['path']) ?? ''
  const from = attachment['lineStart']
  const range = typeof from === 'number' ? `:${from}-${attachment['lineEnd'] ?? from}` : ''
  const { text, media } = contentParts(attachment, reading.withMedia)
  return {
    kind: 'attachment',
    ...placeOf(reading, row),
    type,
    name: name + range,
    text: shortened(reading, text, { lines: 0, characters: 0 }),
    media,
  }
}

/** The content of a file is a text, blocks, or the record that `Read` leaves. */
function contentParts(
  attachment: Value,
  withMedia: boolean,
): { readonly text: string; readonly media: readonly Media[] } {
  const content = attachment['content'] ?? attachment['snippet']
  if (typeof content === 'string' || Array.isArray(content))
    return { text: textOf(content), media: mediaOf(content, withMedia) }
  const file = object(object(content)['file'])
  const base64 = string(file['base64'])
  if (base64 !== undefined) {
    const format = string(file['type'])?.split('/').at(-1) ?? 'unknown'
    return { text: '', media: [base64Media(format === 'pdf' ? 'document' : 'image', format, base64, withMedia)] }
  }
  return { text: string(file['content']) ?? '', media: [] }
}

function hookText(attachment: Value): string {
  const said = [attachment['content'], attachment['stderr'], attachment['stdout'], attachment['blockingError']]
    .map(one => (typeof one === 'string' ? one : string(object(one)['blockingError'])))
    .find(one => one !== undefined && one.trim() !== '')
  const name = string(attachment['hookName']) ?? string(attachment['hookEvent']) ?? 'hook'
  const command = string(attachment['command'])
  return `${name}${command ? ` (${command})` : ''}${said ? `: ${said}` : ''}`
}

function contextText(attachment: Value): string {
  const content = attachment['content']
  if (typeof content === 'string') return content
  if (list(content).every(one => typeof one === 'string') && list(content).length > 0) return list(content).join('\n')
  const { type: _, ...rest } = attachment
  return JSON.stringify(rest)
}
