// Four times the session, and four times the damage, take about four times the work (I12). Quadratic would be sixteen
// times; processor time, since the machine has other things to do.

import { expect, test } from 'vitest'
import { growth, MOST_POWER } from '../../cpu-time.js'
import { answer, calls, lastPrompt, prompt, restart, result, system, text, thinking, use } from '../entries.js'
import { type Json, session } from '../in-memory.js'
import { repair } from './in-memory.js'

/** Rounds of a call and its result, with thinking. */
function working(rounds: number): readonly Json[] {
  restart()
  const entries: Json[] = [prompt('u', null)]
  let last = 'u'
  for (let round = 0; round < rounds; round++) {
    entries.push(
      calls(`a${round}`, last, `m${round}`, [thinking('hm'), use(`t${round}`)]),
      result(`r${round}`, `a${round}`, `t${round}`, 'line\n'.repeat(20)),
      answer(`e${round}`, `r${round}`, `n${round}`, [text('done')]),
      prompt((last = `u${round}`), `e${round}`),
    )
  }
  return entries
}
const text8 = (entries: readonly Json[], line: (json: string, at: number) => string): Uint8Array =>
  new TextEncoder().encode(entries.map((entry, at) => line(JSON.stringify(entry), at)).join(''))

const changed = (entries: readonly Json[], change: (entry: Json, at: number) => Json): Uint8Array =>
  session(...entries.map(change))
const parents = (entries: readonly Json[], of: (at: number, entry: Json) => string | null): Uint8Array =>
  changed(entries, (entry, at) => ({ ...entry, parentUuid: at === 0 ? null : of(at, entry) }))
const count = (entries: readonly Json[]): readonly number[] => entries.map((_, at) => at)
const half = (json: string): string => json.slice(0, json.length / 2)
const results = (ids: readonly string[]): readonly Json[] =>
  ids.map(id => ({ type: 'tool_result', tool_use_id: id, content: 'x' }))

/** A compaction behind the entries that keeps some of them. */
const kept = (entries: readonly Json[], uuids: readonly string[]): Uint8Array =>
  session(
    ...entries,
    system('c', null, 'compact_boundary', {
      logicalParentUuid: entries.at(-1)!['uuid'],
      compactMetadata: { preTokens: 9, preservedMessages: { anchorUuid: 's', uuids, allUuids: uuids } },
    }),
    prompt('s', 'c', 'Summary', { isCompactSummary: true }),
    answer('z', 's', 'z', [text('end')]),
  )
const chained = (entries: readonly Json[]): readonly Json[] =>
  entries.map((entry, at) => ({ ...entry, parentUuid: at === 0 ? null : entries[at - 1]!['uuid'] }))

