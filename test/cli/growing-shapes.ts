// Sessions with many of one thing, which tempt a command to look at all of them for each.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

  /** Outside the chain. */
  note(fields: Block): void {
    this.lines.push(JSON.stringify({ ...fields, sessionId: ID }))
  }

  /** The id of the entry that comes so many entries from here. */
  next(ahead: number): string {
    return uuid(this.#count + ahead)
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
const snapshot = (messageId: string, n: number): Block => {
  const backup = {
    backupFileName: `${String(n).padStart(16, '0')}@v1`,
    version: 1,
    backupTime: '2026-01-01T00:00:00.000Z',
  }
  return { messageId, trackedFileBackups: { [`f${n % 100}.ts`]: backup }, timestamp: '2026-01-01T00:00:00.000Z' }
}
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
  checkpoints: (n, to) => {
    for (let at = 0; at < n; at++) {
      const prompt = to.user(`prompt ${at}`)
      to.note({
        type: 'file-history-snapshot',
        messageId: prompt,
        isSnapshotUpdate: false,
        snapshot: snapshot(prompt, at),
      })
      to.note({ type: 'last-prompt', lastPrompt: `prompt ${at}`, leafUuid: prompt })
    }
    to.end()
  },
  'attachments behind one prompt': (n, to) => {
    to.user('go')
    for (let at = 0; at < n; at++)
      to.put({ type: 'attachment', attachment: { type: 'edited_text_file', filename: `/p/f${at}`, snippet: 'x' } })
    to.end()
  },
  'images attached to prompts': (n, to) => {
    for (let at = 0; at < n; at++) {
      to.user(`see ${at}`)
      const content = { type: 'image', file: { base64: PIXEL, type: 'image/png', originalSize: 70 } }
      to.put({ type: 'attachment', attachment: { type: 'file', filename: `/p/${at}.png`, content } })
    }
    to.end()
  },
  'mentions of the session and its folder': (n, to) => {
    to.user('go')
    for (let at = 0; at < n; at++) {
      to.answer([use(at, 'Bash')])
      to.user([result(at, `<persisted-output>saved to: /h/.claude/projects/-p/${ID}/tool-results/o${at}.txt, ${ID}`)])
    }
    to.end()
  },
  'compactions that keep': (n, to) => {
    for (let at = 0; at < n; at++) {
      to.user(`prompt ${at}`)
      const kept = to.answer([text(`answer ${at}`)])
      const anchorUuid = to.next(2)
      const compactMetadata = {
        trigger: 'auto',
        preTokens: 1000,
        preservedMessages: { anchorUuid, uuids: [kept], allUuids: [kept] },
      }
      const boundary = { logicalParentUuid: kept, compactMetadata }
      to.put({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', ...boundary }, null)
      to.put({ type: 'user', message: { role: 'user', content: `summary ${at}` }, isCompactSummary: true })
    }
    to.end()
  },
  'calls that share one id': (n, to) => {
    to.user('go')
    for (let at = 0; at < n; at++) {
      to.answer([use(0, 'Bash')])
      to.user([result(0)])
    }
    to.end()
  },
  'entries that share one id': (n, to) => {
    const first = to.user('go')
    for (let at = 0; at < n; at++) to.lines.push(to.lines[0]!.replace('"go"', `"go ${at}"`))
    to.last = first
    to.end()
  },
  'tiny lines that say nothing': (n, to) => {
    to.user('go')
    for (let at = 0; at < 8 * n; at++) to.lines.push(['{}', '[]', '1', 'x', ''][at % 5]!)
    to.end()
  },
  'one line without end': (n, to) => {
    to.user('go')
    to.end()
    to.lines.push(`{"type":"user","message":{"role":"user","content":"${'{"a":[1,"b\\'.repeat(40 * n)}`)
  },
  'interrupted turns': (n, to) => {
    for (let at = 0; at < n; at++) {
      to.user(`prompt ${at}`)
      to.answer([text('let me see'), use(at, 'Bash')])
      to.user([text('[Request interrupted by user for tool use]')])
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

/** Files that lie beside a session, as many as there are of what it tells of. */
const BESIDE: Readonly<Record<string, (n: number) => Iterable<readonly [path: string, content: string]>>> = {
  checkpoints: function* (n) {
    for (let at = 0; at < n; at++) yield [`file-history/${ID}/${String(at).padStart(16, '0')}@v1`, 'x']
  },
  'mentions of the session and its folder': function* (n) {
    for (let at = 0; at < n; at++) yield [`projects/-p/${ID}/tool-results/o${at}.txt`, `output ${at}`]
  },
  'agents in one file': function* (n) {
    for (let at = 0; at < n; at++) {
      const entry = {
        type: 'user',
        isSidechain: true,
        agentId: `b${at}`,
        parentUuid: null,
        sessionId: ID,
        uuid: uuid(1e6 + at),
      }
      const line = { ...entry, timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content: `p${at}` } }
      yield [`projects/-p/${ID}/subagents/agent-b${at}.jsonl`, `${JSON.stringify(line)}\n`]
    }
  },
}

export function growingSession(home: string, n: number, name: string): string {
  const config = join(home, `n${n}`, '.claude')
  const folder = join(config, 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  const to = new Lines()
  GROWING[name]!(n, to)
  for (const [beside, content] of BESIDE[name]?.(n) ?? []) {
    mkdirSync(dirname(join(config, beside)), { recursive: true })
    writeFileSync(join(config, beside), content)
  }
  const path = join(folder, `${ID}.jsonl`)
  writeFileSync(path, `${to.lines.join('\n')}\n`)
  return path
}
