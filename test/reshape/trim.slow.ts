// Ten times as many calls take less than 14 times as long: the ladder, the plan of all of it, and cutting every other
// turn. Also where one file is read in a thousand pieces, or everything is one answer.

import { expect, test } from 'vitest'
import { cutOut, turnRows } from '../../src/reshape/cut/cut-turns.js'
import type { ReshapeSource } from '../../src/reshape/plan/plan.js'
import { planReshape } from '../../src/reshape/plan/reshape.js'
import { trimLadder } from '../../src/reshape/trim/ladder.js'
import { trim } from '../../src/reshape/trim/trim.js'
import { growth, MOST_POWER } from '../cpu-time.js'
import { answer, calls, prompt, result, text, thinking, use } from './entries.js'
import { examine, folderOf, IN_PLACE, idIn, type Json, session, sourceOf } from './in-memory.js'

const many = (count: number, make: (at: number) => readonly Json[]): readonly Json[] =>
  Array.from({ length: count }, (_, at) => make(at)).flat()
const output = 'some output of a tool, '.repeat(20)
const round = (at: number, above: string, input: Json, name = 'Read'): readonly Json[] => [
  calls(`a${at}`, above, `m${at}`, [thinking(`thought ${at}`), use(`t${at}`, name, input)]),
  result(`r${at}`, `a${at}`, `t${at}`, `${at} ${output}`),
]

const shapes: Readonly<Record<string, (count: number) => readonly Json[]>> = {
  'one file in many pieces': count => [
    prompt('u', null),
    ...many(count, at => round(at, at === 0 ? 'u' : `r${at - 1}`, { file_path: '/x', offset: 10 * at, limit: 9 })),
  ],
  'one command again and again': count => [
    prompt('u', null),
    ...many(count, at => round(at, at === 0 ? 'u' : `r${at - 1}`, { command: 'ls' }, 'Bash')),
  ],
  'many turns': count =>
    many(count, at => [
      prompt(`u${at}`, at === 0 ? null : `z${at - 1}`),
      ...round(at, `u${at}`, { file_path: `/x${at % 10}` }, at % 3 === 0 ? 'Edit' : 'Read'),
      answer(`z${at}`, `r${at}`, `n${at}`, [text('done')]),
    ]),
  'calls of one answer': count => [
    prompt('u', null),
    ...many(count, at => [calls(`a${at}`, at === 0 ? 'u' : `a${at - 1}`, 'm', [use(`t${at}`)])]),
    ...many(count, at => [result(`r${at}`, `a${at}`, `t${at}`, output)]),
    answer('z', `r${count - 1}`, 'n', [text('done')]),
  ],
}

const WAYS: Readonly<Record<string, (source: ReshapeSource) => void>> = {
  trim: source => {
    const { items } = trimLadder(source, { protectLast: 0, protect: [] })
    for (const _ of planReshape(source, { verbs: [trim(items)], target: IN_PLACE }).changes.edits);
  },
  cut: source => {
    const numbers = source.conversation.turns.list.filter((_, at) => at % 2 === 1).map(turn => turn.index)
    const plan = planReshape(source, { verbs: [cutOut(turnRows(source, numbers), 'some')], target: IN_PLACE })
    for (const _ of plan.changes.edits);
  },
}

const sourceWith = (entries: readonly Json[]): ReshapeSource => {
  const bytes = session(...entries)
  const id = idIn(bytes)
  return sourceOf(bytes, examine(bytes, folderOf(id)), id)
}

test.each(
  Object.entries(shapes).flatMap(([shape, make]) =>
    Object.entries(WAYS).map(([way, run]) => ({ shape, make, way, run })),
  ),
)('$way: $shape', ({ make, run }) => {
  const small = sourceWith(make(400))
  const large = sourceWith(make(4000))
  expect(growth({ small: () => run(small), large: () => run(large), times: 10 })).toBeLessThan(MOST_POWER)
})
