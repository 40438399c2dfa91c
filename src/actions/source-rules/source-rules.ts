// What would a source document say of this session? Its figures beside ours, and what its rules lose here, in words.

import {
  applySourceRules,
  type Seed,
  type SourceEntry,
  type SourceResult,
} from '../../conversation/source-rules/index.js'
import type { Action } from '../action.js'
import { type ManySessions, type SessionStats, sessionStats, sessionsWanted, withOne } from '../read/stats.js'
import type { OpenSession } from '../session/open-session.js'
import { type Loss, lossesOf } from './losses.js'

export type { Seed } from '../../conversation/source-rules/index.js'

export interface SourceFigure {
  readonly name: string
  /** Null where the document does not define it. */
  readonly document: number | null
  readonly ours: number
  /** The document's figure less ours; null where there is none. */
  readonly difference: number | null
}

export interface SourceRulesReport {
  readonly session: { readonly id: string; readonly path: string | null; readonly title: string | null }
  readonly rules: Seed
  readonly figures: readonly SourceFigure[]
  /** Empty where the document's rules lose nothing of this session. */
  readonly losses: readonly Loss[]
}

export interface SourceRulesRequest extends ManySessions {
  readonly rules: Seed
}

export const bySourceRules: Action<SourceRulesRequest, readonly SourceRulesReport[]> = async (
  place,
  request,
  doing = {},
) => {
  const reports: SourceRulesReport[] = []
  const wanted = await sessionsWanted(place, request)
  for (const [index, session] of wanted.entries()) {
    if (wanted.length > 1) doing.progress?.({ kind: 'sessions', done: index, of: wanted.length })
    reports.push(await withOne(place, session, doing, open => sourceRules(open, request.rules)))
  }
  return reports
}

export function sourceRules(open: OpenSession, seed: Seed): SourceRulesReport {
  const stats = sessionStats(open)
  const { entries, unread } = entriesOf(open)
  const result = applySourceRules(seed, entries)
  const { id, path, title } = stats.session
  return {
    session: { id, path, title },
    rules: seed,
    figures: figuresOf(result, stats, open),
    losses: lossesOf(result, open, unread),
  }
}

/** One entry at a time, read when it is asked for; those nested too deep to be decoded are told apart. */
function entriesOf(open: OpenSession): { readonly entries: Iterable<SourceEntry>; readonly unread: number[] } {
  const unread: number[] = []
  const { rows } = open.conversation
  function* entries(): Generator<SourceEntry> {
    for (let row = 0; row < rows.count; row++) {
      const value = open.entry(row)
      if (value === undefined) unread.push(row)
      else yield { row, line: rows.line[row]!, value }
    }
  }
  return { entries: entries(), unread }
}

function figuresOf({ figures }: SourceResult, stats: SessionStats, open: OpenSession): readonly SourceFigure[] {
  const { toolCalls, graph, marks } = stats
  const { messages, turns, sidechains } = open.conversation
  const total = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0)
  return [
    figure('entries', figures.entries, total(stats.entries)),
    figure('assistant messages', figures.assistantMessages, stats.messages.assistant),
    figure(
      'blocks of assistant messages',
      figures.blocks,
      messages.reduce((sum, message) => sum + message.blocks.length, 0),
    ),
    figure('turns', figures.turns, stats.turns),
    figure('turns that are finished', figures.turnsEnded, turns.list.filter(turn => turn.state === 'finished').length),
    figure('tool calls', figures.toolCalls, toolCalls.total),
    figure('tool calls in the entries it keeps', figures.toolCallsLeft, toolCalls.total),
    figure('calls with their result', figures.pairs, toolCalls.paired),
    figure('calls without result', figures.callsWithoutResult, toolCalls.pending + toolCalls.lost),
    figure('results without call', figures.resultsWithoutCall, toolCalls.orphanResults),
    figure('roots', figures.roots, graph.roots),
    figure('orphans', figures.orphans, graph.orphans),
    figure(
      'entries of agents in this file',
      figures.sidechainEntries,
      sidechains.reduce((sum, chain) => sum + chain.rows.length, 0),
    ),
    figure('compactions', figures.compactions, graph.compactions),
    figure('deleted', figures.deleted, marks.deleted),
    figure('aborted', figures.aborted, marks.aborted),
  ]
}

function figure(name: string, document: number | undefined, ours: number): SourceFigure {
  return { name, document: document ?? null, ours, difference: document === undefined ? null : document - ours }
}
