// The tool blocks of a file, as they are met: a few numbers of each.

import type { SeenEntry } from '../conversation/conversation.js'
import type { Name, Names } from '../conversation/names.js'
import { rangePrint } from './content-print.js'

export interface ToolBlock {
  readonly row: number
  /** Place of the block in the entry's content. */
  readonly index: number
  readonly id: Name
  readonly name: Name
  /** A call: its input is an object. */
  readonly hasInput: boolean
  /** A result: equal for equal contents. */
  readonly print: number
}

export function toolBlocks() {
  const uses: ToolBlock[] = []
  const results: ToolBlock[] = []
  const serverUses: ToolBlock[] = []
  const serverResults: ToolBlock[] = []
  const lists = new Map<Name, ToolBlock[] | undefined>()

  function listFor(type: Name, names: Names): ToolBlock[] | undefined {
    const text = names.text(type)
    if (text === 'tool_use') return uses
    if (text === 'tool_result') return results
    if (text === 'server_tool_use' || text === 'mcp_tool_use') return serverUses
    return text.endsWith('_tool_result') ? serverResults : undefined
  }

  return {
    uses,
    results,
    serverUses,
    serverResults,
    entry({ facts, row, bytes }: SeenEntry, names: Names): void {
      const { blocks } = facts
      for (let index = 0; index < blocks.length; index++) {
        const { type, id, toolName: name, bodyStart, bodyEnd } = blocks[index]!
        if (type === 0) continue
        let list = lists.get(type)
        if (list === undefined && !lists.has(type)) lists.set(type, (list = listFor(type, names)))
        if (!list) continue
        const print = list === results ? rangePrint(bytes, bodyStart, bodyEnd) : 0
        list.push({ row, index, id, name, hasInput: bodyEnd > 0 && bytes[bodyStart] === 0x7b, print })
      }
    },
  }
}
