// A session as Markdown that reads well in a repository and on a forge: prompts as quotes, answers as they are, calls
// folded. Nothing of a transcript becomes HTML, a link of its own or the end of a fence.

import type { ExportedPage, PageAbout } from '../../actions/export/index.js'
import type {
  Excerpt,
  Media,
  ShownAgent,
  ShownItem,
  ShownTool,
  ShownTurn,
  ShowReport,
} from '../../actions/read/index.js'
import { noticeLabel, retryText } from '../show/item-lines.js'
import { add, leftOutWords } from '../show/left-out.js'
import { mediaLabel, uncoloured } from '../show/page.js'
import { headOf, notesOf, STATE } from '../show/tool-lines.js'
import { visible, visibleLine } from '../terminal-text.js'
import { count, tokens } from '../units.js'
import type { PageContext } from './html-items.js'
import { secretsSaid } from './report.js'

export function* markdownPage(report: ShowReport, about: PageAbout): Generator<string> {
  const { session } = report
  const page: PageContext = { project: session.project, whole: report.depth === 'all' }
  yield `# ${inline(about.title)}\n\n`
  const facts = [
    session.startedAt?.slice(0, 10),
    count(session.turns, 'turn'),
    session.branches > 1 ? `branch ${session.branch} of ${session.branches}` : undefined,
    session.project === undefined ? undefined : codeSpan(session.project),
    codeSpan(session.id),
  ]
  yield `${facts.filter(fact => fact !== undefined).join(' · ')}\n\n`
  yield `${secretsSaid(about.secrets)}\n\n`
  const leftOut = new Map<string, number>()
  if (report.opening) {
    add(leftOut, report.opening.leftOut)
    for (const item of report.opening.items) yield itemText(item, page)
  }
  for (const turn of report.turns) {
    add(leftOut, turn.leftOut)
    if (turn.items.length === 0 && turn.kind === 'implicit') continue
    yield turnHead(turn)
    for (const item of turn.items) yield itemText(item, page)
  }
  yield* notes(report, leftOut)
}

export function markdownIndex(pages: readonly ExportedPage[]): Iterable<string> {
  return [
    '# Sessions\n\n| session | turns | started |\n|---|---:|---|\n',
    ...pages.map(({ title, path, turns, startedAt }) => {
      const file = encodeURIComponent(path?.split(/[\\/]/).at(-1) ?? '')
      return `| [${inline(title).replaceAll('|', '\\|')}](${file}) | ${turns} | ${startedAt?.slice(0, 10) ?? ''} |\n`
    }),
  ]
}

function turnHead(turn: ShownTurn): string {
  const name = turn.kind === 'implicit' ? 'Work without a prompt' : `Turn ${turn.number}`
  const state = turn.state === 'finished' ? '' : turn.state === 'open' ? ' (not finished)' : ' (interrupted)'
  return `## ${name}${state}\n\n`
}

function itemText(item: ShownItem, page: PageContext): string {
  switch (item.kind) {
    case 'prompt':
      return quoted([item.text.trim(), ...item.media.map(label)].filter(part => part !== '').join('\n\n'))
    case 'queued-prompt':
      return quoted(`(${item.state === 'removed' ? 'queued, then removed' : 'queued, never sent'}) ${item.text.trim()}`)
    case 'command':
      return `> ${codeSpan(item.mode === 'bash' ? `! ${item.name}` : `${item.name} ${item.args}`.trim())}\n\n`
    case 'output':
      return excerpt(item.text) + excerpt(item.errors)
    case 'text':
      return item.by === 'model' ? `${ownMarkdown(item.text.trim())}\n\n` : quoted(item.text.trim())
    case 'thinking':
      return item.state === 'readable' ? folded('thinking', fenced(item.text.trim())) : ''
    case 'tool':
      return toolText(item, page)
    case 'orphan-result':
      return folded(`result of a missing call ${visibleLine(item.id)}`, excerpt(item.result.text))
    case 'interruption':
      return `*${inline(item.text)}*\n\n`
    case 'compaction': {
      const size = item.tokensBefore === undefined ? '' : ` at ${tokens(item.tokensBefore)} tokens`
      return folded(`compacted${size}`, item.summary ? excerpt(item.summary) : '')
    }
    case 'retry':
      return `*${inline(retryText(item))}*\n\n`
    case 'notice':
      return folded(noticeLabel(item.about), excerpt(item.text))
    case 'attachment':
      return folded(
        `${item.type.replaceAll('_', ' ')} ${item.name}`,
        excerpt(item.text) + item.media.map(one => `${label(one)}\n\n`).join(''),
      )
    case 'raw':
      return folded(`unknown entry ${item.type}`, excerpt(item.json))
  }
}

function toolText(tool: ShownTool, page: PageContext): string {
  const { name, subject } = headOf(tool.form, tool, page)
  const failed = tool.result?.isError ? (tool.result.refused ? ' (refused)' : ' (failed)') : ''
  const state = tool.state === 'paired' ? '' : ` (${STATE[tool.state]})`
  const remarks = notesOf(tool)
  const head = `${name} ${subject}${failed}${state}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`
  return folded(
    head,
    formText(tool) +
      (tool.result ? excerpt(tool.result.text) : '') +
      tool.agents.map(agent => agentText(agent, page)).join(''),
  )
}

