// A small MCP server, as the text of a program: it says back, draws a square, and fails.

import { PICTURE } from './picture.js'

export const ECHO_SERVER = `import { createInterface } from 'node:readline'
const tool = (name, properties = {}) => ({ name, description: 'Made up: ' + name, inputSchema: { type: 'object', properties } })
const answers = {
  initialize: p => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1.0.0' } }),
  'tools/list': () => ({ tools: [tool('say', { text: { type: 'string' } }), tool('draw'), tool('fail')] }),
  'tools/call': p =>
    p.name === 'say' ? { content: [{ type: 'text', text: 'said: ' + p.arguments.text }, { type: 'text', text: 'twice' }] }
    : p.name === 'draw' ? { content: [{ type: 'image', mimeType: 'image/png', data: '${PICTURE}' }] }
    : { isError: true, content: [{ type: 'text', text: 'it failed on purpose' }] },
}
createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result = answers[method]?.(params ?? {})
  console.log(JSON.stringify(result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }))
})
`
