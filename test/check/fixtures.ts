// For each code a good session and the same one damaged: the damage gives that code, and no other, on that line.

import {
  answer,
  answers,
  boundary,
  calls,
  checkpoint,
  type Line,
  last,
  meta,
  progress,
  prompt,
  result,
  side,
  summaryOf,
  text,
  use,
} from '../conversation/lines.js'
import { BALLAST, drop, dropField, type Entry, edit, later, session } from './damaged.js'

export interface Fixture {
  readonly rule: string
  readonly good: readonly Entry[]
  readonly damaged: readonly Entry[]
  readonly line: number
  readonly says?: RegExp
}

const plain = session(prompt('u1'), last('a1'), prompt('u2'), last('a2'), prompt('u3'), last('a3'))
const withTools = session(
  prompt('u1'),
  answer('a1', { blocks: [text('let me see'), use('x')] }),
  result('rx', 'x'),
  last('a2'),
  prompt('u2'),
  last('a3'),
)
const parallel = session(
  prompt('u1'),
  answer('a1', { message: 'm', blocks: [use('x')] }),
  answer('a2', { message: 'm', blocks: [use('y')] }),
  result('rx', 'x', { parent: 'a2' }),
  result('ry', 'y', { parent: 'rx' }),
  last('a3'),
  prompt('u2'),
  last('a4'),
)
const compacted = session(
  prompt('u1'),
  last('a1'),
  prompt('u2'),
  last('a2'),
  boundary('b', {
    preservedMessages: { anchorUuid: 's', uuids: ['u2', 'a2'], allUuids: ['u2', 'a2'] },
  }),
  summaryOf('s'),
  prompt('u3'),
  last('a3'),
)
const plainlyCompacted = session(prompt('u1'), last('a1'), boundary('b'), summaryOf('s'), prompt('u3'), last('a3'))
const branched = session(prompt('u1'), last('a1'), prompt('u2'), last('a2'), prompt('u3', { parent: 'a1' }), last('a3'))
const longBranch = session(
  prompt('u1'),
  last('a1'),
  prompt('u2'),
  last('a2'),
  prompt('u4'),
  prompt('u3', { parent: 'a1' }),
  last('a3'),
)
const withAgent = session(
  prompt('u1'),
  calls('a1', 'x'),
  result('rx', 'x'),
  side(prompt('p1'), last('p2')),
  last('a2', { parent: 'rx' }),
)
const throughProgress = session(prompt('u1'), last('a1'), progress('p1'), prompt('u2'), last('a2'))
const server = session(
  prompt('u1'),
  last('a1', {
    blocks: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      text('found'),
    ],
  }),
)
const add = (entries: readonly Entry[], ...more: readonly Line[]): readonly Entry[] => [...entries, ...more]
const message = (entries: readonly Entry[], uuid: string, change: Entry): readonly Entry[] =>
  entries.map(entry =>
    entry['uuid'] === uuid ? { ...entry, message: { ...(entry['message'] as Entry), ...change } } : entry,
  )
const at = (entries: readonly Entry[], uuid: string): Entry => entries.find(entry => entry['uuid'] === uuid)!
const content = (entries: readonly Entry[], uuid: string, blocks: unknown): readonly Entry[] =>
  message(entries, uuid, { content: blocks })

/** Its own uuid, parent and time come from the place. */
const note = (uuid: string, parent: string, second = 3): Entry => ({
  ...at(session(prompt(uuid, { parent })), uuid),
  timestamp: new Date(Date.UTC(2026, 0, 2, 10) + second * 1000 + 500).toISOString(),
})

