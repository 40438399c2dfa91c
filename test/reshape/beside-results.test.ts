// Words that stand beside a tool result in one entry stay where they were said, whatever becomes of the result.

import { expect, test } from 'vitest'
import { readContext } from '../../src/context/index.js'
import type { StripRule } from '../../src/reshape/strip/rule.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { runs } from '../runs.js'
import { besideResults } from './beside-results.js'
import { answer, calls, prompt, restart, text, use } from './entries.js'
import { change, IN_PLACE, session } from './in-memory.js'

const RULES: Readonly<Record<string, readonly StripRule[]>> = {
  'tools are removed': [{ kind: 'tools', where: {} }],
  'tools of the older half are removed': [{ kind: 'tools', where: { oldest: 50 } }],
  'tools become notes': [{ kind: 'tools', mode: 'stub', where: {} }],
  'results become notes': [{ kind: 'results', where: {} }],
  'results are shortened': [{ kind: 'results', mode: 'truncate', where: {} }],
  'images go': [{ kind: 'images', where: {} }],
  'thinking goes': [{ kind: 'thinking', where: {} }],
  'all of it goes': [
    { kind: 'tools', where: {} },
    { kind: 'images', where: {} },
    { kind: 'thinking', where: {} },
  ],
}

test('the client’s words beside one of several parallel results stay on the path when all calls go (N8)', () => {
  restart()
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'out' })
  const source = session(
    prompt('u1', null, 'go'),
    calls('a1', 'u1', 'm1', [use('t1')]),
    calls('a2', 'a1', 'm1', [use('t2')]),
    prompt('r1', 'a1', [result('t1'), text('[Request interrupted by user for tool use]')]),
    prompt('r2', 'a2', [result('t2')]),
    answer('a3', 'r2', 'm2', [text('done')]),
  )
  const { bytes, verdict } = change(source, { verbs: [strip([{ kind: 'tools', where: {} }])], target: IN_PLACE })
  expect(verdict.broken).toEqual([])
  expect(
    readContext(bytes).messages.map(({ role, content }) => [role, ...content.map(block => block['text'])]),
  ).toEqual([
    ['user', 'go', '[Request interrupted by user for tool use]'],
    ['assistant', 'done'],
  ])
})

test.each(Object.entries(RULES))('%s', (_, rules) => {
  for (let seed = 1; seed <= runs(12, 150); seed++) {
    const { verdict } = change(besideResults(seed), { verbs: [strip(rules)], target: IN_PLACE })
    expect([seed, verdict.broken]).toEqual([seed, []])
  }
})
