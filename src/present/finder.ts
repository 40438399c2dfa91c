// The screen of the finder: what was typed, the sessions that fit, and a look into the one that is selected. Lines are as
// wide and as many as the terminal allows; every word of a transcript is made safe here.

import type { FoundCard, Preview } from '../actions/find/index.js'
import type { SessionCard } from '../actions/session/index.js'
import type { Paint } from './paint.js'
import { visible, visibleLine } from './terminal-text.js'
import { ago, bytes, grouped, percent } from './units.js'
import { fitEnd, fitTo, pad, width as widthOf, wrap } from './width.js'

export interface FinderScreen {
  readonly rows: number
  readonly columns: number
  readonly paint: Paint
  readonly now: number
}

export interface FinderView {
  readonly query: string
  readonly found: readonly FoundCard[]
  readonly selected: number
  readonly top: number
  readonly total: number
  readonly status: string
  readonly preview: Preview | undefined
}

/** Wide enough for a look beside the list; else it stands below. */
const BESIDE = 110
const KEYS = [
  ['Enter', 'show'],
  ['^R', 'resume'],
  ['^D', 'clone'],
  ['^T', 'trim'],
  ['^Y', 'copy id'],
  ['Esc', 'quit'],
] as const

/** How many rows the list has on such a screen. */
export function listRows({ rows, columns }: Pick<FinderScreen, 'rows' | 'columns'>): number {
  const inner = Math.max(1, rows - 3)
  if (columns >= BESIDE) return inner
  return inner < 12 ? inner : Math.ceil(inner * 0.55)
}

export function drawFinder(view: FinderView, screen: FinderScreen): readonly string[] {
  const { rows, columns, paint } = screen
  const inner = Math.max(1, rows - 3)
  const listed = listRows(screen)
  const isBeside = columns >= BESIDE
  const left = isBeside ? Math.floor(columns * 0.55) : columns
  const list = listLines(view, listed, left, screen)
  const chosen = view.found[view.selected]
  const body: string[] = []
  if (isBeside) {
    const look = chosen ? previewLines(chosen, view.preview, inner, columns - left - 3, screen) : []
    for (let row = 0; row < inner; row++) {
      const { text, wide } = list[row] ?? { text: '', wide: 0 }
      body.push(`${text}${' '.repeat(Math.max(0, left - wide))} ${paint.dim('│')} ${look[row] ?? ''}`)
    }
  } else {
    body.push(...list.map(one => one.text))
    while (body.length < listed) body.push('')
    const room = inner - listed
    if (room > 1) {
      body.push(paint.dim('─'.repeat(columns)))
      body.push(...(chosen ? previewLines(chosen, view.preview, room - 1, columns, screen) : []))
    }
    while (body.length < inner) body.push('')
  }
  return [promptLine(view, screen), paint.dim('─'.repeat(columns)), ...body.slice(0, inner), keysLine(screen)].slice(
    0,
    rows,
  )
}

function promptLine({ query, found, total, status }: FinderView, { columns, paint }: FinderScreen): string {
  const count = status === '' ? `${grouped(found.length)} of ${grouped(total)}` : visibleLine(status)
  const right = fitTo(count, Math.max(0, Math.floor(columns / 2)))
  const room = Math.max(1, columns - widthOf(right) - 4)
  const typed = query === '' ? paint.dim(fitTo('Type to find a session', room)) : fitEnd(visible(query), room)
  const used = query === '' ? widthOf(fitTo('Type to find a session', room)) : widthOf(fitEnd(visible(query), room))
  const gap = ' '.repeat(Math.max(1, columns - 3 - used - widthOf(right)))
  return `${paint.cyan('>')} ${typed}${paint.inverse(' ')}${gap}${paint.dim(right)}`
}

function keysLine({ columns, paint }: FinderScreen): string {
  let line = ''
  let used = 0
  for (const [key, what] of KEYS) {
    const wide = key.length + what.length + 1
    if (used + wide > columns) break
    line += `${paint.bold(key)} ${paint.dim(what)}`
    used += wide
    if (used + 3 > columns) break
    line += '   '
    used += 3
  }
  return line.trimEnd()
}

interface DrawnLine {
  readonly text: string
  readonly wide: number
}

function listLines(view: FinderView, rows: number, columns: number, screen: FinderScreen): readonly DrawnLine[] {
  const { found, top, selected, total, query } = view
  if (found.length === 0) {
    const said = total === 0 ? 'Looking for sessions …' : `Nothing found for ${visibleLine(query)}`
    return [{ text: screen.paint.dim(fitTo(said, columns)), wide: widthOf(fitTo(said, columns)) }]
  }
  return found.slice(top, top + rows).map((one, at) => cardLine(one, top + at === selected, columns, screen))
}

