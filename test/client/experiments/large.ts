// Files above 5 MiB, which the client reads in another way (B1). Padding is metadata, which is never sent.

import {
  a,
  att,
  boundary,
  call,
  experiment,
  explicit,
  type Fields,
  id,
  keeps,
  lastPrompt,
  lines,
  meta,
  note,
  progress,
  type Row,
  r,
  session,
  summaryOf,
  sys,
  text,
  think,
  u,
} from './builders.js'
import type { Experiment } from './experiment.js'

const MB = 1_000_000
const LIMIT = 5_242_880
const LARGE = { large: true, clients: ['2.1.325'] }

/** The rows, behind as much metadata as makes the file exactly this long. */
function padded(size: number, rows: readonly Row[], change: (line: string) => string = line => line): () => Uint8Array {
  return () => {
    const text = `${lines(rows).map(change).join('\n')}\n`
    const wanted = size - new TextEncoder().encode(text).length
    const empty = `${JSON.stringify(note('padding', { pad: '' }))}\n`.length
    const full = 100_000
    const count = Math.floor(wanted / full) - 1
    const pad = (length: number) => `${JSON.stringify(note('padding', { pad: 'p'.repeat(length - empty) }))}\n`
    return new TextEncoder().encode(pad(full).repeat(count) + pad(wanted - count * full) + text)
  }
}
const large = (
  name: string,
  rules: string,
  says: string,
  rows: readonly Row[],
  size = 6 * MB,
  change?: (line: string) => string,
): Experiment => experiment(name, rules, says, padded(size, rows, change), LARGE)

const old = [u('u1', null, 'one'), a('a1', 'u1', 'm1', 'two'), u('u2', 'a1', 'three'), a('a2', 'u2', 'm2', 'four')]
const later = (parent: string) => [u('u5', parent, 'new'), a('a5', 'u5', 'm5', 'new reply')]
const bypassed = [...old, boundary('c1', null), summaryOf('k1', 'c1'), ...later('a2')]
const plain = [...old, boundary('c1', null), summaryOf('k1', 'c1'), ...later('k1')]
const fork = [...old, u('u3', 'a1', 'branch'), a('a3', 'u3', 'm3', 'branch reply')]
const round = [
  u('u1', null, 'one'),
  a('a1', 'u1', 'm1', call('x')),
  a('a2', 'a1', 'm1', call('y')),
  r('r1', 'a1', 'x'),
  r('r2', 'a2', 'y'),
  a('a3', 'r2', 'm3', 'done'),
]
const novelty = (name: string, parent: string): Fields => ({
  parentUuid: id(parent),
  type: 'novelty',
  uuid: id(name),
  timestamp: '2026-06-01T00:00:05.000Z',
})
const reordered = (line: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()))
const spaced = (line: string) => JSON.stringify(JSON.parse(line), null, 1).replace(/\n\s*/g, ' ')

