// Turns that a document does not find, and those that only it finds (D3).

import { kindOf, type Rows } from '../../conversation/rows.js'
import { isValue, type SourceResult } from '../../conversation/source-rules/index.js'
import type { Turn } from '../../conversation/turns.js'
import type { OpenSession } from '../session/open-session.js'
import { isOrAre, type Loss, some, tally, things } from './losses.js'

export function* turnLosses({ turnStarts }: SourceResult, open: OpenSession): Generator<Loss> {
  if (!turnStarts) return
  const { rows, turns } = open.conversation
  const found = new Set(turnStarts.map(start => start.row))
  const missed = turns.list.filter(turn => !found.has(turn.row))
  const words = (list: readonly string[]): string => tally(list, one => SEVERAL[one] ?? one)
  yield* some(
    'turns-missed',
    missed.map(turn => rows.line[turn.row]!),
    n =>
      `${n} of our ${things(turns.count, 'turn')} ${isOrAre(n)} not found: ` +
      `${words(missed.map(turn => formOf(turn, open)))}.`,
  )
  const ours = new Set(turns.list.map(turn => turn.row))
  const invented = turnStarts.filter(start => !ours.has(start.row))
  yield* some(
    'turns-invented',
    invented.map(start => start.line),
    n =>
      `${things(n, 'turn')} ${n === 1 ? 'begins' : 'begin'} where nobody asked anything: ` +
      `${words(invented.map(start => kindWords(rows, start.row)))}.`,
  )
}

function formOf(turn: Turn, open: OpenSession): string {
  if (turn.kind === 'implicit') return 'without any prompt'
  if (turn.kind === 'queued') return 'queued, in an attachment'
  const value = open.entry(turn.row) as unknown
  const message = isValue(value) ? value['message'] : undefined
  if (typeof message === 'string') return 'flat, without blocks'
  const content = isValue(message) ? message['content'] : undefined
  const name = turn.kind === 'prompt' ? 'prompt' : turn.kind === 'bash' ? 'shell command' : 'slash command'
  return typeof content === 'string' ? `${name} as a string` : `${name} without text`
}

const WORDS: Readonly<Record<string, string>> = {
  prompt: 'prompt written twice',
  command: 'command without an answer',
  'command-output': 'output of a command',
  bash: 'shell command without an answer',
  interrupt: 'interruption',
  'compact-summary': 'summary of a compaction',
  notification: 'notice',
  meta: 'text of the client',
  'tool-result': 'text beside a tool result',
  'agent-prompt': 'prompt of an agent',
}

const SEVERAL: Readonly<Record<string, string>> = {
  'prompt as a string': 'prompts as strings',
  'shell command as a string': 'shell commands as strings',
  'slash command as a string': 'slash commands as strings',
  'prompt without text': 'prompts without text',
  'shell command without text': 'shell commands without text',
  'slash command without text': 'slash commands without text',
  'prompt written twice': 'prompts written twice',
  'command without an answer': 'commands without an answer',
  'shell command without an answer': 'shell commands without an answer',
  'output of a command': 'outputs of commands',
  interruption: 'interruptions',
  'summary of a compaction': 'summaries of compactions',
  notice: 'notices',
  'text of the client': 'texts of the client',
  'text beside a tool result': 'texts beside tool results',
  'prompt of an agent': 'prompts of agents',
  'other text': 'other texts',
}

function kindWords(rows: Rows, row: number): string {
  return WORDS[kindOf(rows, row) ?? ''] ?? 'other text'
}
