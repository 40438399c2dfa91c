// What stands beside a node of the graph, the same on a terminal and in documents. Safe to print, not yet escaped for
// any syntax.

import type { DrawnGraphNode, GraphDrawing } from '../actions/read/index.js'
import { visibleLine } from './terminal-text.js'
import { count, grouped, tokens } from './units.js'

type Node<Kind extends DrawnGraphNode['kind']> = Extract<DrawnGraphNode, { readonly kind: Kind }>

/** The words of each node, to be asked for in their order. */
export function graphWords(report: GraphDrawing): (node: DrawnGraphNode) => string {
  const branchOf = new Map(report.lanes.map(lane => [lane.branch, lane]))
  const cutFrom = new Map<string, string>()
  const linked = new Set<string>()
  for (const { kind, from, to } of report.edges) {
    if (kind === 'cut') cutFrom.set(to, from)
    else if (kind === 'agent') linked.add(to)
  }
  // A cut stands below what it is cut from.
  const above = new Set(cutFrom.values())
  const branchAbove = new Map<string, number>()

  return node => {
    if (above.has(node.id)) branchAbove.set(node.id, node.branch)
    switch (node.kind) {
      case 'turn':
        return visibleLine(node.label) || '(no text)'
      case 'compaction':
        return compaction(node)
      case 'agent':
        return linked.has(node.id) ? agent(node) : `${agent(node)} (not started by any entry in the file)`
      case 'fork':
        return node.reason === 'branch' ? node.branches.map(branch).join('; ') : technicalFork(node)
      case 'cut':
        return cut(node)
      case 'entry':
        return visibleLine(node.label)
      case 'leaf':
        return `active leaf (line ${node.lines?.[0]}): ${visibleLine(node.label)}`
    }
  }

  function branch(number: number): string {
    const lane = branchOf.get(number)
    if (!lane) return `branch ${number}`
    return `branch ${number}, ${lane.state}: ${count(lane.turns, 'turn')}, ${count(lane.entries, 'entry')}`
  }

  function cut(node: Node<'cut'>): string {
    const apartFrom = branchAbove.get(cutFrom.get(node.id) ?? '')
    const lost = apartFrom !== undefined && apartFrom !== node.branch ? branchOf.get(apartFrom) : undefined
    const size = lost ? `${count(lost.turns, 'turn')}, ${count(lost.entries, 'entry')}` : ''
    const apart = lost ? `; branch ${lost.branch} above (${size}) is not connected` : ''
    const own = node.branch > 1 ? `${branch(node.branch)}; ` : ''
    return `${own}cut at line ${node.lines?.[0]}: ${visibleLine(node.label)}${apart}`
  }
}

function compaction(node: Node<'compaction'>): string {
  const { tokensBefore: before, tokensAfter: after } = node
  const figures =
    before === null ? '' : after === null ? `${tokens(before)} tokens` : `${tokens(before)} → ${tokens(after)} tokens`
  const parts = [
    figures,
    node.leftOut > 0 ? `${count(node.leftOut, 'entry')} left out` : '',
    node.kept > 0 ? `${grouped(node.kept)} kept` : '',
  ].filter(part => part !== '')
  const trigger = node.trigger === null ? '' : ` (${visibleLine(node.trigger)})`
  return `${node.label} ${node.compaction}${trigger}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

function agent(node: Node<'agent'>): string {
  const type = node.agentType === null ? 'agent' : `agent ${visibleLine(node.agentType)}`
  const label = visibleLine(node.label) || visibleLine(node.agentId ?? '')
  return label === '' ? type : `${type}: ${label}`
}

function technicalFork(node: Node<'fork'>): string {
  return `${node.ways} children of line ${node.lines?.[0]}: ${visibleLine(node.label)} (${count(node.side, 'side entry')})`
}
