// A tool call on the terminal: a head line that says what was done, and below it what came of it.

import type { ShownResult, ShownTool, ToolForm } from '../../actions/read/index.js'
import { proseLines } from '../markdown/markdown.js'
import { paintedWidth } from '../paint.js'
import { visible, visibleLine } from '../terminal-text.js'
import { bytes, count, duration } from '../units.js'
import { expandTabs, fitEnd, fitTo, width, wrap } from '../width.js'
import { diffLines } from './diff-lines.js'

import {
  excerptLines,
  mediaLabel,
  moreLines,
  narrower,
  type Page,
  rawLines,
  shortPath,
  uncoloured,
  wordLines,
} from './page.js'

const INDENT = '    '

export function* toolLines(tool: ShownTool, page: Page): Generator<string> {
  yield* headLines(tool, page)
  yield* bodyLines(tool.form, page)
  if (page.whole && Object.keys(tool.details).length > 0)
    yield* excerptLines({ text: JSON.stringify(tool.details), moreLines: 0, moreCharacters: 0 }, page, INDENT).map(
      page.paint.dim,
    )
  if (tool.result) yield* resultLines(tool, tool.result, page)
}

function* headLines(tool: ShownTool, page: Page): Generator<string> {
  const { paint } = page
  const notes = notesOf(tool)
  const failed = tool.result?.isError === true
  const tail = notes.length > 0 ? `  ${paint.dim(`(${notes.join(', ')})`)}` : ''
  const state = tool.state === 'paired' ? '' : `  ${paint.yellow(STATE[tool.state])}`
  const error = failed ? `  ${paint.red(tool.result?.refused ? 'refused' : 'failed')}` : ''
  if (tool.form.form === 'shell' && tool.form.command !== '') {
    const [first = '', ...rest] = visible(tool.form.command, { keepNewlines: true }).trimEnd().split('\n').map(expand)
    const [head = '', ...broken] = wrap(first, page.width - 4)
    yield `  ${paint.green('$')} ${paint.bold(head)}${broken.length + rest.length === 0 ? error + state + tail : ''}`
    const more = [...broken, ...rest.flatMap(line => wrap(line, page.width - 4))]
    for (const [index, line] of more.entries())
      yield `${INDENT}${paint.bold(line)}${index === more.length - 1 ? error + state + tail : ''}`
    return
  }
  const { name, subject } = headOf(tool.form, tool, page)
  const room = page.width - 5 - width(name) - paintedWidth(error + state + tail)
  const isPath = tool.form.form === 'edit' || tool.form.form === 'read'
  const cutTo = isPath ? fitEnd : fitTo // of a path the name stays
  const [first = '', ...rest] = page.whole ? wrap(subject, Math.max(20, room)) : [cutTo(subject, Math.max(20, room))]
  yield `  • ${paint.bold(name)}${first === '' ? '' : ` ${first}`}${error}${state}${tail}`
  yield* rest.map(line => INDENT + line)
}

const expand = (line: string): string => expandTabs(line)

export const STATE = { pending: 'no result yet', lost: 'result lost' }

export function notesOf(tool: ShownTool): readonly string[] {
  const form = tool.form
  return [
    ...(form.form === 'shell' && form.note ? [visibleLine(form.note)] : []),
    ...(form.form === 'agent' && form.background ? ['in the background'] : []),
    ...(tool.durationMs !== undefined && tool.durationMs > 1000 ? [duration(tool.durationMs)] : []),
  ]
}

/** Name and object of a call: "Read src/moon.ts 1–4". */
export function headOf(
  form: ToolForm,
  tool: ShownTool,
  page: Pick<Page, 'project' | 'whole'>,
): { readonly name: string; readonly subject: string } {
  const name = visibleLine(tool.name) || '(no name)'
  switch (form.form) {
    case 'shell':
      return { name, subject: visibleLine(form.command) }
    case 'edit':
      return { name, subject: `${shortPath(form.path, page)}${changed(form)}` }
    case 'read':
      return { name, subject: `${shortPath(form.path, page)}${range(form)}` }
    case 'search':
      return { name, subject: searchSubject(form, page) }
    case 'todos':
      return { name, subject: '' }
    case 'agent':
      return { name: form.type ? `${name} ${visibleLine(form.type)}` : name, subject: visibleLine(form.description) }
    case 'web':
      return { name, subject: `${visibleLine(form.target)}${form.status === undefined ? '' : `  ${form.status}`}` }
    case 'question':
    case 'plan':
      return { name, subject: '' }
    case 'task':
      return { name, subject: [form.subject, form.note ? `(${form.note})` : ''].map(visibleLine).join(' ').trim() }
    case 'other':
      return {
        name: form.server === undefined ? name : `${visibleLine(form.server)} › ${visibleLine(form.tool)}`,
        subject: page.whole ? '' : visibleLine(form.input),
      }
  }
}

function changed(form: ToolForm & { readonly form: 'edit' }): string {
  if (form.created) return `  new, ${count(form.added, 'line')}`
  const parts = [...(form.added > 0 ? [`+${form.added}`] : []), ...(form.removed > 0 ? [`-${form.removed}`] : [])]
  return parts.length > 0 ? `  ${parts.join(' ')}` : ''
}

