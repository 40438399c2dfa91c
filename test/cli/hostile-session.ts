// A session in which every string is hostile to a terminal, with side files, agents and names of the same kind.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** All of C0, DEL and C1; CSI, OSC 0, 8 and 52, DCS, APC, PM; bidi and other format characters; odd separators. */
export const EVIL = [
  range(0x00, 0x1f),
  range(0x7f, 0x9f),
  '\u001b[2J\u001b[31;5m\u001b[6n\u009b2J\u001bc',
  '\u001b]0;owned\u0007\u001b]8;;http://evil.test\u001b\\link\u001b]8;;\u001b\\\u001b]52;c;ZXZpbA==\u0007',
  '\u001bP$q"p\u001b\\\u001b_apc\u001b\\\u001b^pm\u001b\\\u0090dcs\u009c\u009d0;c1\u009c',
  range(0x200b, 0x200f) + range(0x202a, 0x202e) + range(0x2060, 0x206f),
  '\u00ad\u061c\u180e\u2028\u2029\ufeff\ufff9\ufffa\ufffb\u{e0001}\u{e0041}\u{1d173}',
  '\u0000\b\b\b\u007f\rEND',
].join('')

/** As much of it as the name of a file can hold. */
export const EVIL_NAME = 'n\u001b]0;x\u0007\u009b2J\u202e\r\b\u200b\u007fn'

/** Writes the session; returns its path. */
export function putHostileSession(configDir: string): string {
  const projectFolder = join(configDir, 'projects', `-${EVIL_NAME}`)
  const path = join(projectFolder, `${EVIL_NAME}.jsonl`)
  mkdirSync(projectFolder, { recursive: true })
  writeFileSync(path, textOf(hostileRows()))
  const subagents = join(projectFolder, EVIL_NAME, 'subagents')
  mkdirSync(subagents, { recursive: true })
  writeFileSync(join(subagents, `agent-${EVIL_NAME}.jsonl`), textOf(agentRows()))
  const meta = { toolUseId: 't-agent', agentType: EVIL, description: EVIL }
  writeFileSync(join(subagents, `agent-${EVIL_NAME}.meta.json`), JSON.stringify(meta))
  mkdirSync(join(projectFolder, EVIL_NAME, 'tool-results'))
  writeFileSync(join(projectFolder, EVIL_NAME, 'tool-results', EVIL_NAME), EVIL)
  mkdirSync(join(configDir, 'file-history', EVIL_NAME), { recursive: true })
  writeFileSync(join(configDir, 'file-history', EVIL_NAME, `${EVIL_NAME}@v1`), EVIL)
  return path
}

type Row = Readonly<Record<string, unknown>>

const textOf = (rows: readonly Row[]): string => rows.map(row => `${JSON.stringify(row)}\n`).join('')

const ABOUT = { cwd: `/${EVIL}`, gitBranch: EVIL, version: EVIL, sessionId: EVIL, entrypoint: EVIL, slug: EVIL }

function chained(rows: readonly Row[], name: string): readonly Row[] {
  return rows.map((row, index) => ({
    ...ABOUT,
    uuid: `${name}${index}${EVIL}`,
    parentUuid: index === 0 ? null : `${name}${index - 1}${EVIL}`,
    timestamp: `2026-11-15T20:00:${String(index % 60).padStart(2, '0')}.000Z`,
    ...row,
  }))
}

