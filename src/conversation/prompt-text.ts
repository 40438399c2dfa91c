// The words of a prompt, a command or a queued prompt, as a person would say them.

import type { SessionEntry } from '../format/entries/index.js'

type Value = Readonly<Record<string, unknown>>

/** Empty where the entry holds no text of that kind (an image alone). */
export function promptText(entry: SessionEntry): string {
  const value = entry as unknown as Value
  const attachment = object(value['attachment'])
  if (value['type'] === 'attachment') return textOf(attachment['prompt'])
  const message = value['message']
  return asTyped(typeof message === 'string' ? message : textOf(object(message)['content']))
}

/** A string, or the texts of content blocks. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap(block => {
      const { type, text } = object(block)
      return type === 'text' && typeof text === 'string' ? [text] : []
    })
    .join('\n')
}

/** Commands and bash mode are stored in tags; shown as they were typed. */
function asTyped(text: string): string {
  const name = tag(text, 'command-name')
  if (name !== undefined) return [name.startsWith('/') ? name : `/${name}`, tag(text, 'command-args')].join(' ').trim()
  const bash = tag(text, 'bash-input')
  return bash === undefined ? text : `! ${bash}`
}

function tag(text: string, name: string): string | undefined {
  const open = text.indexOf(`<${name}>`)
  if (open < 0 || open > 400) return undefined
  const start = open + name.length + 2
  const end = text.indexOf(`</${name}>`, start)
  return end < 0 ? undefined : text.slice(start, end).trim()
}

function object(value: unknown): Value {
  return typeof value === 'object' && value !== null ? (value as Value) : {}
}
