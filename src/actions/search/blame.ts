// Which session and turn wrote a line that stands in a file now? Told by the text of the edits, never by their time:
// whoever formats or commits a file later has not written it.

import { peekText } from '../../disk/index.js'
import { InputError, StorageError } from '../../format/error.js'
import type { Action } from '../action.js'
import type { CutShort } from '../cut-short.js'
import { withIndex } from '../index/open-index.js'
import { wholePath } from './files-across.js'
import { type Touching, touchingCalls } from './touching.js'

export interface BlameRequest {
  readonly file: string
  /** Only this line; the first is 1. */
  readonly line?: number
  readonly refresh?: boolean
}

export interface BlameReport {
  readonly file: string
  readonly lines: readonly BlamedLine[]
  /** Edits of this file that were compared. */
  readonly edits: number
  /** Lines that no edit is known for. */
  readonly unknown: number
  /** Some edits did not arrive. */
  readonly partial?: CutShort
}

export interface BlamedLine {
  readonly line: number
  readonly text: string
  /** Null where no edit has this text, or several have it and nothing tells them apart. */
  readonly by: BlamedBy | null
  /** Edits that this line may come from. */
  readonly candidates: number
}

export interface BlamedBy {
  readonly id: string
  readonly title: string | null
  readonly turn: number | null
  readonly agent: string | null
  readonly tool: string
  readonly time: string | null
  readonly abandoned: boolean
  /** How many lines of the edit stand here together. */
  readonly together: number
  readonly show: string
}

const LARGEST = 16 * 1024 * 1024

export const blame: Action<BlameRequest, BlameReport> = (place, request, doing = {}) =>
  withIndex(place, { refresh: request.refresh ?? true }, doing, async index => {
    const path = wholePath(request.file, place)
    const content = peekText(path, LARGEST)
    if (content === undefined) throw new StorageError('file-unreadable', `${path}: cannot be read as a text file`)
    const lines = content
      .replace(/\n$/, '')
      .split('\n')
      .map(line => line.replace(/\r$/, ''))
    if (request.line !== undefined && (request.line < 1 || request.line > lines.length))
      throw new InputError('usage', `${path} has ${lines.length} lines`)
    const { calls: all, ...rest } = await touchingCalls(index, path, doing)
    const calls = all.filter(call => call.touch.did === 'changed')
    const blamed = blameLines(lines, calls.map(addedBlocks)).map((one, at) => lineOf(at + 1, lines[at]!, one, calls))
    const asked = request.line === undefined ? blamed : blamed.slice(request.line - 1, request.line)
    const shown = place.team ? asked.map(inTeam) : asked
    const unknown = shown.filter(one => one.by === null).length
    return { file: path, lines: shown, edits: calls.length, unknown, ...rest }
  })

function inTeam(line: BlamedLine): BlamedLine {
  return line.by ? { ...line, by: { ...line.by, show: `${line.by.show} --team` } } : line
}

/** What an edit put in, in runs of lines that stood together. */
function addedBlocks(call: Touching): readonly (readonly string[])[] {
  const blocks: string[][] = []
  for (const { lines } of call.hunks()) {
    let run: string[] = []
    for (const line of lines) {
      if (line.startsWith('+')) run.push(line.slice(1).replace(/\r$/, ''))
      else if (run.length > 0) {
        blocks.push(run)
        run = []
      }
    }
    if (run.length > 0) blocks.push(run)
  }
  return blocks
}

/** The edit that a line comes from: its place among the edits, and how many lines stand together. */
interface Origin {
  readonly edit: number
  readonly together: number
  /** All that have as many. */
  readonly equal: ReadonlySet<number>
}

/**
 * Every line goes to the edit of which most neighbouring lines stand there with it. Where two edits have as many, the
 * later one of the same session holds; of several sessions nobody can tell. A line without a word, alone, says nothing.
 */
export function blameLines(
  lines: readonly string[],
  edits: readonly (readonly (readonly string[])[])[],
): readonly (Origin | undefined)[] {
  const places = new Map<string, { readonly edit: number; readonly block: readonly string[]; readonly at: number }[]>()
  for (const [edit, blocks] of edits.entries())
    for (const block of blocks)
      for (const [at, line] of block.entries()) {
        const known = places.get(line) ?? []
        if (known.length < MOST_PLACES) known.push({ edit, block, at })
        places.set(line, known)
      }
  return lines.map((line, here) => {
    let best: { edit: number; together: number } | undefined
    const equal = new Set<number>()
    for (const { edit, block, at } of places.get(line) ?? []) {
      const together = runAround(lines, here, block, at)
      if (!together.says) continue
      if (best === undefined || together.lines > best.together) {
        best = { edit, together: together.lines }
        equal.clear()
      }
      if (together.lines === best.together) {
        equal.add(edit)
        best = { edit: Math.max(best.edit, edit), together: best.together }
      }
    }
    return best && { ...best, equal }
  })
}

/** A line that stands in more places than this is looked for in the first of them only. */
const MOST_PLACES = 500

/** Nobody needs more lines than this to tell two edits apart. */
const FAR = 200

/** How many lines around this one are the same in both; does one of them hold a word? */
function runAround(lines: readonly string[], here: number, block: readonly string[], at: number) {
  let before = 0
  while (before < Math.min(at, here, FAR) && lines[here - before - 1] === block[at - before - 1]) before++
  let behind = 0
  const room = Math.min(block.length - at, lines.length - here, FAR) - 1
  while (behind < room && lines[here + behind + 1] === block[at + behind + 1]) behind++
  const run = lines.slice(here - before, here + behind + 1)
  return { lines: run.length, says: run.some(line => /[\p{L}\p{N}]{2}/u.test(line)) }
}

function lineOf(line: number, text: string, origin: Origin | undefined, calls: readonly Touching[]): BlamedLine {
  if (!origin) return { line, text, by: null, candidates: 0 }
  const equal = [...origin.equal].map(at => calls[at]!)
  const writer = onlyWriter(equal)
  if (!writer) return { line, text, by: null, candidates: equal.length }
  const { id, card, turn, agent, touch, branch } = writer
  return {
    line,
    text,
    by: {
      id,
      title: card.title,
      turn,
      agent,
      tool: touch.tool,
      time: touch.time === null ? null : new Date(touch.time).toISOString(),
      abandoned: branch !== 1,
      together: origin.together,
      show: `rethread show ${id.slice(0, 8)}${turn ? ` --turn ${turn}` : ''}`,
    },
    candidates: equal.length,
  }
}

/** Of several edits in one session the last; a copy of a session repeats the calls of the original, times and all. */
function onlyWriter(equal: readonly Touching[]): Touching | undefined {
  const sessions = new Set(equal.map(call => call.session))
  if (sessions.size === 1) return equal.at(-1)
  const times = new Set(equal.map(call => call.touch.time))
  if (times.size > 1 || times.has(null)) return undefined
  return equal.find(call => call.card.madeFrom === null) ?? equal[0]
}
