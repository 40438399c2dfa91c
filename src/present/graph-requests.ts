// The requests of a turn, below it in the graph: one a line where each is wanted, else those of a long turn, some a line.

import type { DrawnGraphNode } from '../actions/read/index.js'
import { visibleLine } from './terminal-text.js'
import { toolName } from './tool-name.js'
import { count } from './units.js'

type Requests = Extract<DrawnGraphNode, { readonly kind: 'turn' }>['requests']

export interface RequestLine {
  /** The first of them, or `3.11–3.20`. */
  readonly points: string
  readonly words: string
}

/** A turn with fewer is seen at a glance. */
const LONG = 10
/** Lines that a stretch of requests takes at most. */
const MOST = 6
const FEWEST = 5

/**
 * What stands below each node, to be asked in their order: a compaction or an agent in the middle of a turn parts its
 * requests.
 */
export function requestLines(each: boolean): (node: DrawnGraphNode) => readonly RequestLine[] {
  const below = new Map<number, RequestLine[]>()
  return node => {
    if (node.kind === 'turn' && isShown(node.requests, each)) {
      for (const requests of stretches(node.requests)) {
        const row = requests[0]!.below
        const lines = folded(requests, each ? 1 : stepFor(requests.length))
        const known = below.get(row)
        if (known) for (const line of lines) known.push(line)
        else below.set(row, [...lines])
      }
    }
    const own = below.get(node.row) ?? []
    below.delete(node.row)
    return own
  }
}

/** An example of a point: the end of the first line below the first node for which there is one. */
export function firstPoint(each: boolean): { look(node: DrawnGraphNode): void; point(): string | undefined } {
  let point: string | undefined
  let isFound = false
  return {
    look(node) {
      if (isFound || node.kind !== 'turn' || node.requests.length < 2 || !isShown(node.requests, each)) return
      isFound = true
      const [first = []] = stretches(node.requests)
      point = first[Math.min(first.length, each ? 1 : stepFor(first.length)) - 1]?.point
    },
    point: () => point,
  }
}

function isShown(requests: Requests, each: boolean): boolean {
  return each || requests.length >= LONG
}

/** Those with no node between them. */
function stretches(requests: Requests): readonly Requests[] {
  const found: Requests[number][][] = []
  for (const request of requests) {
    const last = found.at(-1)
    if (last?.[0]?.below === request.below) last.push(request)
    else found.push([request])
  }
  return found
}

/** Counted easily: 5, 10, 20, 50, 100 … at a time. */
function stepFor(requests: number): number {
  for (let unit = FEWEST; ; unit *= 10) {
    for (const step of [1, 2, 4]) if (step * unit * MOST >= requests) return step * unit
  }
}

function folded(requests: Requests, step: number): readonly RequestLine[] {
  const lines: RequestLine[] = []
  for (let from = 0; from < requests.length; from += step) {
    const some = requests.slice(from, from + step)
    const [first] = some
    const last = some.at(-1)!
    lines.push({
      points: visibleLine(some.length === 1 ? first!.point : `${first!.point}–${last.point}`),
      words: wordsOf(some),
    })
  }
  return lines
}

/** "Read 6, Bash 2": the tools by how often they were called. */
function wordsOf(requests: Requests): string {
  const calls = new Map<string, number>()
  for (const { tools } of requests) for (const tool of tools) calls.set(tool, (calls.get(tool) ?? 0) + 1)
  if (calls.size === 0) return requests.length === 1 ? 'text only' : `${count(requests.length, 'request')}, text only`
  return [...calls]
    .toSorted(([, a], [, b]) => b - a)
    .map(([tool, times]) => visibleLine(times === 1 ? toolName(tool) : `${toolName(tool)} ${times}`))
    .join(', ')
}
