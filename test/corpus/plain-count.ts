// An independent count of a session file: plain JSON.parse of every line, from the words of D1 and D4. Shares nothing
// with src.

type Value = Readonly<Record<string, unknown>>

export interface PlainCount {
  readonly entries: Readonly<Record<string, number>>
  readonly blocks: {
    readonly assistant: Readonly<Record<string, number>>
    readonly user: Readonly<Record<string, number>>
  }
  readonly stopReasons: Readonly<Record<string, number>>
  /** Distinct message ids of assistant entries; an entry without one is a message of its own. */
  readonly messages: number
  readonly synthetic: number
  /** Distinct tool_use ids a message; ids with use and result; result blocks whose id has no use. */
  readonly toolUses: number
  readonly pairs: number
  readonly orphanResults: number
  /** Ids of uses that have no result at all. */
  readonly unansweredIds: number
}

/** The lines that hold one JSON object, numbered from 1. */
export function goodLines(bytes: Uint8Array): readonly { readonly line: number; readonly value: Value }[] {
  const text = new TextDecoder('utf-8').decode(bytes)
  return text.split('\n').flatMap((words, index) => {
    try {
      const value: unknown = JSON.parse(words)
      const good = typeof value === 'object' && value !== null && !Array.isArray(value)
      return good ? [{ line: index + 1, value: value as Value }] : []
    } catch {
      return []
    }
  })
}

export function plainCount(values: readonly Value[]): PlainCount {
  const entries = new Map<string, number>()
  const blocks = { assistant: new Map<string, number>(), user: new Map<string, number>() }
  const stopReasons = new Map<string, number>()
  const messages = new Set<string>()
  const synthetic = new Set<string>()
  const uses = new Set<string>()
  const usedIds = new Set<string>()
  const results: string[] = []
  values.forEach((value, index) => {
    add(entries, labelOf(value))
    const { type } = value
    if (type !== 'assistant' && type !== 'user') return
    const message = object(value['message'])
    const id = typeof message['id'] === 'string' && message['id'] !== '' ? message['id'] : `entry ${index}`
    if (type === 'assistant') {
      messages.add(id)
      if (message['model'] === '<synthetic>') synthetic.add(id)
      add(stopReasons, typeof message['stop_reason'] === 'string' ? message['stop_reason'] : 'null')
    }
    for (const block of Array.isArray(message['content']) ? message['content'].map(object) : []) {
      add(blocks[type], typeof block['type'] === 'string' ? block['type'] : '(none)')
      if (block['type'] === 'tool_use') {
        uses.add(`${id} ${block['id']}`)
        usedIds.add(String(block['id']))
      }
      if (block['type'] === 'tool_result') results.push(String(block['tool_use_id']))
    }
  })
  return {
    entries: Object.fromEntries(entries),
    blocks: { assistant: Object.fromEntries(blocks.assistant), user: Object.fromEntries(blocks.user) },
    stopReasons: Object.fromEntries(stopReasons),
    messages: messages.size,
    synthetic: synthetic.size,
    toolUses: uses.size,
    pairs: [...usedIds].filter(id => results.includes(id)).length,
    orphanResults: results.filter(id => !usedIds.has(id)).length,
    unansweredIds: [...usedIds].filter(id => !results.includes(id)).length,
  }
}

function labelOf({ type, subtype }: Value): string {
  if (typeof type !== 'string') return '(none)'
  return type === 'system' && typeof subtype === 'string' ? `system/${subtype}` : type
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function object(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
}
