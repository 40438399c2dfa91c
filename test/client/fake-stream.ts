// A message as the API streams it: server-sent events, each block in pieces.

import type { ServerResponse } from 'node:http'
import type { Block, ReplyMessage, ScriptedReply } from './fake-reply.js'

export async function streamMessage(
  response: ServerResponse,
  message: ReplyMessage,
  reply: ScriptedReply,
): Promise<void> {
  const send = (type: string, fields: object = {}) => {
    if (!response.destroyed) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  }
  const usage = { ...message.usage, output_tokens: 1 }
  send('message_start', { message: { ...message, content: [], stop_reason: null, usage } })
  send('ping')
  for (const [index, block] of message.content.entries()) {
    if (index > 0 && reply.gap) await new Promise(done => setTimeout(done, reply.gap))
    const { start, deltas } = pieces(block)
    send('content_block_start', { index, content_block: start })
    for (const delta of deltas) send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  if (reply.end === 'hang') return
  if (reply.end === 'drop') {
    response.destroy()
    return
  }
  send('message_delta', { delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage })
  send('message_stop')
  response.end()
}

/** An empty block and what fills it. Blocks of other types come whole. */
function pieces(block: Block): { readonly start: Block; readonly deltas: readonly object[] } {
  switch (block.type) {
    case 'text':
      return {
        start: { ...block, text: '' },
        deltas: halves(block['text']).map(text => ({ type: 'text_delta', text })),
      }
    case 'thinking': {
      const thinking = halves(block['thinking']).map(piece => ({ type: 'thinking_delta', thinking: piece }))
      return { start: { ...block, thinking: '', signature: '' }, deltas: [...thinking, ...signature(block)] }
    }
    case 'tool_use': {
      const deltas = halves(JSON.stringify(block['input'])).map(part => ({
        type: 'input_json_delta',
        partial_json: part,
      }))
      return { start: { ...block, input: {} }, deltas }
    }
    default:
      return { start: block, deltas: [] }
  }
}

/** A signature comes in one piece. */
const signature = (block: Block): readonly object[] =>
  block['signature'] ? [{ type: 'signature_delta', signature: block['signature'] }] : []

function halves(value: unknown): readonly string[] {
  const text = String(value ?? '')
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter(piece => piece !== '')
}
