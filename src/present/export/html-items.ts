// One item of a turn in a page. Calls are folded: what was done stands in one line, what came of it below.

import type { Excerpt, Hunk, Media, ShownAgent, ShownItem, ShownResult, ShownTool } from '../../actions/read/index.js'
import { noticeLabel, retryText } from '../show/item-lines.js'
import { mediaLabel, shortPath, uncoloured } from '../show/page.js'
import { headOf, notesOf, STATE } from '../show/tool-lines.js'
import { bytes, count, duration, tokens } from '../units.js'
import { code, escaped, oneLine, prose } from './html-text.js'

export interface PageContext {
  readonly project: string | undefined
  readonly whole: boolean
}

/** How much must be asked for that an item is shown (the page's own control). */
type Depth = 1 | 2 | 3 | 4

export function itemHtml(item: ShownItem, page: PageContext, isAnswer: boolean): string {
  switch (item.kind) {
    case 'prompt':
      return block(
        'prompt',
        1,
        `${marked(item.marks)}${item.text.trim() === '' ? '' : plain(item.text)}${media(item.media)}`,
      )
    case 'queued-prompt':
      return block(
        'prompt queued',
        1,
        `${label(item.state === 'removed' ? 'queued, then removed' : 'queued, never sent')}${plain(item.text)}`,
      )
    case 'command':
      return block(
        'prompt command',
        1,
        `<code>${oneLine(item.mode === 'bash' ? `! ${item.name}` : `${item.name} ${item.args}`)}</code>`,
      )
    case 'output':
      return block('output', 3, excerpt(item.text) + excerpt(item.errors, 'errors'))
    case 'text':
      return block(
        item.by === 'error' ? 'answer failed' : 'answer',
        isAnswer || item.by === 'error' ? 2 : 3,
        marked(item.marks) + (item.by === 'model' ? prose(item.text) : plain(item.text)),
      )
    case 'thinking':
      return block(
        'thinking',
        4,
        folded(oneLine(THINKING[item.state]), item.state === 'readable' ? prose(item.text) : ''),
      )
    case 'tool':
      return toolHtml(item, page)
    case 'orphan-result':
      return block(
        'tool',
        3,
        folded(`result of <code>${oneLine(item.id)}</code>, whose call is missing`, resultHtml(item.result)),
      )
    case 'interruption':
      return block('mark', 2, oneLine(item.text))
    case 'compaction':
      return block(
        'compaction',
        2,
        folded(compaction(item), item.summary ? prose(item.summary.text) + more(item.summary) : ''),
      )
    case 'retry':
      return block('notice', 3, escaped(retryText(item)))
    case 'notice':
      return block(
        `notice ${item.level}`,
        item.level === 'error' ? 3 : 4,
        folded(oneLine(noticeLabel(item.about)), excerpt(item.text), item.level === 'error'),
      )
    case 'attachment': {
      const name = `${oneLine(item.type.replaceAll('_', ' '))} <code>${oneLine(shortPath(item.name, page))}</code>`
      return block('attachment', 3, folded(name, excerpt(item.text) + media(item.media)))
    }
    case 'raw':
      return block('notice', 4, folded(`unknown entry <code>${oneLine(item.type)}</code>`, excerpt(item.json)))
  }
}

const THINKING = {
  readable: 'thinking',
  signed: 'thinking (only its signature is stored)',
  redacted: 'thinking (redacted by the API)',
}

function block(kind: string, depth: Depth, body: string): string {
  return `<div class="${kind}" data-depth="${depth}">${body}</div>\n`
}

function folded(summary: string, body: string, isOpen = false): string {
  if (body === '') return `<p class="summary">${summary}</p>`
  return `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>\n${body}</details>`
}

/** As it was typed. */
function plain(text: string): string {
  return `<pre tabindex="0" class="plain">${escaped(text.trim())}</pre>`
}

function label(words: string): string {
  return `<span class="label">${oneLine(words)}</span> `
}

function marked(marks: readonly string[]): string {
  return marks.length === 0 ? '' : label(marks.join(', '))
}

function excerpt(text: Excerpt, kind = ''): string {
  if (text.text === '' && text.moreLines === 0) return ''
  return `<pre tabindex="0" class="out ${kind}">${escaped(uncoloured(text).text)}</pre>${more(text)}`
}

function more({ moreLines, moreCharacters }: Excerpt): string {
  const parts = [
    ...(moreCharacters > 0 ? [count(moreCharacters, 'more character')] : []),
    ...(moreLines > 0 ? [count(moreLines, 'more line')] : []),
  ]
  return parts.length === 0 ? '' : `<p class="more">… ${parts.join(' and ')} in the session</p>`
}

/** Formats that a browser shows and that cannot hold a script. */
const SHOWN = new Set(['png', 'jpeg', 'jpg', 'gif', 'webp'])

function media(list: readonly Media[]): string {
  return list
    .map(one => {
      const words = oneLine(mediaLabel(one))
      const isShown = one.type === 'image' && SHOWN.has(one.format) && one.data && /^[A-Za-z0-9+/=\s]+$/.test(one.data)
      if (!isShown) return `<p class="absent">${words}</p>`
      const data = one.data!.replace(/\s+/g, '')
      return `<img alt="${words}" src="data:image/${one.format === 'jpg' ? 'jpeg' : one.format};base64,${data}">`
    })
    .join('')
}

