// What must be known of all nodes before the first is drawn, found in one pass: they are made while they are gone through.

import type { DrawnGraphNode, GraphDrawing } from '../actions/read/index.js'

export interface GraphSurvey {
  readonly counts: ReadonlyMap<DrawnGraphNode['kind'], number>
  readonly agents: ReadonlyMap<string, { readonly id: string; readonly lane: number; readonly row: number }>
  /** By agent: the id of the node that it hangs on. */
  readonly startedBy: ReadonlyMap<string, string>
  /** The branch of each such node. */
  readonly startedAt: ReadonlyMap<string, number>
}

/** `look` is shown each node. */
export function surveyGraph({ nodes, edges }: GraphDrawing, look: (node: DrawnGraphNode) => void): GraphSurvey {
  const startedBy = new Map<string, string>()
  for (const { kind, from, to } of edges) if (kind === 'agent') startedBy.set(to, from)
  const starters = new Set(startedBy.values())
  const counts = new Map<DrawnGraphNode['kind'], number>()
  const agents = new Map<string, { readonly id: string; readonly lane: number; readonly row: number }>()
  const startedAt = new Map<string, number>()
  for (const node of nodes) {
    const { kind, id, lane, row, branch } = node
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (kind === 'agent') agents.set(id, { id, lane, row })
    if (starters.has(id)) startedAt.set(id, branch)
    look(node)
  }
  return { counts, agents, startedBy, startedAt }
}
