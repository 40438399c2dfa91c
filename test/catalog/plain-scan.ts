// A second reading of sessions, written without the project's own: every line is parsed, every block is looked at. It is
// what a search must agree with.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface PlainText {
  readonly session: string
  readonly agent: boolean
  readonly role: string
  readonly field: 'prompt' | 'answer' | 'thinking' | 'input' | 'output'
  readonly text: string
  readonly tool: string | undefined
  readonly isError: boolean
  readonly time: number
}

interface Block {
  readonly type?: string
  readonly text?: string
  readonly thinking?: string
  readonly name?: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly input?: unknown
  readonly content?: unknown
  readonly is_error?: boolean
}

interface Line {
  readonly type?: string
  readonly isApiErrorMessage?: boolean
  readonly timestamp?: string
  readonly sessionId?: string
  readonly subtype?: string
  readonly operation?: string
  readonly level?: string
  readonly attachment?: Readonly<Record<string, unknown>>
  readonly message?: string | { readonly content?: string | readonly Block[] }
}

/** The transcripts below a config dir: those of sessions, and those of agents with the session that they belong to. */
export function transcriptsIn(
  config: string,
): readonly { readonly path: string; readonly session: string; readonly agent: boolean }[] {
  const projects = join(config, 'projects')
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => join(projects, name))
    .flatMap((path): readonly { readonly path: string; readonly session: string; readonly agent: boolean }[] => {
      const isAgent = basename(path).startsWith('agent-')
      if (!isAgent) return dirname(dirname(path)) === projects ? [{ path, session: path, agent: false }] : []
      const [below] = path.split('/subagents/')
      const session = below === path ? join(dirname(path), `${sessionIdIn(path)}.jsonl`) : `${below}.jsonl`
      return [{ path, session, agent: true }]
    })
}

function sessionIdIn(path: string): string {
  return linesOf(path).find(line => line.sessionId !== undefined)?.sessionId ?? ''
}

export function linesOf(path: string): readonly Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        const value = JSON.parse(line) as Line | null
        return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : []
      } catch {
        return []
      }
    })
}

export function textsIn(config: string): readonly PlainText[] {
  return transcriptsIn(config).flatMap(({ path, session, agent }) => [...textsOf(path, session, agent)])
}