function cardLine(
  { card, marks, hit }: FoundCard,
  isSelected: boolean,
  columns: number,
  screen: FinderScreen,
): DrawnLine {
  const { paint, now } = screen
  const age = pad(fitTo(ago(card.updatedAt, now), 11), 11, 'right')
  const projectRoom = columns < 60 ? 0 : columns < 90 ? 14 : 20
  const project = projectRoom === 0 ? '' : pad(fitTo(visibleLine(projectName(card)), projectRoom), projectRoom)
  const sign = hit ? ' ≡' : ''
  const titleRoom = Math.max(1, columns - 2 - 12 - (projectRoom === 0 ? 0 : projectRoom + 1) - sign.length)
  const name = card.title === null ? '(no title)' : visibleLine(card.title)
  const title = fitTo(name, titleRoom)
  const wide = 2 + 12 + (projectRoom === 0 ? 0 : projectRoom + 1) + widthOf(title) + sign.length
  if (isSelected) {
    const plain = `› ${age} ${project === '' ? '' : `${project} `}${title}${sign}`
    return { text: paint.inverse(plain + ' '.repeat(Math.max(0, columns - wide))), wide: Math.max(wide, columns) }
  }
  // Where something had to be made visible the places are others.
  const marked = name === card.title ? painted(title, marks, paint.bold) : title
  const text = `  ${paint.dim(age)} ${project === '' ? '' : `${paint.cyan(project)} `}${marked}${paint.yellow(sign)}`
  return { text, wide }
}

/** Single letters of a text that is not painted yet. */
function painted(text: string, places: readonly number[], paint: (text: string) => string): string {
  if (places.length === 0) return text
  const marked = new Set(places)
  let out = ''
  for (let at = 0; at < text.length; ) {
    const isMarked = marked.has(at)
    let end = at + 1
    while (end < text.length && marked.has(end) === isMarked) end++
    const piece = text.slice(at, end)
    out += isMarked ? paint(piece) : piece
    at = end
  }
  return out
}

function previewLines(
  { card, hit }: FoundCard,
  preview: Preview | undefined,
  rows: number,
  columns: number,
  { paint, now }: FinderScreen,
): readonly string[] {
  const room = Math.max(10, columns)
  const share =
    card.contextTokens !== null && card.contextWindow !== null
      ? `context ${percent(card.contextTokens, card.contextWindow)}`
      : ''
  const facts = [
    card.project ?? '',
    card.gitBranch ?? '',
    card.model ?? '',
    share,
    bytes(card.bytes),
    ago(card.updatedAt, now),
  ]
  const lines = [
    paint.bold(fitTo(card.title === null ? '(no title)' : visibleLine(card.title), room)),
    paint.dim(
      fitTo(
        facts
          .map(visibleLine)
          .filter(one => one !== '')
          .join(' · '),
        room,
      ),
    ),
    paint.dim(fitTo(visibleLine(card.id), room)),
  ]
  const left = (): number => rows - lines.length
  const said = (what: string, text: string | null | undefined, most: number): void => {
    if (!text || left() < 2) return
    lines.push(paint.cyan(fitTo(what, room)))
    const wrapped = wrap(visibleLine(text.slice(0, 4000)), room)
    const shown = wrapped.slice(0, Math.max(1, Math.min(most, left())))
    lines.push(
      ...shown.map((line, at) =>
        at === shown.length - 1 && shown.length < wrapped.length ? fitTo(`${line} …`, room) : line,
      ),
    )
  }
  if (hit && left() >= 2) {
    lines.push(paint.cyan(hit.turn === null ? 'Found' : `Found in turn ${hit.turn}`))
    lines.push(...wrap(visibleLine(hit.snippet), room).slice(0, Math.max(1, Math.min(4, left()))))
  }
  const half = Math.max(1, Math.floor((left() - 2) / 2))
  said('Last prompt', preview?.lastPrompt, half)
  said('Last answer', preview?.lastAnswer, Number.POSITIVE_INFINITY)
  return lines.slice(0, rows)
}

function projectName({ project, path }: SessionCard): string {
  return (project ?? path.split(/[\\/]/).at(-2) ?? '').split(/[\\/]/).filter(Boolean).at(-1) ?? ''
}
