// Sessions with many of one thing, which tempt a command to look at all of them for each.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const ID = '11111111-1111-4111-8111-111111111111'

type Block = Readonly<Record<string, unknown>>

function uuid(n: number): string {
  return `22222222-2222-4222-8222-${String(n).padStart(12, '0')}`
}

class Lines {
  readonly lines: string[] = []
  last: string | null = null
  #count = 0
  #messages = 0

  put(fields: Block, parent = this.last): string {
    const own = uuid(++this.#count)
    const around = { isSidechain: false, userType: 'external', cwd: '/p', sessionId: ID, version: '2.1.100' }
    const timestamp = new Date(Date.UTC(2026, 0, 1) + this.#count * 1000).toISOString()
    this.lines.push(JSON.stringify({ parentUuid: parent, ...around, ...fields, uuid: own, timestamp }))
    this.last = own
    return own
  }

  user(content: unknown, parent = this.last): string {
    return this.put({ type: 'user', message: { role: 'user', content } }, parent)
  }

  answer(content: readonly Block[], id = `msg_${++this.#messages}`): string {
    const usage = { input_tokens: 10, output_tokens: 5 }
    const message = {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-5',
      content,
      stop_reason: null,
      usage,
    }
    return this.put({ type: 'assistant', message })
  }

  end(): void {
    this.answer([text('done')])
    this.user('more')
    this.answer([text('ok')])
  }
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }
const text = (words: string): Block => ({ type: 'text', text: words })
const thinking = (n: number): Block => ({ type: 'thinking', thinking: `hm ${n}`, signature: `signed ${n}` })
const use = (n: number, name = 'Read'): Block => {
  const input =
    name === 'Bash' ? { command: `ls ${n}` } : { file_path: `/p/f${n % 100}`, old_string: 'a', new_string: 'b' }
  return { type: 'tool_use', id: `toolu_${n}`, name, input }
}
const result = (n: number, content: unknown = `out of ${n}`): Block => {
  return { type: 'tool_result', tool_use_id: `toolu_${n}`, content }
}
const each = <Value>(n: number, make: (at: number) => Value): Value[] => Array.from({ length: n }, (_, at) => make(at))
const queued = (n: number): Block => {
  return { type: 'attachment', attachment: { type: 'queued_command', prompt: `queued ${n}`, commandMode: 'prompt' } }
}

export const GROWING: Readonly<Record<string, (n: number, to: Lines) => void>> = {
  'reads in one entry, results in one': (n, to) => {
    to.user('go')
    to.answer(each(n, at => use(at)))
    to.user(each(n, at => result(at)))
    to.end()
  },
  'edits in one entry, results in one': (n, to) => {
    to.user('go')
    to.answer(each(n, at => use(at, at % 2 ? 'Edit' : 'Read')))
    to.user(each(n, at => result(at)))
    to.end()
  },
  'calls in entries of one message': (n, to) => {
    to.user('go')
    const calls = each(n, at => to.answer([use(at, 'Bash')], 'msg_one'))
    for (const [at, call] of calls.entries()) to.user([result(at)], call)
    to.end()
  },
  'calls in entries of one message, results in one entry': (n, to) => {
    to.user('go')
    for (let at = 0; at < n; at++) to.answer([use(at)], 'msg_one')
    to.user(each(n, at => result(at)))
    to.end()
  },
  'calls in one entry, results in entries': (n, to) => {
    to.user('go')
    to.answer(each(n, at => use(at)))
    for (let at = 0; at < n; at++) to.user([result(at)])
    to.end()
  },
  'calls without result in one entry': (n, to) => {
    to.user('go')
    to.answer(each(n, at => use(at)))
    to.user('and on')
    to.end()
  },
  'results without call': (n, to) => {
    to.user('go')
    to.user(each(n, at => result(at)))
    to.end()
  },
  'requests of one turn': (n, to) => {
    to.user('go')
    for (let at = 0; at < n; at++) {
      to.answer([thinking(at), use(at, 'Bash')])
      to.user([result(at), text(`words ${at}`)])
    }
    to.end()
  },
  'texts in one entry': (n, to) => {
    to.user(each(n, at => text(`prompt words number ${at}, which are some more words for a text`)))
    to.answer(each(n, at => text(`answer words number ${at}, and so on for a while, with a longer sentence.`)))
    to.end()
  },
  'thinking in one entry': (n, to) => {
    to.user('go')
    to.answer([...each(n, thinking), text('done')])
    to.end()
  },
  'queued prompts behind one result': (n, to) => {
    to.user('go')
    to.answer([use(0, 'Bash')])
    to.user([result(0)])
    for (let at = 0; at < n; at++) to.put(queued(at))
    to.end()
  },
  'queued prompts behind results': (n, to) => {
    to.user('go')
    for (let at = 0; at < n; at++) {
      to.answer([use(at, 'Bash')])
      to.user([result(at)])
      to.put(queued(at))
    }
    to.end()
  },
  'images in one result': (n, to) => {
    to.user('go')
    to.answer([use(0)])
    to.user([
      result(
        0,
        each(n, () => IMAGE),
      ),
    ])
    to.end()
  },
  'ways from one entry': (n, to) => {
    to.user('go')
    const from = to.answer([text('hi')])
    for (let at = 0; at < n; at++) {
      to.user(`way ${at}`, from)
      to.answer([text(`there ${at}`)])
    }
  },
  compactions: (n, to) => {
    for (let at = 0; at < n; at++) {
      to.user(`prompt ${at}`)
      to.answer([text(`answer ${at}`)])
      const boundary = { logicalParentUuid: to.last, compactMetadata: { trigger: 'manual', preTokens: 1000 } }
      to.put({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', ...boundary }, null)
      const summary = { isCompactSummary: true, isVisibleInTranscriptOnly: true }
      to.put({ type: 'user', message: { role: 'user', content: `summary ${at}` }, ...summary })
    }
    to.end()
  },
  'agents in one file': (n, to) => {
    to.user('go')
    const call = to.answer(
      each(n, at => ({ type: 'tool_use', id: `toolu_${at}`, name: 'Task', input: { prompt: `p${at}` } })),
    )
    for (let at = 0; at < n; at++)
      to.put({ type: 'user', isSidechain: true, agentId: `a${at}`, message: { role: 'user', content: `p${at}` } }, null)
    to.last = call
    to.user(each(n, at => result(at)))
    to.end()
  },
}

export function growingSession(home: string, n: number, shape: (n: number, to: Lines) => void): string {
  const folder = join(home, `n${n}`, '.claude', 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  const to = new Lines()
  shape(n, to)
  const path = join(folder, `${ID}.jsonl`)
  writeFileSync(path, `${to.lines.join('\n')}\n`)
  return path
}
