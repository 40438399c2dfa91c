// A node's label in a document: the number of a turn and its words, short enough for a box.

import type { DrawnGraphNode } from '../actions/read/index.js'
import { fitTo } from './width.js'

const LONGEST = 60

export function documentLabel(node: DrawnGraphNode, words: (node: DrawnGraphNode) => string): string {
  const text = words(node)
  if (node.kind === 'turn') return fitTo(`${node.turn} · ${text}`, LONGEST)
  return node.kind === 'agent' || node.kind === 'entry' ? fitTo(text, LONGEST) : text
}