function formText({ form }: ShownTool): string {
  switch (form.form) {
    case 'shell':
      return fenced(form.command, 'sh')
    case 'edit':
      return form.hunks.map(({ lines }) => fenced(lines.join('\n'), 'diff')).join('') + more(form.moreLines, 0)
    case 'todos':
      return `${form.todos.map(({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${inline(text)}`).join('\n')}\n\n`
    case 'agent':
      return excerpt(form.prompt)
    case 'plan':
      return fenced(form.plan, 'md')
    case 'question':
      return form.questions
        .map(({ question, answer }) => `${inline(question)} ${answer === undefined ? '' : `**${inline(answer)}**`}\n\n`)
        .join('')
    case 'other':
      return form.input === '' ? '' : fenced(form.input, 'json')
    default:
      return ''
  }
}

function agentText(agent: ShownAgent, page: PageContext): string {
  const name = ['subagent', agent.type, agent.description].filter(part => part).join(' ')
  return folded(
    `${name}: ${count(agent.messages, 'message')}, ${count(agent.toolCalls, 'tool call')}`,
    (agent.items ?? []).map(item => itemText(item, page)).join(''),
  )
}

/** HTML that every forge shows folded; its words are escaped. */
function folded(summary: string, body: string): string {
  const head = htmlLine(summary)
  return body.trim() === ''
    ? `*${inline(summary)}*\n\n`
    : `<details><summary>${head}</summary>\n\n${body}</details>\n\n`
}

/** Signs that begin markup, anywhere in a line. */
function inline(text: string): string {
  return visibleLine(text.replace(/\s+/g, ' ').trim()).replace(/[\\`*_[\]<>#|~!&@]/g, '\\$&')
}

function htmlLine(text: string): string {
  const words = visibleLine(text.replace(/\s+/g, ' ').trim())
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]#|~!@]/g, sign => `&#${sign.charCodeAt(0)};`)
}

function codeSpan(text: string): string {
  const words = visibleLine(text)
  const ticks = '`'.repeat(longestRun(words) + 1)
  return `${ticks}${words.startsWith('`') || words.endsWith('`') ? ` ${words} ` : words}${ticks}`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
}

/** A fence that nothing in the text can end. */
function fenced(text: string, language = ''): string {
  const words = visible(text.replace(/\s+$/, ''), { keepNewlines: true })
  const fence = '`'.repeat(Math.max(3, longestRun(words) + 1))
  return words === '' ? '' : `${fence}${language}\n${words}\n${fence}\n\n`
}

function excerpt(text: Excerpt): string {
  return fenced(uncoloured(text).text) + more(text.moreLines, text.moreCharacters)
}

function more(lines: number, characters: number): string {
  const parts = [
    ...(characters > 0 ? [count(characters, 'more character')] : []),
    ...(lines > 0 ? [count(lines, 'more line')] : []),
  ]
  return parts.length === 0 ? '' : `… ${parts.join(' and ')} in the session\n\n`
}

/** The user's words as they were typed. */
function quoted(text: string): string {
  if (text === '') return ''
  const lines = visible(text, { keepNewlines: true }).split('\n')
  return `${lines.map(line => (line.trim() === '' ? '>' : `> ${escapedLine(line)}`)).join('\n')}\n\n`
}

/** Typed text is no markup: its line breaks stay, and nothing in it becomes a tag, an image or a heading. */
function escapedLine(line: string): string {
  const words = line.replace(/[\\`*_[\]<&@!]/g, '\\$&').replace(/^(\s*)([#>+-]|\d+[.)])/, '$1\\$2')
  return `${words}  `.trimStart()
}

/** Of the model: Markdown already. Tags in it are shown, not meant; and its headings stand below those of the turns. */
function ownMarkdown(text: string): string {
  let fence = ''
  return visible(text, { keepNewlines: true })
    .split('\n')
    .map(line => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark && fence === '') fence = mark[0]!.repeat(mark.length)
      else if (mark?.startsWith(fence)) fence = ''
      if (fence !== '' || mark) return line
      return line
        .replace(/^(#{1,4}) /, '##$1 ')
        .replace(/<(?=[a-z/!?])/gi, '&lt;')
        .replace(/!\[/g, '\\![')
        .replace(/\]\(\s*(?=(?:javascript|data|vbscript):)/gi, '](#')
    })
    .concat(fence === '' ? [] : [fence])
    .join('\n')
}

function label(media: Media): string {
  return inline(mediaLabel(media))
}

function* notes({ elsewhere, depth }: ShowReport, leftOut: ReadonlyMap<string, number>): Generator<string> {
  const parts = leftOutWords(leftOut).map(inline)
  yield '---\n\n'
  if (parts.length > 0) yield `Not included at depth ${depth}: ${parts.join(', ')}.\n\n`
  if (elsewhere.turns > 0) yield `${count(elsewhere.turns, 'other turn')} on this branch.\n\n`
  for (const one of elsewhere.branches) yield `Branch ${one.number} (${one.state}): ${count(one.turns, 'turn')}.\n\n`
  if (elsewhere.damagedLines > 0) yield `${count(elsewhere.damagedLines, 'damaged line')} in the file.\n\n`
  yield 'Exported with rethread.\n'
}