function toolHtml(tool: ShownTool, page: PageContext): string {
  const { name, subject } = headOf(tool.form, tool, page)
  const failed = tool.result?.isError
    ? ` <strong class="bad">${tool.result.refused ? 'refused' : 'failed'}</strong>`
    : ''
  const state = tool.state === 'paired' ? '' : ` <strong class="warn">${STATE[tool.state]}</strong>`
  const notes = notesOf(tool)
  const tail = notes.length === 0 ? '' : ` <span class="facts">${oneLine(notes.join(', '))}</span>`
  const summary = `<b>${oneLine(name)}</b> <code>${oneLine(subject)}</code>${failed}${state}${tail}`
  const body =
    formHtml(tool, page) +
    (tool.result ? resultHtml(tool.result) : '') +
    tool.agents.map(agent => agentHtml(agent, page)).join('')
  return block('tool', 3, folded(summary, body, tool.result?.isError === true))
}

function formHtml({ form, details }: ShownTool, page: PageContext): string {
  const rest = page.whole && Object.keys(details).length > 0 ? code(JSON.stringify(details, undefined, 1), 'json') : ''
  switch (form.form) {
    case 'shell':
      return code(form.command, 'bash') + rest
    case 'edit':
      return form.hunks.map(hunk => diff(hunk)).join('') + moreOf(form.moreLines) + rest
    case 'todos':
      return `<ul class="todos">${form.todos.map(({ text, status }) => `<li>${STATUS_SIGN[status] ?? '○'} ${oneLine(text)}</li>`).join('')}</ul>${rest}`
    case 'agent':
      return `<pre tabindex="0" class="plain">${escaped(form.prompt.text)}</pre>${more(form.prompt)}${rest}`
    case 'question':
      return (
        form.questions
          .map(
            ({ question, options, answer }) =>
              `<p>${oneLine(question)} ${options.map(one => (one === answer ? `<b>${oneLine(one)}</b>` : oneLine(one))).join(' · ')}${answer !== undefined && !options.includes(answer) ? ` <b>${oneLine(answer)}</b>` : ''}</p>`,
          )
          .join('') + rest
      )
    case 'plan':
      return prose(form.plan) + rest
    case 'web':
      return (form.question === undefined ? '' : `<p>${oneLine(form.question)}</p>`) + rest
    case 'other':
      return (form.input === '' ? '' : code(form.input, 'json')) + rest
    default:
      return rest
  }
}

const STATUS_SIGN: Readonly<Record<string, string>> = { completed: '●', in_progress: '◐', pending: '○' }

function moreOf(lines: number): string {
  return lines === 0 ? '' : `<p class="more">… ${count(lines, 'more line')} in the session</p>`
}

/** Line by line: what is added and removed is told by its sign too, not by colour alone. */
function diff({ lines, oldStart, newStart }: Hunk): string {
  const head =
    oldStart === undefined || newStart === undefined
      ? ''
      : `<span class="hunk">@@ -${oldStart} +${newStart} @@</span>\n`
  const body = lines.map(one => {
    const kind = one.startsWith('+') ? 'add' : one.startsWith('-') ? 'del' : ''
    return kind === '' ? escaped(one) : `<span class="${kind}">${escaped(one)}</span>`
  })
  return `<pre tabindex="0" class="diff"><code>${head}${body.join('\n')}</code></pre>`
}

function resultHtml({ text, media: pictures, persisted, isError }: ShownResult): string {
  const kept = persisted
    ? `<p class="more">whole output${persisted.bytes === undefined ? '' : ` (${bytes(persisted.bytes)})`} kept in a side file</p>`
    : ''
  return excerpt(text, isError ? 'errors' : '') + media(pictures) + kept
}

function agentHtml(agent: ShownAgent, page: PageContext): string {
  const name = [agent.type, agent.description && `“${agent.description}”`].filter(part => part).join(' ')
  const facts = [
    count(agent.messages, 'message'),
    count(agent.toolCalls, 'tool call'),
    ...(agent.durationMs === undefined ? [] : [duration(agent.durationMs)]),
  ].join(', ')
  const own = agent.items ?? []
  const lastCall = own.findLastIndex(item => item.kind === 'tool')
  const body = own.map((item, at) => itemHtml(item, page, at > lastCall)).join('')
  return `<div class="agent">${folded(`<b>Subagent</b> ${oneLine(name)} <span class="facts">${facts}</span>`, body)}</div>`
}

function compaction(item: Extract<ShownItem, { kind: 'compaction' }>): string {
  const [before, after] = [item.tokensBefore, item.tokensAfter]
  const size =
    before === undefined ? '' : ` · ${tokens(before)}${after === undefined ? '' : ` → ${tokens(after)}`} tokens`
  const left = item.leftOut > 0 ? ` · ${count(item.leftOut, 'entry')} left out` : ''
  return `<b>${item.dialect === 'microcompact' ? 'old tool results dropped' : 'compacted'}</b>${size}${left}`
}