export const LARGE_FILES: readonly Experiment[] = [
  large('large-4-bypassed', 'B1 R-C6', '4 MB, the chain bypasses the boundary: old history sent', bypassed, 4 * MB),
  large('large-limit-bypassed', 'B1 R-C6', '5,242,880 bytes: still the small path', bypassed, LIMIT),
  large('large-over-limit-bypassed', 'B1 R-C6', '5,242,881 bytes: old history lost', bypassed, LIMIT + 1),
  large('large-6-bypassed', 'B1 R-C6', '6 MB: old history lost, the summary comes in by time', bypassed),
  large('large-20-bypassed', 'B1 R-C6', '20 MB: the same', bypassed, 20 * MB),
  large('large-bypassed-far', 'B1 R-C6 N1', '6 MB, the bypassing row is more than 5 s away: only it', [
    ...old,
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    u('u5', 'a2', 'new', { at: 60 }),
    a('a5', 'u5', 'm5', 'new reply'),
  ]),
  large('large-bypassed-two', 'B1 R-C6', '6 MB, two boundaries, the chain bypasses the last one only', [
    ...old,
    boundary('c1', null),
    summaryOf('k1', 'c1', 'FIRST'),
    ...later('k1'),
    boundary('c2', null),
    summaryOf('k2', 'c2', 'SECOND'),
    u('u6', 'a5', 'newest'),
    a('a6', 'u6', 'm6', 'newest reply'),
  ]),
  large('large-prompt-after', 'B1 R-C9', '6 MB, last-prompt after the boundary names an old row: ignored', [
    ...plain,
    lastPrompt('a2'),
  ]),
  large(
    'large-4-prompt-after',
    'B1 R-C9',
    '4 MB: resurrects the old conversation',
    [...plain, lastPrompt('a2')],
    4 * MB,
  ),
  large('large-prompt-before', 'B1 R-C9', '6 MB, last-prompt before the boundary: ignored', [
    ...old,
    lastPrompt('a2'),
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    ...later('k1'),
  ]),
  large('large-plain', 'B1 R-C1', '6 MB, a plain boundary', plain),
  large('large-20-plain', 'B1 R-C1', '20 MB, a plain boundary', plain, 20 * MB),
  large('large-keep', 'B1 R-C7', '6 MB, preserved rows', [
    ...old,
    boundary('c1', null, keeps('k1', 'u2', 'a2')),
    summaryOf('k1', 'c1'),
    ...later('k1'),
  ]),
  large('large-keep-missing', 'B1 R-C8', '6 MB, one preserved uuid missing', [
    ...old,
    boundary('c1', null, keeps('k1', 'gone', 'a2')),
    summaryOf('k1', 'c1'),
    ...later('k1'),
  ]),
  large('large-keep-bypassed', 'B1 R-C6 N32', '6 MB, a boundary with a list is bypassed', [
    ...old,
    boundary('c1', null, keeps('k1', 'a2')),
    summaryOf('k1', 'c1'),
    ...later('a1'),
  ]),
  large('large-keep-then-plain', 'B1 N32', '6 MB, a boundary with a list, then a plain one', [
    ...old,
    boundary('c1', null, keeps('k1', 'u2', 'a2')),
    summaryOf('k1', 'c1', 'FIRST'),
    ...later('k1'),
    boundary('c2', null),
    summaryOf('k2', 'c2', 'SECOND'),
    u('u6', 'k2', 'newest'),
    a('a6', 'u6', 'm6', 'newest reply'),
  ]),
  large(
    'large-plain-then-keep',
    'B1 N32',
    '6 MB, a plain boundary, then one that preserves a row before both: preserved rows lost',
    [
      ...old,
      boundary('c1', null),
      summaryOf('k1', 'c1', 'FIRST'),
      ...later('k1'),
      boundary('c2', null, keeps('k2', 'a2', 'a5')),
      summaryOf('k2', 'c2', 'SECOND'),
      u('u6', 'k2', 'newest'),
      a('a6', 'u6', 'm6', 'newest reply'),
    ],
  ),
  large('large-boundary-last', 'B1 R-C10', '6 MB, the boundary is the last row: empty history', [
    ...old,
    boundary('c1', null),
  ]),
  large('large-boundary-sidechain', 'B1 N3', '6 MB, a boundary of a sidechain cuts too', [
    ...old,
    boundary('c1', null, {}, { isSidechain: true }),
    ...later('a2'),
  ]),
  large('large-boundary-words', 'B1', '6 MB, the word compact_boundary in a text is no boundary', [
    ...old,
    u('u5', 'a2', '"subtype":"compact_boundary"'),
    a('a5', 'u5', 'm5', 'new reply'),
  ]),
  large('large-fork', 'B1 R-L1', '6 MB, two branches: that of the last row', fork),
  large('large-prompt-older', 'B1 R-L2', '6 MB, last-prompt on the older branch', [...fork, lastPrompt('a2')]),
  large('large-prompt-mid', 'B1 R-L2 N5', '6 MB, last-prompt mid-file on the older branch', [
    ...fork,
    lastPrompt('a2'),
    u('u6', 'a3', 'more'),
    a('a6', 'u6', 'm6', 'more reply'),
  ]),
  large('large-explicit', 'B1 R-L3', '6 MB, an explicit ancestor', [...old, explicit('a1')]),
  large('large-gap-near', 'B1 N1', '6 MB, a missing parent in the window: bridged', [...old, ...later('gone')]),
  large('large-gap-far', 'B1 N1', '6 MB, a missing parent out of the window: cut', [
    ...old,
    u('u5', 'gone', 'new', { at: 60 }),
    a('a5', 'u5', 'm5', 'new reply'),
  ]),
  large('large-null-parent', 'B1 R-L11', '6 MB, a null parent mid-file', [
    ...old,
    u('u5', null, 'new'),
    a('a5', 'u5', 'm5', 'new reply'),
  ]),
  large('large-parallel', 'B1 R-T5', '6 MB, parallel results as side leaves', round),
  large('large-parallel-interleaved', 'B1 R-T5 N9', '6 MB, a side result between two calls', [
    round[0]!,
    round[1]!,
    round[3]!,
    round[2]!,
    round[4]!,
    round[5]!,
  ]),
  large('large-parallel-meta', 'B1 N8', '6 MB, a meta row below a side result', [
    ...round.slice(0, 4),
    meta('k1', 'r1', 'skill text'),
    ...round.slice(4),
  ]),
  large('large-parallel-meta-deep', 'B1 N8', '6 MB, a meta row two deep below a side result', [
    ...round.slice(0, 4),
    meta('k1', 'r1', 'skill text'),
    meta('k2', 'k1', 'deeper text'),
    ...round.slice(4),
  ]),
  large('large-parallel-two-deep', 'B1 N8', '6 MB, a result below a side result', [
    u('u1', null, 'one'),
    a('a1', 'u1', 'm1', call('x')),
    a('a2', 'a1', 'm1', call('y')),
    a('a3', 'a2', 'm1', call('z')),
    r('r1', 'a1', 'x'),
    r('r2', 'r1', 'y'),
    r('r3', 'a3', 'z'),
    a('a4', 'r3', 'm3', 'done'),
  ]),
  large('large-sister', 'B1 N8', '6 MB, a sister row of a message off the chain', [
    u('u1', null, 'one'),
    a('a1', 'u1', 'm1', 'first'),
    a('s1', 'a1', 'm1', 'sister'),
    u('u2', 'a1', 'three'),
    a('a2', 'u2', 'm2', 'four'),
  ]),
  large('large-sister-call', 'B1 N8', '6 MB, a sister call with its result off the chain', [
    u('u1', null, 'one'),
    a('a1', 'u1', 'm1', call('x')),
    a('s1', 'a1', 'm1', call('y')),
    r('r1', 'a1', 'x'),
    r('r2', 's1', 'y'),
    a('a2', 'r1', 'm2', 'four'),
  ]),
  large(
    'large-shuffled',
    'B1 R-L7',
    '6 MB, rows shuffled: only the ancestors of the last row',
    [3, 0, 2, 1].map(at => ({ ...old[at]!, at: at + 1 })),
  ),
  large(
    'large-shuffled-last-in-place',
    'B1 R-L7',
    '6 MB, rows shuffled but the leaf last',
    [1, 0, 2, 3].map(at => ({ ...old[at]!, at: at + 1 })),
  ),
  large('large-leaf-not-terminal', 'B1 N4', '6 MB, the last row has children: they are not loaded', [
    u('u1', null, 'one', { at: 1 }),
    u('u2', 'a1', 'left', { at: 5 }),
    a('a2', 'u2', 'm2', 'left reply', { at: 6 }),
    a('a1', 'u1', 'm1', 'two', { at: 2 }),
  ]),
  large('large-key-order', 'B1 R-F5', '6 MB, keys in another order', fork, 6 * MB, reordered),
  large('large-spaced', 'B1 R-F5', '6 MB, blanks after colons', fork, 6 * MB, spaced),
  large('large-short-uuids', 'B1 R-F10', '6 MB, uuids that are not 36 long', [
    u('u1', null, 'one', { uuid: 'a' }),
    a('a1', null, 'm1', 'two', { uuid: 'b', parentUuid: 'a' }),
    u('u2', null, 'three', { uuid: 'c', parentUuid: 'b' }),
  ]),
  large(
    'large-nested-uuid',
    'B1',
    '6 MB, a nested uuid before the own one',
    old.map(row => ({ parentUuid: row['parentUuid'], extra: { uuid: id('other') }, ...row })),
  ),
  large(
    'large-bypassed-spaced',
    'B1 R-F5 R-C6',
    '6 MB, a bypassed boundary with blanks after colons',
    bypassed,
    6 * MB,
    spaced,
  ),
  large(
    'large-bypassed-key-order',
    'B1 R-F5 R-C6',
    '6 MB, a bypassed boundary with keys in another order',
    bypassed,
    6 * MB,
    reordered,
  ),
  large('large-cycle', 'B1 R-L13', '6 MB, a row that is its own parent', [...old, ...later('u5')]),
  large('large-progress', 'B1 N2', '6 MB, a chain through progress rows', [
    ...old,
    progress('p1', 'a2'),
    progress('p2', 'p1'),
    u('u5', 'p2', 'new', { at: 60 }),
    a('a5', 'u5', 'm5', 'new reply'),
  ]),
  large('large-unknown-type', 'B1 N2', '6 MB, a chain through an unknown type', [
    ...old,
    novelty('n1', 'a2'),
    ...later('n1'),
  ]),
  large('large-attachment', 'B1', '6 MB, a chain through an attachment and a system row', [
    ...old,
    att('t1', 'a2', 'novelty'),
    sys('s1', 't1', 'turn_duration'),
    u('u5', 's1', 'new', { at: 60 }),
    a('a5', 'u5', 'm5', 'new reply'),
  ]),
  large('large-double', 'B1 N7', '6 MB, a uuid twice', [
    ...old,
    u('u2', 'a1', 'three again', { at: 3 }),
    ...later('a2'),
  ]),
  large('large-sidechain', 'B1 R-F15', '6 MB, a sidechain at the end', [
    ...old,
    u('x1', null, 'SIDE', { isSidechain: true }),
    a('x2', 'x1', 'mx', 'side reply', { isSidechain: true }),
  ]),
  large('large-cut', 'B1 B2', '6 MB, tool_results_cut', [
    ...round,
    att('t1', 'a3', 'tool_results_cut', { callIds: ['toolu_x'], standIn: '[c]' }),
  ]),
  large('large-strip', 'B1 A0', '6 MB, thinking_stripped', [
    u('u1', null, 'one'),
    a('a1', 'u1', 'm1', [think('H'), text('two')]),
    att('t1', 'a1', 'thinking_stripped', { scope: 'all' }),
  ]),
  large('large-open', 'B1 N15', '6 MB, an open round', round.slice(0, 4)),
  large('large-cut-last-line', 'B1 R-F2', '6 MB, the last line is cut', [...old, '{"parentUuid":"']),
  experiment(
    'large-content',
    'B1',
    '6 MB of old results before a plain boundary',
    () =>
      session([
        u('u1', null, 'one'),
        ...Array.from({ length: 60 }, (_, at) => [
          a(`a${at}`, at ? `r${at - 1}` : 'u1', `m${at}`, call(`x${at}`)),
          r(`r${at}`, `a${at}`, `x${at}`, 'word '.repeat(20_000)),
        ]).flat(),
        a('b1', 'r59', 'mb', 'done'),
        boundary('c1', null),
        summaryOf('k1', 'c1'),
        ...later('k1'),
      ]),
    LARGE,
  ),
]