const WAYS: Readonly<Record<string, (entries: readonly Json[]) => Uint8Array>> = {
  'nothing wrong': entries => session(...entries),
  'many glued lines': entries => text8(entries, (json, at) => (at % 2 === 0 ? json : `${json}\n`)),
  'all on one line': entries => text8(entries, json => json),
  'many cut lines': entries => text8(entries, (json, at) => `${at % 10 === 5 ? half(json) : json}\n`),
  'all lines cut': entries => text8(entries, json => `${half(json)}\n`),
  'many cut lines, no times': entries =>
    text8(
      entries.map(({ timestamp: _, ...entry }) => entry),
      (json, at) => `${at % 2 === 0 ? json : half(json)}\n`,
    ),
  'many NUL runs and other bytes': entries =>
    text8(entries, (json, at) => `${at % 2 === 0 ? '\0\0' : 'x y\n'}${json}\n`),
  'many missing parents': entries =>
    parents(entries, (at, entry) => (at % 3 === 2 ? `gone${at}` : entry['parentUuid'])),
  'all parents missing': entries => parents(entries, at => `gone${at}`),
  'all parents missing, one answer': entries =>
    session(
      ...entries.map((entry, at) => ({
        ...entry,
        parentUuid: at === 0 ? null : `gone${at}`,
        message: entry['type'] === 'assistant' ? { ...entry['message'], id: 'one' } : entry['message'],
      })),
    ),
  'one missing parent of all': entries => parents(entries, () => 'gone'),
  'no parents': entries => parents(entries, () => null),
  'one parent of all': entries => parents(entries, () => 'u'),
  'one parent of half, the others missing': entries => parents(entries, at => (at % 2 === 0 ? 'u' : `gone${at}`)),
  'all their own parents': entries => parents(entries, (_, entry) => entry['uuid']),
  'rings of two': entries => parents(entries, at => entries[at % 2 === 0 ? at - 1 : at + 1]?.['uuid'] ?? 'u'),
  'one ring': entries => changed(entries, (entry, at) => ({ ...entry, parentUuid: entries.at(at - 1)!['uuid'] })),
  'children first, their missing parents behind': entries =>
    session(
      ...count(entries)
        .map(at => prompt(`c${at}`, `r${at}`))
        .toReversed(),
      ...count(entries).map(at => prompt(`r${at}`, `gone${at}`)),
    ),
  'a deep subagent before missing parents': entries =>
    changed(entries, (entry, at) =>
      at * 2 < entries.length ? { ...entry, isSidechain: at > 0 } : { ...entry, parentUuid: `gone${at}` },
    ),
  'every entry of another subagent': entries =>
    changed(entries, (entry, at) =>
      at === 0 ? entry : { ...entry, isSidechain: true, agentId: `g${at}`, parentUuid: `gone${at}` },
    ),
  'many parents of an unknown type': entries =>
    changed(entries, (entry, at) => (at % 4 === 0 && at > 0 ? { ...entry, type: 'novel' } : entry)),
  'many lost results': entries => session(...entries.filter((_, at) => at % 8 !== 2)),
  'one answer of many entries, all results lost': entries =>
    session(
      prompt('u', null),
      ...entries.map((_, at) => calls(`a${at}`, at === 0 ? 'u' : `a${at - 1}`, 'm', [use(`t${at}`)])),
      prompt('z', `a${entries.length - 1}`),
      answer('y', 'z', 'y', [text('end')]),
    ),
  'many lost calls': entries => session(...entries.filter((_, at) => at % 8 !== 1)),
  'one entry with all results, the calls lost': entries =>
    session(
      prompt('u', null),
      answer('a', 'u', 'm', [text('x')]),
      prompt('r', 'a', results(count(entries).map(String))),
    ),
  'one entry with all calls, ids that the API refuses': entries =>
    session(
      prompt('u', null),
      calls(
        'a',
        'u',
        'm',
        count(entries).map(at => use(`t ${at}`)),
      ),
      prompt('r', 'a', results(count(entries).map(at => `t ${at}`))),
      answer('e', 'r', 'n', [text('x')]),
    ),
  'many entries twice': entries =>
    session(...entries.flatMap((entry, at) => (at % 5 === 1 ? [entry, entry] : [entry]))),
  'every entry twice': entries => session(...entries.flatMap(entry => [entry, entry])),
  'the whole file twice': entries => session(...entries, ...entries),
  'one entry for ever': entries =>
    session(...entries.map(() => entries[0]!), answer('a', 'u', 'm', [text('one')]), prompt('z', 'a')),
  'one id for all': entries => changed(entries, entry => ({ ...entry, uuid: 'same' })),
  'one id for half': entries => changed(entries, (entry, at) => (at % 2 === 0 ? entry : { ...entry, uuid: 'same' })),
  'no ids': entries => session(...entries.map(({ uuid: _, ...entry }) => entry)),
  'no ids in the first half': entries =>
    session(...entries.map(({ uuid, ...entry }, at) => (at * 2 < entries.length ? entry : { uuid, ...entry }))),
  'many compactions without summary': entries =>
    session(
      ...entries.map((entry, at) =>
        at % 4 === 0 && at > 0
          ? system(entry['uuid'], null, 'compact_boundary', {
              logicalParentUuid: entry['parentUuid'],
              compactMetadata: { preTokens: 9 },
            })
          : entry,
      ),
    ),
  'a compaction that keeps all, many results lost': entries => {
    const left = chained(entries.filter((_, at) => at % 4 !== 2))
    return kept(
      left,
      left.map(entry => entry['uuid']),
    )
  },
  'a compaction that keeps much that is not there': entries =>
    kept(
      entries,
      entries.map((entry, at) => (at % 2 === 0 ? `gone${at}` : entry['uuid'])),
    ),
  'many rewinds': entries =>
    session(
      ...entries.flatMap((entry, at) =>
        at % 4 === 0 && at > 0
          ? [lastPrompt(entries[at - 1]!['uuid'], { explicit: true }), { ...entry, parentUuid: `gone${at}` }]
          : [entry],
      ),
    ),
  'all in reverse': entries => session(...entries.toReversed()),
}

test.each(Object.entries(WAYS))('%s', (_, damage) => {
  const work = (bytes: Uint8Array) => () => expect(repair(bytes).verdict.broken).toEqual([])
  const [small, large] = [damage(working(300)), damage(working(1200))]
  expect(growth({ small: work(small), large: work(large), times: 4 })).toBeLessThan(MOST_POWER)
})
