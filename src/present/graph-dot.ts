// The shape of a session for Graphviz. Labels are quoted strings in which quotes, backslashes (`\N`, `\l`) and
// ampersands (entities) are escaped: nothing in a transcript can end one or become an attribute.

import type { DrawnGraphNode, GraphDrawing, GraphEdgeKind } from '../actions/read/index.js'
import { documentLabel } from './graph-label.js'
import { graphWords } from './graph-words.js'

const SHAPES: Readonly<Record<DrawnGraphNode['kind'], string>> = {
  turn: 'box',
  compaction: 'hexagon',
  agent: 'ellipse',
  fork: 'plaintext',
  cut: 'note',
  entry: 'ellipse',
  leaf: 'box, peripheries=2',
}

const STYLES: Readonly<Record<GraphEdgeKind, string>> = {
  parent: '',
  logical: ' [style=dashed, label="joined"]',
  compaction: ' [style=bold]',
  agent: ' [style=dotted]',
  cut: ' [style=dotted, dir=none, label="cut"]',
}

export function* presentDot(report: GraphDrawing): Generator<string> {
  const words = graphWords(report)
  yield 'digraph session {'
  yield '  node [fontname="sans-serif", fontsize=11]'
  yield '  edge [fontname="sans-serif", fontsize=9]'
  for (const node of report.nodes) {
    const group = node.kind === 'agent' ? '' : `, group=lane${node.lane}`
    const style = node.branch === 1 || node.kind === 'agent' ? '' : ', style=dashed'
    yield `  ${node.id} [shape=${SHAPES[node.kind]}, label="${escaped(documentLabel(node, words))}"${group}${style}]`
  }
  for (const { from, to, kind } of report.edges) yield `  ${from} -> ${to}${STYLES[kind]}`
  yield '}'
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')
}
