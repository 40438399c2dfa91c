// What happened in a turn as plain pieces of text, each with its line: what an answer with a budget is made from.

import type { Excerpt, ShownAgent, ShownItem, ShownTurn, ToolForm } from '../read/show/report.js'

export interface Piece {
  readonly turn: number
  readonly line: number
  readonly lastLine: number
  readonly kind: string
  /** Of a call. */
  readonly tool?: string
  readonly text: string
  /** What the text lacks already: characters on its last line, and further lines. */
  readonly more: number
  readonly moreLines: number
  readonly result?: PieceResult
  /** The subagent whose transcript the line is of. */
  readonly agent?: string
  /** What matters most has the least. */
  readonly rank: number
}

export interface PieceResult {
  readonly line: number
  readonly text: string
  readonly more: number
  readonly moreLines: number
  readonly failed: boolean
}

const WORDS = 0
const TROUBLE = 1
const NARRATION = 2
const CALL = 3
const BESIDE = 4

export function piecesOf({ number, items }: ShownTurn): readonly Piece[] {
  const pieces = items.flatMap(item => itemPieces(item, number))
  // The last words of the model are what the turn came to; those before lead there.
  const last = pieces.findLastIndex(piece => piece.kind === 'answer')
  return pieces.map((piece, at) => (piece.kind === 'answer' && at !== last ? { ...piece, rank: NARRATION } : piece))
}

function itemPieces(item: ShownItem, turn: number, agent?: string): readonly Piece[] {
  const lines = item.lines.length > 0 ? item.lines : [0]
  const base = {
    turn,
    line: lines[0]!,
    lastLine: lines.at(-1)!,
    more: 0,
    moreLines: 0,
    ...(agent === undefined ? {} : { agent }),
  }
  const said = (kind: string, text: string, rank: number): readonly Piece[] => [{ ...base, kind, text, rank }]
  const cut = (kind: string, { text, moreCharacters, moreLines }: Excerpt, rank: number): readonly Piece[] =>
    text === '' ? [] : [{ ...base, kind, text, more: moreCharacters, moreLines, rank }]
  switch (item.kind) {
    case 'prompt': {
      const media = item.media.map(one => `[${one.type}: ${one.format}]`)
      return said('prompt', [item.text, ...media].filter(part => part !== '').join('\n'), WORDS)
    }
    case 'queued-prompt':
      return said(`queued prompt, ${item.state}`, item.text, TROUBLE)
    case 'command':
      return said('command', `${item.mode === 'bash' ? '! ' : ''}${item.name} ${item.args}`.trim(), WORDS)
    case 'output':
      return [...cut('output', item.text, CALL), ...cut('error output', item.errors, TROUBLE)]
    case 'text':
      return said(item.by === 'model' ? 'answer' : item.by, item.text, item.by === 'error' ? TROUBLE : WORDS)
    case 'thinking':
      return item.text === '' ? [] : said('thinking', item.text, BESIDE)
    case 'tool': {
      const { result } = item
      const failed = result ? result.isError || result.refused : item.state !== 'paired'
      return [
        {
          ...base,
          kind: 'call',
          tool: item.name,
          text: formText(item.form),
          ...(result
            ? {
                lastLine: Math.max(base.lastLine, ...result.lines),
                result: {
                  line: result.lines[0] ?? base.line,
                  text: [result.text.text, ...result.media.map(one => `[${one.type}: ${one.format}]`)]
                    .filter(part => part !== '')
                    .join('\n'),
                  more: result.text.moreCharacters,
                  moreLines: result.text.moreLines,
                  failed,
                },
              }
            : {}),
          rank: failed ? TROUBLE : CALL,
        },
        ...item.agents.flatMap(one => agentPieces(one, turn, base.line)),
      ]
    }
    case 'orphan-result':
      return cut('result without a call', item.result.text, CALL)
    case 'interruption':
      return said('interruption', item.text, TROUBLE)
    case 'compaction':
      return item.summary ? cut('compaction', item.summary, TROUBLE) : said('compaction', '(no summary)', TROUBLE)
    case 'retry':
      return said('retry', item.cause, BESIDE)
    case 'notice':
      return cut(item.about, item.text, item.level === 'error' ? TROUBLE : BESIDE)
    case 'attachment':
      return said(
        'attachment',
        [`${item.type} ${item.name}`, item.text.text].filter(part => part !== '').join('\n'),
        BESIDE,
      )
    case 'raw':
      return cut(item.type, item.json, BESIDE)
  }
}

function agentPieces(agent: ShownAgent, turn: number, line: number): readonly Piece[] {
  const id = agent.id ?? 'agent'
  const about = [agent.type, agent.description].filter(part => part !== undefined).join(': ')
  const head: Piece = {
    ...{ turn, line, lastLine: line, kind: 'agent', more: 0, moreLines: 0, agent: id, rank: CALL },
    text: `${about} (${agent.messages} messages, ${agent.toolCalls} tool calls)`.trim(),
  }
  return [head, ...(agent.items ?? []).flatMap(item => itemPieces(item, turn, id))]
}

/** The first line says what it is about. */
function formText(form: ToolForm): string {
  switch (form.form) {
    case 'shell':
      return form.command
    case 'edit': {
      const about = `${form.path} (${form.created ? 'created, ' : ''}+${form.added} -${form.removed})`
      return [about, ...form.hunks.flatMap(hunk => hunk.lines)].join('\n')
    }
    case 'read':
      return `${form.path}${form.from === undefined ? '' : ` from line ${form.from}`}`
    case 'search':
      return `${form.pattern}${form.where === undefined ? '' : ` in ${form.where}`}${form.hits === undefined ? '' : ` (${form.hits} found)`}`
    case 'todos':
      return form.todos.map(todo => `[${todo.status}] ${todo.text}`).join('\n')
    case 'agent':
      return [form.description, form.prompt.text].filter(part => part !== '').join('\n')
    case 'web':
      return [form.target, form.question].filter(part => part !== undefined).join('\n')
    case 'question':
      return form.questions
        .map(one => `${one.question}${one.answer === undefined ? '' : ` → ${one.answer}`}`)
        .join('\n')
    case 'plan':
      return form.plan
    case 'task':
      return [form.action, form.subject, form.note].filter(part => part !== undefined).join(' ')
    case 'other':
      return form.input
  }
}