function* textsOf(path: string, session: string, agent: boolean): Generator<PlainText> {
  const tools = new Map<string, string>()
  for (const line of linesOf(path)) {
    const time = Date.parse(line.timestamp ?? '')
    const base = {
      session,
      agent,
      role: line.type ?? '',
      tool: undefined,
      isError: line.isApiErrorMessage === true,
      time,
    }
    if (line.type === 'attachment' && line.attachment?.type === 'queued_command') {
      const { prompt } = line.attachment
      for (const text of typeof prompt === 'string' ? [prompt] : texts(prompt))
        yield { ...base, role: 'user', field: 'prompt', text, isError: false }
    }
    const beside = textBeside(line as unknown as Fields)
    if (beside) yield { ...base, role: 'user', ...beside }
    if (line.type !== 'user' && line.type !== 'assistant') continue
    const content = typeof line.message === 'string' ? line.message : line.message?.content
    const said = line.type === 'user' ? 'prompt' : 'answer'
    if (typeof content === 'string') yield { ...base, field: said, text: content }
    if (!Array.isArray(content)) continue
    for (const block of content as readonly Block[]) {
      if (typeof block?.text === 'string') yield { ...base, field: said, text: block.text }
      else if (typeof block?.thinking === 'string') yield { ...base, field: 'thinking', text: block.thinking }
      else if (block?.name !== undefined && block.input !== undefined) {
        if (block.id) tools.set(block.id, block.name)
        yield { ...base, field: 'input', text: strings(block.input).join('\n'), tool: block.name, isError: false }
      } else if (block?.type?.endsWith('tool_result')) {
        const tool = tools.get(block.tool_use_id ?? '')
        const text = typeof block.content === 'string' ? block.content : texts(block.content).join('\n')
        yield { ...base, field: 'output', text, tool, isError: block.is_error === true }
      }
    }
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Entries that are no messages, as far as somebody reads them. */
function textBeside(line: Fields): Pick<PlainText, 'field' | 'text' | 'isError'> | undefined {
  const said = (text: string, isError = false) => ({ field: 'output' as const, text, isError })
  const all = (...keys: readonly string[]) => strings(keys.map(key => line[key])).join('\n')
  if (line['type'] === 'summary') return said(all('summary'))
  if (line['type'] === 'queue-operation') {
    if (line['operation'] !== 'enqueue') return undefined
    const text = all('content')
    return { ...said(text), field: /^\s*<task-notification>/.test(text) ? 'output' : 'prompt' }
  }
  if (line['type'] === 'system') {
    const error = typeof line['error'] === 'object' ? { ...line['error'], headers: undefined } : line['error']
    const text = strings([
      all('content', 'message', 'stopReason', 'hookErrors', 'hookAdditionalContext'),
      error,
      line['cause'],
    ])
    const isError = line['level'] === 'error' || line['subtype'] === 'api_error'
    const isCommand = line['subtype'] === 'local_command' && /^\s*<command-(name|message)>/.test(text.join('\n'))
    return { ...said(text.filter(one => one !== '').join('\n'), isError), field: isCommand ? 'prompt' : 'output' }
  }
  if (line['type'] !== 'attachment') return undefined
  const { type: kind, ...rest } = (line['attachment'] ?? {}) as Fields
  const type = String(kind)
  if (type === 'queued_command' || SILENT.includes(type)) return undefined
  if (type.startsWith('hook_')) {
    const parts = ['hookName', 'command', 'content', 'stdout', 'stderr', 'blockingError'].map(key => rest[key])
    return said(strings(parts).join('\n'), /_error$/.test(type))
  }
  if (!/file|image|document|selected_lines/.test(type)) return said(strings(rest).join('\n'))
  const content = rest['content'] ?? rest['snippet']
  const file = (content as { readonly file?: { readonly content?: unknown } } | undefined)?.file?.content
  const text = typeof content === 'string' ? content : Array.isArray(content) ? texts(content).join('\n') : file
  return said(strings([rest['displayPath'], rest['filename'], rest['path'], text]).join('\n'))
}

const SILENT =
  'nested_memory thinking_stripped tool_results_cut deferred_tools_delta deferred_tools_record agent_listing_delta mcp_instructions_delta skill_listing prompt_snapshot environment model session_context date plan_mode plan_mode_exit plan_mode_reentry task_reminder todo_reminder auto_mode auto_mode_exit instructions remote_session_change task_status'.split(
    ' ',
  )

function texts(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap(block => (typeof block?.text === 'string' ? [block.text as string] : []))
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(strings)
}

const CJK = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー'
/** Letters of scripts that part words by blanks. */
const LETTER = `[[\\p{L}\\p{N}]--[${CJK}]]`
const CJK_RUN = new RegExp(`[${CJK}]+`, 'gu')

/** Letters without their accents, and in their plain form. */
function withoutAccents(text: string): string {
  if (!/[\u00c0-\uffef]/.test(text)) return text
  return text.replace(/[\u00c0-\u1fff\u2c00-\uffef]+/g, run =>
    run.replace(/[\u0300-\u036f\p{L}\p{N}]+/gu, letters =>
      letters
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC'),
    ),
  )
}

/** Is this phrase in the text, at the limits of words, without regard to case and accents? One word also as a hump. */
export function contains(anyText: string, anyWords: readonly string[]): boolean {
  const text = withoutAccents(anyText)
  const words = anyWords.map(withoutAccents)
  // Quick, and wrong in no case: the first word stands there in some case.
  if (!text.toLowerCase().includes(words[0]!.toLowerCase()) && /^[a-z0-9]*$/i.test(words[0]!)) return false
  const plain = text.replace(/[A-Za-z0-9+/]{200,}/g, ' ')
  const pieces = words.flatMap(word =>
    word
      .replace(CJK_RUN, ' $& ')
      .split(' ')
      .filter(piece => piece !== ''),
  )
  const phrase = pieces.map(piece => piece.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('[^\\p{L}\\p{N}]*')
  // Between two words of one script there must be something; a change of script is enough otherwise.
  const spaced = phrase.replace(
    new RegExp(`(?<=${LETTER})\\[\\^\\\\p\\{L\\}\\\\p\\{N\\}\\]\\*(?=${LETTER})`, 'gv'),
    '[^\\p{L}\\p{N}]+',
  )
  if (new RegExp(`(?<!${LETTER}(?=${LETTER}))${spaced}(?!(?<=${LETTER})${LETTER})`, 'iv').test(plain)) return true
  const [word] = words
  if (words.length > 1 || word === undefined || !/^[a-z]/i.test(word)) return false
  return (plain.match(/[A-Za-z0-9]+/g) ?? []).some(
    name => name.length <= 48 && /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/.test(name) && humps(name).includes(word.toLowerCase()),
  )
}

function humps(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
    .split(' ')
}