function range(form: ToolForm & { readonly form: 'read' }): string {
  if (form.note) return `  ${form.note}`
  if (form.from === undefined || form.to === undefined) return ''
  if (form.from === 1 && form.to === form.total) return `  ${count(form.to, 'line')}`
  return `  lines ${form.from}–${form.to}${form.total === undefined ? '' : ` of ${form.total}`}`
}

function searchSubject(form: ToolForm & { readonly form: 'search' }, page: Pick<Page, 'project'>): string {
  const where = form.where === undefined ? '' : ` in ${shortPath(form.where, page)}`
  const hits = form.hits === undefined ? '' : `  ${count(form.hits, form.unit)}`
  return `${visibleLine(form.pattern)}${where === ` in ${page.project}` ? '' : where}${hits}`
}

function* bodyLines(form: ToolForm, page: Page): Generator<string> {
  const { paint } = page
  switch (form.form) {
    case 'edit':
      yield* diffLines(form.hunks, page, INDENT)
      yield* moreLines({ text: '', moreLines: form.moreLines, moreCharacters: 0 }, page, INDENT)
      return
    case 'todos':
      for (const { text, status } of form.todos) {
        const color =
          status === 'completed' ? paint.dim : status === 'in_progress' ? paint.bold : (line: string) => line
        const lines = wrap(`${BOX.get(status) ?? '☐'} ${visibleLine(text)}`, page.width - 4, '  ')
        yield* lines.map(line => INDENT + color(line))
      }
      return
    case 'agent':
      yield* wordLines(form.prompt.text, page, `${INDENT}> `).map(paint.dim)
      yield* moreLines(form.prompt, page, INDENT)
      return
    case 'web': {
      const lines = page.whole ? wordLines : rawLines
      yield* lines(form.question ?? '', page, `${INDENT}> `).map(paint.dim)
      return
    }
    case 'question':
      for (const { question, options, answer } of form.questions) {
        yield* wrap(`? ${visibleLine(question)}`, page.width - 4, '  ').map(line => INDENT + line)
        yield* wrap(`  ${options.map(visibleLine).join(' / ')}`, page.width - 4, '  ').map(
          line => INDENT + paint.dim(line),
        )
        yield `${INDENT}  ${answer === undefined ? paint.yellow('not answered') : paint.green(`→ ${visibleLine(answer)}`)}`
      }
      return
    case 'plan':
      yield* proseLines(form.plan, narrower(page, 4)).map(line => (line === '' ? '' : INDENT + line))
      return
    case 'other':
      if (page.whole) yield* excerptLines({ text: form.input, moreLines: 0, moreCharacters: 0 }, page, INDENT)
      return
  }
}

const BOX = new Map([
  ['completed', '☒'],
  ['in_progress', '◐'],
  ['pending', '☐'],
])

/** Does the form say already what the result would say? An error always says something more. */
function isSaid(form: ToolForm): boolean {
  if (form.form === 'search') return form.hits === 0
  if (form.form === 'task') return form.action === 'create' || form.action === 'update' || form.action === 'skill'
  return SILENT.has(form.form)
}

const SILENT = new Set<ToolForm['form']>(['edit', 'read', 'todos', 'question', 'plan'])
const IN_WORDS = new Set<ToolForm['form']>(['agent', 'web', 'task', 'other'])

function* resultLines(tool: ShownTool, result: ShownResult, page: Page): Generator<string> {
  const { paint } = page
  const color = result.isError ? paint.red : paint.dim
  const { form } = tool
  if (result.isError || page.whole || !isSaid(form)) {
    // Words are broken, output of programs is cut.
    const inWords = IN_WORDS.has(form.form) || (result.isError && (form.form !== 'shell' || result.refused))
    const lines = inWords ? wordLines : rawLines
    const { text } = uncoloured(result.text)
    yield* lines(form.form === 'search' ? withoutProject(text, page) : text, page, INDENT).map(color)
    yield* moreLines(result.text, page, INDENT)
  }
  for (const media of result.media) yield INDENT + paint.magenta(mediaLabel(media))
  if (result.persisted) {
    const size = result.persisted.bytes === undefined ? '' : ` (${bytes(result.persisted.bytes)})`
    yield* wrap(`persisted output in ${shortPath(result.persisted.path, page)}${size}`, page.width - 4).map(
      line => INDENT + paint.dim(line),
    )
  }
}

/** Hits of a search begin with the whole path. */
function withoutProject(text: string, { project }: Page): string {
  return project === undefined ? text : `\n${text}`.replaceAll(`\n${project}/`, '\n').slice(1)
}

/** A result whose call is not in the file. */
export function* orphanLines(id: string, result: ShownResult, page: Page): Generator<string> {
  const { paint } = page
  yield `  • ${paint.yellow('result without a call')} ${paint.dim(visibleLine(id))}`
  yield* excerptLines(uncoloured(result.text), page, INDENT).map(result.isError ? paint.red : paint.dim)
  for (const media of result.media) yield INDENT + paint.magenta(mediaLabel(media))
}