function hostileRows(): readonly Row[] {
  const usage = { input_tokens: 1, output_tokens: 1, service_tier: EVIL }
  const says = (content: readonly Row[], id = `m${content.length}${EVIL}`): Row => ({
    type: 'assistant',
    requestId: EVIL,
    message: { id, role: 'assistant', model: EVIL, stop_reason: EVIL, usage, content },
  })
  const call = (id: string, name: string, input: unknown, record?: unknown): readonly Row[] => [
    says([{ type: 'tool_use', id, name, input }], `m-${id}`),
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: EVIL, is_error: id.length % 2 === 0 }],
      },
      toolUseResult: record ?? { stdout: EVIL, stderr: EVIL, persistedOutputPath: `/tmp/${EVIL_NAME}`, [EVIL]: EVIL },
    },
  ]
  const user = (content: unknown): Row => ({ type: 'user', message: { role: 'user', content } })
  const system = (subtype: string): Row => ({
    type: 'system',
    subtype,
    content: EVIL,
    level: EVIL,
    error: { message: EVIL },
  })
  const attachment = (value: Row): Row => ({ type: 'attachment', attachment: value })
  const rows = [
    user(EVIL),
    says([{ type: 'text', text: EVIL }]),
    says([{ type: 'thinking', thinking: EVIL, signature: EVIL }], 'think'),
    ...call('t-own', EVIL, { [EVIL]: EVIL, command: EVIL }),
    ...call('t-bash', 'Bash', { command: EVIL, description: EVIL }),
    ...call('t-edit', 'Edit', { file_path: EVIL, old_string: EVIL, new_string: `x${EVIL}` }),
    ...call('t-read', 'Read', { file_path: EVIL }, { type: 'text', file: { filePath: EVIL, content: EVIL } }),
    ...call('t-grep', 'Grep', { pattern: EVIL, path: EVIL, glob: EVIL }, { filenames: [EVIL], mode: EVIL }),
    ...call('t-todo', 'TodoWrite', { todos: [{ content: EVIL, status: EVIL }] }),
    ...call('t-agent', 'Agent', { description: EVIL, prompt: EVIL, subagent_type: EVIL }, { agentId: EVIL_NAME }),
    ...call('t-fetch', 'WebFetch', { url: EVIL, prompt: EVIL }, { code: 200, result: EVIL }),
    ...call('t-ask', 'AskUserQuestion', { questions: [{ question: EVIL, options: [{ label: EVIL }] }] }),
    ...call('t-plan', 'ExitPlanMode', { plan: EVIL }),
    ...call('t-task', 'TaskUpdate', { taskId: EVIL, status: EVIL }),
    ...call('t-mcp', `mcp__${EVIL}__${EVIL}`, { a: EVIL }),
    user([{ type: 'tool_result', tool_use_id: `orphan${EVIL}`, content: EVIL }]),
    user([{ type: 'image', source: { type: 'base64', media_type: EVIL, data: EVIL } }]),
    user([{ type: EVIL, text: EVIL }]),
    user(`<command-name>/${EVIL}</command-name><command-args>${EVIL}</command-args>`),
    user(`<bash-input>${EVIL}</bash-input>`),
    user(`<local-command-stdout>${EVIL}</local-command-stdout>`),
    ...['api_error', 'compact_boundary', 'local_command', 'informational', EVIL].map(system),
    attachment({ type: 'file', filename: EVIL, content: EVIL }),
    attachment({ type: 'queued_command', prompt: EVIL, commandMode: 'prompt' }),
    attachment({ type: EVIL, content: EVIL }),
    { type: EVIL, [EVIL]: EVIL },
    says([{ type: EVIL, data: EVIL }], 'unknown-block'),
    user('the end'),
  ]
  const files = { [`/${EVIL}`]: { backupFileName: `${EVIL_NAME}@v1`, version: 1, backupTime: EVIL } }
  return [
    ...chained(rows, 'u'),
    {
      type: 'file-history-snapshot',
      messageId: EVIL,
      snapshot: { messageId: EVIL, trackedFileBackups: files, timestamp: EVIL },
    },
    { type: 'queue-operation', operation: 'enqueue', content: EVIL, sessionId: EVIL, timestamp: EVIL },
    { type: 'queue-operation', operation: EVIL, content: EVIL },
    { type: 'summary', summary: EVIL, leafUuid: EVIL },
    { type: 'ai-title', aiTitle: EVIL, sessionId: EVIL },
    { type: 'custom-title', customTitle: EVIL, sessionId: EVIL },
    { type: 'pr-link', prUrl: EVIL, prRepository: EVIL },
  ]
}

function agentRows(): readonly Row[] {
  const side = { isSidechain: true, agentId: EVIL_NAME }
  return chained(
    [
      { type: 'user', message: { role: 'user', content: EVIL }, ...side },
      { type: 'assistant', message: { id: 'a', model: EVIL, content: [{ type: 'text', text: EVIL }] }, ...side },
    ],
    'agent',
  )
}
