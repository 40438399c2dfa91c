// Ways to change a session, as the flags of the commands ask for them.

import { ASSISTANT, USER } from '../../src/conversation/rows.js'
import type { ReshapeSource } from '../../src/reshape/plan/plan.js'
import { PRESETS, presetRules } from '../../src/reshape/strip/presets.js'
import type { StripRule, Where } from '../../src/reshape/strip/rule.js'
import { softStrip } from '../../src/reshape/strip/soft.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { beforeCompaction, endOfTurn } from '../../src/reshape/zones/point.js'
import { IN_PLACE, type Request } from './in-memory.js'

export type Way = Request | ((source: ReshapeSource) => Request)

const rule = (kind: StripRule['kind'], more: Partial<StripRule> = {}): StripRule => ({ kind, where: {}, ...more })
const stripping = (...rules: readonly StripRule[]): Request => ({ verbs: [strip(rules)] })
const soft = (...rules: readonly StripRule[]): Request => {
  let made = 0
  const freshId = (): string => `50f70000-0000-4000-8000-${String(++made).padStart(12, '0')}`
  return { verbs: [softStrip({ rules, now: '2026-11-16T12:00:00.000Z', freshId })] }
}
const where = (one: Where): Partial<StripRule> => ({ where: one })

export const CLONES: Readonly<Record<string, Way>> = {
  clone: {},
  'clone --linear': { linear: true },
  'clone --to-turn, the middle one': source => {
    const { list } = source.conversation.turns
    const turn = list[Math.floor(list.length / 2)]
    const row = turn && endOfTurn(source, turn.index)
    return row === undefined ? {} : { cut: { row, what: 'the middle' } }
  },
  'clone --leaf, an entry in the middle': source => {
    const { rows, branches } = source.conversation
    const said = Array.from({ length: rows.count }, (_, row) => row).filter(
      row => branches.of[row] === 1 && (rows.role[row] === USER || rows.role[row] === ASSISTANT) && !isOdd(source, row),
    )
    const row = said[Math.floor(said.length / 2)]
    return row === undefined ? {} : { cut: { row, what: 'the middle' } }
  },
  'clone --before-compaction 1': source => {
    const row = beforeCompaction(source, 1)
    return row === undefined ? {} : { cut: { row, what: 'the compaction' } }
  },
}

/** A summary, of which the client takes what is kept behind it along; or an entry that has no id or is not read. */
function isOdd({ conversation, facts }: ReshapeSource, row: number): boolean {
  const { rows, compactions } = conversation
  return rows.uuid[row] === 0 || facts.unread.has(row) || compactions.some(one => one.summaryRow === row)
}

export const STRIPS: Readonly<Record<string, Request>> = {
  '--tools': stripping(rule('tools')),
  '--tools --oldest 50%': stripping(rule('tools', where({ oldest: 0.5 }))),
  '--tools --only Bash,Read': stripping(rule('tools', { only: ['Bash', 'Read'] })),
  '--tools --except Edit,Write --keep-last 1': stripping(
    rule('tools', { except: ['Edit', 'Write'], ...where({ keepLast: 1 }) }),
  ),
  '--tools --mode truncate': stripping(rule('tools', { mode: 'truncate' })),
  '--tools --mode stub --before-turn 3': stripping(rule('tools', { mode: 'stub', ...where({ beforeTurn: 3 }) })),
  '--results': stripping(rule('results')),
  '--results --mode truncate --larger-than 4k': stripping(
    rule('results', { mode: 'truncate', ...where({ largerThan: 4000 }) }),
  ),
  '--thinking': stripping(rule('thinking')),
  '--thinking --oldest 75%': stripping(rule('thinking', where({ oldest: 0.75 }))),
  '--images': stripping(rule('images')),
  '--snapshots': stripping(rule('snapshots')),
  '--bookkeeping': stripping(rule('bookkeeping')),
  'all of it': stripping(
    ...(['tools', 'thinking', 'images', 'snapshots', 'bookkeeping'] as const).map(kind => rule(kind)),
  ),
}

/** Several at once, as a session of its own. */
export const COMBINED: Readonly<Record<string, Way>> = {
  'strip --tools --linear': { ...stripping(rule('tools')), linear: true },
  'strip --results --soft': soft(rule('results')),
  'strip --tools --thinking --oldest 50% --soft': soft(
    rule('tools', where({ oldest: 0.5 })),
    rule('thinking', where({ oldest: 0.5 })),
  ),
  'strip --preset routine': stripping(...presetRules(PRESETS['routine']!)),
  'strip --preset emergency --to-turn': source => ({
    ...(CLONES['clone --to-turn, the middle one'] as (one: ReshapeSource) => Request)(source),
    ...stripping(...presetRules(PRESETS['emergency']!)),
  }),
}

export const inPlace = (request: Request): Request => ({ ...request, target: IN_PLACE })
