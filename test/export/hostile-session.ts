// A session of every kind of entry, with a text of one's own in each string that a reader is shown.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ID = 'e0e0e0e0-1111-4111-8111-111111111111'

export interface Written {
  readonly home: string
  readonly id: string
  readonly path: string
}

/** Writes it below `home`; `text` stands in every field, with a number that tells which one it is. */
export function hostileSession(home: string, text: (field: number) => string): Written {
  let field = 0
  const t = (): string => text(field++)
  let n = 0
  const uuid = (of: number): string => `e0e0e0e0-2222-4222-8222-${String(of).padStart(12, '0')}`
  const entry = (fields: object): string => {
    n++
    const around = {
      isSidechain: false,
      userType: 'external',
      cwd: `/home/ada/${t()}`,
      gitBranch: t(),
      version: '2.1.325',
    }
    const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
    return JSON.stringify({
      parentUuid: n > 1 ? uuid(n - 1) : null,
      ...around,
      sessionId: ID,
      ...fields,
      uuid: uuid(n),
      timestamp,
    })
  }
  const user = (content: unknown, more: object = {}) =>
    entry({ type: 'user', message: { role: 'user', content }, ...more })
  const answer = (content: readonly object[]) =>
    entry({
      type: 'assistant',
      message: {
        id: `msg_${n}`,
        type: 'message',
        role: 'assistant',
        model: `claude-${t()}`,
        content,
        stop_reason: 'end_turn',
      },
    })
  let calls = 0
  const call = (name: string, input: object, result: unknown, record?: unknown): string[] => {
    const id = `toolu_${++calls}`
    const content = [{ type: 'tool_result', tool_use_id: id, content: result, is_error: calls % 3 === 0 }]
    return [
      answer([{ type: 'tool_use', id, name, input }]),
      user(content, record === undefined ? {} : { toolUseResult: record }),
    ]
  }
  const lines = [
    JSON.stringify({ type: 'summary', summary: t(), leafUuid: uuid(1) }),
    user(`${t()}\n\n# ${t()}`),
    answer([
      { type: 'thinking', thinking: t(), signature: t() },
      {
        type: 'text',
        text: `${t()}\n\n\`\`\`${t()}\n${t()}\n\`\`\`\n\n[${t()}](${t()}) ![${t()}](https://outside.example/${t()}) <${t()}>\n\n| a | b |\n|---|---|\n| ${t()} | ${t()} |\n\n- [ ] ${t()}\n- [x] ${t()}`,
      },
    ]),
    ...call('Bash', { command: t(), description: t() }, t(), { stdout: t(), stderr: t(), interrupted: false }),
    ...call('Edit', { file_path: `/home/ada/${t()}`, old_string: t(), new_string: t() }, t(), {
      filePath: t(),
      structuredPatch: [
        { oldStart: 1, newStart: 1, oldLines: 1, newLines: 1, lines: [`-${t()}`, `+${t()}`, ` ${t()}`] },
      ],
    }),
    ...call('Write', { file_path: t(), content: t() }, t()),
    ...call('Read', { file_path: t() }, t(), {
      file: { filePath: t(), content: t(), numLines: 1, startLine: 1, totalLines: 1 },
    }),
    ...call('Grep', { pattern: t(), path: t(), glob: t() }, t()),
    ...call(
      'TodoWrite',
      {
        todos: [
          { content: t(), status: t() },
          { content: t(), status: 'completed' },
        ],
      },
      t(),
    ),
    ...call('Task', { description: t(), prompt: t(), subagent_type: t() }, t()),
    ...call('WebFetch', { url: t(), prompt: t() }, t(), { url: t(), result: t(), code: 200 }),
    ...call('AskUserQuestion', { questions: [{ question: t(), options: [{ label: t(), description: t() }] }] }, t(), {
      answers: { a: t() },
    }),
    ...call('ExitPlanMode', { plan: t() }, t()),
    ...call(`mcp__${t()}__${t()}`, { [t()]: t() }, [
      { type: 'text', text: t() },
      { type: t(), x: t() },
    ]),
    ...call(t(), { anything: t() }, { odd: t() }),
    user([
      { type: 'text', text: t() },
      { type: 'image', source: { type: 'base64', media_type: `image/${t()}`, data: t() } },
      { type: 'image', source: { type: 'url', url: `https://outside.example/${t()}` } },
    ]),
    answer([{ type: t(), text: t() }]),
    user(`<command-name>/${t()}</command-name><command-args>${t()}</command-args>`),
    user(`<local-command-stdout>${t()}</local-command-stdout>`),
    user(`<bash-input>${t()}</bash-input>`),
    entry({ type: 'system', subtype: t(), content: t(), level: t() }),
    entry({
      type: 'system',
      subtype: 'api_error',
      error: { message: t() },
      retryAttempt: 1,
      maxRetries: 2,
      retryInMs: 5,
    }),
    entry({ type: 'attachment', attachment: { type: 'file', filename: t(), content: t(), displayPath: t() } }),
    entry({ type: 'attachment', attachment: { type: t(), content: t() } }),
    entry({
      type: 'attachment',
      attachment: { type: 'hook_blocking_error', hookName: t(), blockingError: { blockingError: t(), command: t() } },
    }),
    JSON.stringify({
      type: 'queue-operation',
      operation: 'enqueue',
      content: t(),
      sessionId: ID,
      timestamp: '2026-01-01T01:00:00.000Z',
    }),
    JSON.stringify({
      type: t(),
      value: t(),
      uuid: uuid(900),
      parentUuid: uuid(n),
      timestamp: '2026-01-01T01:00:00.000Z',
      sessionId: ID,
    }),
    entry({
      type: 'system',
      subtype: 'compact_boundary',
      content: t(),
      compactMetadata: { trigger: t(), preTokens: 1000 },
    }),
    user(`This session is being continued ${t()}`, { isCompactSummary: true }),
    answer([{ type: 'text', text: `# ${t()}\n\n${t()}` }]),
    JSON.stringify({ type: 'custom-title', customTitle: t(), sessionId: ID }),
  ]
  const project = join(home, '.claude', 'projects', '-p')
  mkdirSync(join(project, ID, 'subagents'), { recursive: true })
  const path = join(project, `${ID}.jsonl`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  const own = {
    isSidechain: true,
    agentId: 'a1',
    sessionId: ID,
    uuid: uuid(500),
    parentUuid: null,
    timestamp: '2026-01-01T00:10:00.000Z',
  }
  writeFileSync(
    join(project, ID, 'subagents', 'agent-a1.jsonl'),
    `${JSON.stringify({ type: 'user', message: { role: 'user', content: t() }, ...own })}\n`,
  )
  writeFileSync(
    join(project, ID, 'subagents', 'agent-a1.meta.json'),
    JSON.stringify({ agentType: t(), description: t() }),
  )
  return { home, id: ID, path }
}
