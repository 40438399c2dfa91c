// The content blocks of a message.
import { signature, toolUseId } from './identifiers.js'
import type { Random } from './random.js'

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'image'; readonly source: ImageSource }

interface ImageSource {
  readonly type: 'base64'
  readonly media_type: string
  readonly data: string
}

export const text = (words: string): Block => ({ type: 'text', text: words })

export const thinking = (random: Random, words: string): Block => ({
  type: 'thinking',
  thinking: words,
  signature: signature(random, 120 + Math.floor(words.length / 2)),
})

export const redactedThinking = (random: Random): Block => ({
  type: 'redacted_thinking',
  data: signature(random, 260),
})

export const toolUse = (random: Random, name: string, input: object): Block => ({
  type: 'tool_use',
  id: toolUseId(random),
  name,
  input,
})

export const image = (png: Uint8Array): Block => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: Buffer.from(png).toString('base64') },
})