export const TREE_FIXTURES: Readonly<Record<string, readonly Fixture[]>> = {
  // Fields
  'timestamp-tip': [
    { rule: 'R-L9 missing', good: plain, damaged: dropField(plain, 'a3', 'timestamp'), line: 6 },
    { rule: 'R-L9 invalid', good: plain, damaged: edit(plain, 'a3', { timestamp: 'yesterday' }), line: 6 },
    { rule: 'R-L9 a number', good: plain, damaged: edit(plain, 'a3', { timestamp: 1767348006000 }), line: 6 },
    {
      rule: 'R-L9 a number before the message',
      good: plain,
      damaged: [...plain.slice(0, 5), { timestamp: 1767348006000, ...dropField(plain, 'a3', 'timestamp')[5]! }],
      line: 6,
      says: /a number/,
    },
  ],
  'timestamp-bad': [
    { rule: 'R-L9 in the middle', good: plain, damaged: dropField(plain, 'a1', 'timestamp'), line: 2 },
    {
      rule: 'R-L9 several, said once',
      good: plain,
      damaged: edit(dropField(plain, 'a2', 'timestamp'), 'u2', { timestamp: 1767348006 }),
      line: 3,
      says: /a number \(and on 1 entry after it\)/,
    },
  ],
  'uuid-missing': [
    {
      rule: 'R-F9',
      good: [...plain.slice(0, 2), note('u4', 'a1', 1), ...plain.slice(2)],
      damaged: dropField([...plain.slice(0, 2), note('u4', 'a1', 1), ...plain.slice(2)], 'u4', 'uuid'),
      line: 3,
    },
  ],
  'message-missing': [
    { rule: 'N2', good: plain, damaged: dropField(plain, 'a1', 'message'), line: 2 },
    { rule: 'N2 null', good: plain, damaged: edit(plain, 'a1', { message: null }), line: 2 },
  ],
  'content-invalid': [
    { rule: 'N12 null', good: plain, damaged: content(plain, 'a1', null), line: 2, says: /null/ },
    { rule: 'N12 an object', good: plain, damaged: content(plain, 'u2', { a: 1 }), line: 3, says: /object/ },
    {
      rule: 'N12 missing',
      good: plain,
      damaged: message(plain, 'a1', { content: undefined }),
      line: 2,
      says: /missing/,
    },
  ],
  'type-missing': [
    {
      rule: 'N2',
      good: add(plain, note('u4', 'a3', 6)),
      damaged: dropField(add(plain, note('u4', 'a3', 6)), 'u4', 'type'),
      line: 7,
    },
  ],

  // Parents
  'parent-missing': [
    {
      rule: 'N1',
      good: later(plain, 'u3', 60),
      damaged: later(drop(plain, 'a2'), 'u3', 60),
      line: 4,
      says: /: 3 entries/,
    },
    {
      rule: 'N1 5,001 ms',
      good: later(plain, 'u3', 3.001),
      damaged: later(drop(plain, 'a2'), 'u3', 3.001),
      line: 4,
    },
    {
      rule: 'N2 behind progress the time of the child counts',
      good: later(throughProgress, 'u2', 60),
      damaged: later(edit(throughProgress, 'p1', { parentUuid: 'gone' }), 'u2', 60),
      line: 3,
    },
  ],
  'parent-bridged': [
    { rule: 'N1 within 5 s', good: plain, damaged: drop(plain, 'a2'), line: 4, says: /continues at line 3/ },
    {
      rule: 'N1 5,000 ms',
      good: later(plain, 'u3', 3),
      damaged: later(drop(plain, 'a2'), 'u3', 3),
      line: 4,
    },
    {
      rule: 'N1 of equal times the first in the file',
      good: plain,
      damaged: edit(drop(plain, 'a2'), 'u2', { timestamp: plain[1]!['timestamp'] }),
      line: 4,
      says: /line 2/,
    },
  ],
  'parent-missing-aside': [
    {
      rule: 'N1 on a branch that was left',
      good: branched,
      damaged: edit(branched, 'u2', { parentUuid: 'gone' }),
      line: 3,
    },
    { rule: 'N1 nothing before it', good: plain, damaged: edit(plain, 'u1', { parentUuid: 'gone' }), line: 1 },
  ],
  'parent-null': [
    { rule: 'R-L11 null', good: plain, damaged: edit(plain, 'u3', { parentUuid: null }), line: 5, says: /: 4 entries/ },
    { rule: 'R-L11 absent', good: plain, damaged: dropField(plain, 'u3', 'parentUuid'), line: 5, says: /: 4 entries/ },
  ],
  'parent-cycle': [
    {
      rule: 'N1 cut',
      good: later(plain, 'u3', 60),
      damaged: edit(later(plain, 'u3', 60), 'u3', { parentUuid: 'a3' }),
      line: 5,
      says: /: 4 entries/,
    },
  ],
  'parent-cycle-bridged': [
    { rule: 'N1 bridged', good: plain, damaged: edit(plain, 'u3', { parentUuid: 'u3' }), line: 5, says: /at line 4/ },
    {
      rule: 'N1 on a branch that was left',
      good: branched,
      damaged: edit(branched, 'u2', { parentUuid: 'a2' }),
      line: 3,
    },
  ],
  'parent-forward': [
    { rule: 'R-L7', good: plain, damaged: [plain[0]!, plain[2]!, plain[1]!, ...plain.slice(3)], line: 2 },
  ],
  'parent-forward-large': [
    {
      rule: 'B1',
      good: [BALLAST, ...plain],
      damaged: [BALLAST, plain[0]!, plain[1]!, plain[4]!, plain[5]!, plain[2]!, plain[3]!],
      line: 7,
      says: /not loaded: 2 entries/,
    },
  ],
  'uuid-duplicate': [{ rule: 'N7 R-L14', good: plain, damaged: [...plain.slice(0, 3), ...plain.slice(2)], line: 3 }],
  'uuid-duplicate-differs': [
    {
      rule: 'N7',
      good: plain,
      damaged: [...plain.slice(0, 3), ...content(plain, 'u2', 'something else').slice(2)],
      line: 3,
      says: /uses line 4; not sent: the content of 1 entry/,
    },
  ],
  'parent-unknown-type': [
    {
      rule: 'N2',
      good: later(plain, 'u3', 60),
      damaged: [
        ...plain.slice(0, 4),
        { type: 'novelty', uuid: 'n', parentUuid: 'a2', timestamp: plain[3]!['timestamp'] },
        ...edit(later(plain, 'u3', 60), 'u3', { parentUuid: 'n' }).slice(4),
      ],
      line: 6,
      says: /: 4 entries/,
    },
  ],
  'parent-unknown-type-bridged': [
    {
      rule: 'N2 N1',
      good: plain,
      damaged: [
        ...plain.slice(0, 4),
        { type: 'novelty', uuid: 'n', parentUuid: 'a2', timestamp: plain[3]!['timestamp'] },
        ...edit(plain, 'u3', { parentUuid: 'n' }).slice(4),
      ],
      line: 6,
      says: /at line 4/,
    },
  ],
  'parent-sidechain': [
    {
      rule: 'N3',
      good: withAgent,
      damaged: edit(withAgent, 'a2', { parentUuid: 'p2' }),
      line: 6,
      says: /2 entries/,
    },
  ],
  'parent-sidechain-cut': [
    {
      rule: 'N3 R-L11',
      good: plain,
      damaged: [
        ...plain.slice(0, 4),
        ...session(side(prompt('p1'), last('p2'))),
        ...edit(plain, 'u3', { parentUuid: 'p2' }).slice(4),
      ],
      line: 7,
      says: /: 4 entries/,
    },
  ],

  // Tool calls
  'tool-call-lost': [
    {
      rule: 'R-T2 N17',
      good: withTools,
      damaged: edit(drop(withTools, 'rx'), 'a2', { parentUuid: 'a1' }),
      line: 2,
      says: /neither is the text of its entry/,
    },
  ],
  'tool-call-unanswered': [
    {
      rule: 'N18',
      good: session(prompt('u1'), calls('a1', 'x', 'y'), user2('x', 'y'), last('a2')),
      damaged: session(prompt('u1'), calls('a1', 'x', 'y'), result('rx', 'x'), last('a2')),
      line: 2,
    },
    {
      rule: 'N16',
      good: session(prompt('u1'), calls('a1', 'x'), result('rx', 'x'), calls('a2', 'y'), result('ry', 'y')),
      damaged: session(prompt('u1'), calls('a1', 'x'), calls('a2', 'y'), result('ry', 'y')),
      line: 2,
    },
  ],
  'tool-call-pending': [
    { rule: 'N15 R-T1', good: withTools.slice(0, 4), damaged: withTools.slice(0, 2), line: 2 },
    {
      rule: 'N15 with a result of another call',
      good: parallel.slice(0, 5),
      damaged: parallel.slice(0, 4),
      line: 3,
    },
  ],
  'tool-call-aside': [
    {
      rule: 'N17 on a branch that was left',
      good: branched,
      damaged: content(branched, 'a2', [use('x')]),
      line: 4,
    },
  ],
  'tool-result-orphan': [
    {
      rule: 'R-T4',
      good: withTools,
      damaged: content(withTools, 'a1', [text('let me see')]),
      line: 3,
    },
    {
      rule: 'N8 one of several calls of an answer is lost',
      good: withTools,
      damaged: session(
        prompt('u1'),
        calls('a1', 'x'),
        result('ry', 'y', { parent: 'u1' }),
        result('rx', 'x', { parent: 'a1' }),
        last('a2'),
      ),
      line: 3,
    },
  ],
  'tool-result-aside': [
    {
      rule: 'R-T4 on a branch that was left',
      good: longBranch,
      damaged: content(longBranch, 'u4', [answers('x')]),
      line: 5,
    },
  ],
  'tool-result-apart': [
    {
      rule: 'N19 another answer between',
      good: withTools,
      damaged: session(prompt('u1'), calls('a1', 'x'), answer('a2'), result('rx', 'x'), last('a3')),
      line: 4,
    },
    {
      rule: 'N10 the answer goes on behind another one',
      good: withTools,
      damaged: session(
        prompt('u1'),
        answer('a1', { message: 'm', blocks: [use('x')] }),
        result('rx', 'x'),
        calls('a2', 'w'),
        result('rw', 'w'),
        answer('a3', { message: 'm', blocks: [use('y')] }),
        result('ry', 'y'),
        last('a4'),
      ),
      line: 7,
    },
    {
      rule: 'N19 before its call, with a prompt between',
      good: withTools,
      damaged: session(prompt('u1'), last('a1'), result('rx', 'x'), prompt('u2'), calls('a2', 'x'), last('a3')),
      line: 3,
    },
  ],
  'tool-result-displaced': [
    {
      rule: 'R-T7 text between',
      good: withTools,
      damaged: session(prompt('u1'), calls('a1', 'x'), meta('m1'), result('rx', 'x'), last('a2')),
      line: 4,
    },
    {
      rule: 'N19 right before its call',
      good: withTools,
      damaged: session(prompt('u1'), last('a1'), result('rx', 'x'), calls('a2', 'x'), last('a3')),
      line: 3,
    },
  ],
  'tool-id-duplicate': [
    {
      rule: 'R-T9 A2.5',
      good: session(prompt('u1'), calls('a1', 'x'), result('rx', 'x'), calls('a2', 'y'), result('ry', 'y'), last('a3')),
      damaged: session(
        prompt('u1'),
        calls('a1', 'x'),
        result('rx', 'x'),
        calls('a2', 'x'),
        result('ry', 'x'),
        last('a3'),
      ),
      line: 4,
      says: /line 2/,
    },
  ],
  'tool-result-duplicate': [
    {
      rule: 'R-T8',
      good: withTools,
      damaged: session(
        prompt('u1'),
        calls('a1', 'x'),
        result('rx', 'x'),
        { ...result('ry', 'x'), message: { role: 'user', content: [answers('x', 'another answer')] } },
        last('a2'),
      ),
      line: 4,
    },
  ],
  'tool-result-repeated': [
    {
      rule: 'R-T8 the same again',
      good: withTools,
      damaged: session(prompt('u1'), calls('a1', 'x'), result('rx', 'x'), result('ry', 'x'), last('a2')),
      line: 4,
    },
  ],
  'tool-results-parallel': [
    {
      rule: 'R-T5 N8',
      good: parallel,
      damaged: edit(edit(parallel, 'rx', { parentUuid: 'a1' }), 'ry', { parentUuid: 'a2' }),
      line: 4,
      says: /^1 result/,
    },
  ],
  'tool-id-invalid': [
    {
      rule: 'A2.7',
      good: withTools,
      damaged: content(content(withTools, 'a1', [use('functions.Bash:0')]), 'rx', [answers('functions.Bash:0')]),
      line: 2,
      says: /functions\.Bash:0/,
    },
  ],
  'tool-input-invalid': [
    { rule: 'A2.8 a text', good: withTools, damaged: content(withTools, 'a1', [use('x', 'Read', '{}')]), line: 2 },
    {
      rule: 'A2.8 none',
      good: withTools,
      damaged: content(withTools, 'a1', [{ type: 'tool_use', id: 'x', name: 'Read' }]),
      line: 2,
    },
  ],
  'server-tool-orphan': [
    {
      rule: 'A2.13',
      good: server,
      damaged: content(server, 'a1', [
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        text('found'),
      ]),
      line: 2,
    },
    {
      rule: 'A2.13 before its call',
      good: server,
      damaged: content(server, 'a1', ((server[1]!['message'] as Entry)['content'] as Entry[]).toReversed()),
      line: 2,
    },
  ],

  // Checkpoints
  'checkpoint-unknown': [
    { rule: 'R-L4', good: add(plain, checkpoint('a3')), damaged: add(plain, checkpoint('gone')), line: 7 },
    {
      rule: 'N6 progress',
      good: session(prompt('u1'), last('a1'), progress('p1'), checkpoint('a1')),
      damaged: session(prompt('u1'), last('a1'), progress('p1'), checkpoint('p1')),
      line: 4,
    },
  ],
  'checkpoint-elsewhere': [
    {
      rule: 'N5',
      good: add([...branched.slice(0, 4), checkpoint('a2'), ...branched.slice(4)], checkpoint('a3')),
      damaged: [...branched.slice(0, 4), checkpoint('a2'), ...branched.slice(4)],
      line: 5,
      says: /names line 4, on another branch; not sent: 2 entries/,
    },
  ],
  'checkpoint-rewound': [
    { rule: 'R-L2 N5', good: branched, damaged: add(branched, checkpoint('a2')), line: 7, says: /not sent: 2 entries/ },
    {
      rule: 'R-L3 N6',
      good: add(plain, checkpoint('a1')),
      damaged: add(plain, checkpoint('a1', { explicit: true })),
      line: 7,
      says: /not sent: 4 entries/,
    },
    {
      rule: 'R-L5',
      good: add(plain, checkpoint(null)),
      damaged: add(plain, checkpoint(null, { explicit: true })),
      line: 7,
      says: /to the start; not sent: 6 entries/,
    },
  ],
  'checkpoint-sidechain': [
    { rule: 'N6', good: add(withAgent, checkpoint('a2')), damaged: add(withAgent, checkpoint('p2')), line: 7 },
  ],
  'checkpoint-before-compaction': [
    {
      rule: 'R-C9',
      good: add(plainlyCompacted, checkpoint('a3')),
      damaged: add(plainlyCompacted, checkpoint('a1')),
      line: 7,
      says: /not sent: 3 entries/,
    },
  ],

  // Compactions
  'preserved-missing': [
    {
      rule: 'R-C8',
      good: compacted,
      damaged: edit(compacted, 'b', {
        compactMetadata: { preservedMessages: { anchorUuid: 's', uuids: ['gone', 'a2'] } },
      }),
      line: 5,
      says: /missing: 1 of 2 entries that the compaction kept; not sent: the other 1/,
    },
    {
      rule: 'R-C8 a stretch',
      good: edit(compacted, 'b', {
        compactMetadata: { preservedSegment: { headUuid: 'u2', anchorUuid: 's', tailUuid: 'a2' } },
      }),
      damaged: edit(compacted, 'b', {
        compactMetadata: { preservedSegment: { headUuid: 'gone', anchorUuid: 's', tailUuid: 'a2' } },
      }),
      line: 5,
    },
  ],
  'preserved-anchor-missing': [
    {
      rule: 'R-C8',
      good: compacted,
      damaged: edit(compacted, 'b', {
        compactMetadata: { preservedMessages: { anchorUuid: 'gone', uuids: ['u2', 'a2'] } },
      }),
      line: 5,
      says: /not sent: 2 entries/,
    },
  ],
  'compaction-no-summary': [
    {
      rule: 'R-C1',
      good: plainlyCompacted,
      damaged: edit(drop(plainlyCompacted, 's'), 'u3', { parentUuid: 'b' }),
      line: 3,
      says: /not sent: 2 entries/,
    },
  ],
  'compaction-unfinished': [
    { rule: 'R-C10 N4', good: plainlyCompacted, damaged: plainlyCompacted.slice(0, 3), line: 3 },
  ],
  'boundary-bypassed': [
    {
      rule: 'R-C6',
      good: plainlyCompacted,
      damaged: edit(plainlyCompacted, 'u3', { parentUuid: 'a1' }),
      line: 5,
      says: /line 3; sent again: 2 entries/,
    },
    { rule: 'R-C5', good: plainlyCompacted, damaged: edit(plainlyCompacted, 's', { parentUuid: 'a1' }), line: 4 },
  ],
  'boundary-bypassed-large': [
    {
      rule: 'R-C6 B1',
      good: [BALLAST, ...plainlyCompacted],
      damaged: [BALLAST, ...edit(plainlyCompacted, 'u3', { parentUuid: 'a1', timestamp: '2026-01-02T11:00:00.000Z' })],
      line: 6,
      says: /2 entries/,
    },
  ],
  'compacting-unfinished': [
    {
      rule: 'D14',
      good: add(
        plain,
        { type: 'compact_system', message: 'conversation_compacting' },
        { type: 'compact_system', message: 'conversation_compacted' },
      ),
      damaged: add(plain, { type: 'compact_system', message: 'conversation_compacting' }),
      line: 7,
    },
  ],
}

function user2(...ids: readonly string[]): Line {
  return { ...prompt('r'), message: { role: 'user', content: ids.map(id => answers(id)) } }
}
