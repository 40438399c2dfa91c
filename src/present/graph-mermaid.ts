// The shape of a session as a Mermaid flowchart, for documents.
//
// Labels come from transcripts. Every character that could mean something to Mermaid, to the Markdown around it or to
// HTML is written as its number (`#60;`), so that no text can end a label, begin a tag, a link or a directive.

import type { DrawnGraphNode, GraphDrawing, GraphEdgeKind } from '../actions/read/index.js'
import { documentLabel } from './graph-label.js'
import { graphWords } from './graph-words.js'

const SHAPES: Readonly<Record<DrawnGraphNode['kind'], readonly [open: string, close: string]>> = {
  turn: ['[', ']'],
  compaction: ['{{', '}}'],
  agent: ['[[', ']]'],
  fork: ['(', ')'],
  cut: ['[/', '/]'],
  entry: ['(', ')'],
  leaf: ['([', '])'],
}

const ARROWS: Readonly<Record<GraphEdgeKind, string>> = {
  parent: '-->',
  logical: '-. joined .->',
  compaction: '==>',
  agent: '-.->',
  cut: '-. cut .-',
}

export function* presentMermaid(report: GraphDrawing): Generator<string> {
  const words = graphWords(report)
  const others: string[] = []
  yield 'flowchart TD'
  for (const node of report.nodes) {
    const [open, close] = SHAPES[node.kind]
    if (node.branch !== 1 && node.kind !== 'agent') others.push(node.id)
    yield `  ${node.id}${open}"${escaped(documentLabel(node, words))}"${close}`
  }
  for (const { from, to, kind } of report.edges) yield `  ${from} ${ARROWS[kind]} ${to}`
  if (others.length > 0) {
    yield '  classDef other stroke-dasharray: 4'
    yield `  class ${others.join(',')} other`
  }
}

/** Letters, digits, blanks and a few marks that mean nothing; all else by its number. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} .,:?!…–→·]/gu, char => `#${char.codePointAt(0)};`)
}
