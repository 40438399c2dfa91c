// Damaged lines, encodings, and fields of rows that may be missing, strange or foreign.

import { a, att, call, experiment, id, lines, note, r, session, sys, text, u } from './builders.js'
import type { Experiment } from './experiment.js'

const one = [u('u1', null, 'one'), a('a1', 'u1', 'm1', 'two')]
const two = [u('u2', 'a1', 'three'), a('a2', 'u2', 'm2', 'four')]
const four = [...one, ...two]
const encode = (text: string) => new TextEncoder().encode(text)
/** The four rows as one text, changed. */
const changed = (change: (rows: readonly string[]) => string) => () => encode(change(lines(four)))
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap(part => [...part]))

export const LINES: readonly Experiment[] = [
  experiment('line-blank', 'R-F1', 'blank lines are skipped', [one[0]!, '', '   ', one[1]!, '\t', ...two, '']),
  experiment('line-garbage', 'R-F1', 'garbage lines are skipped', [
    one[0]!,
    'no json at all',
    '{"type":"user"',
    one[1]!,
    '}',
    ...two,
  ]),
  experiment('line-values', 'R-F1', 'lines that hold other values are skipped', [
    one[0]!,
    '[]',
    'null',
    '42',
    '"text"',
    'true',
    '{}',
    '[{"type":"user"}]',
    one[1]!,
    ...two,
  ]),
  experiment('line-comment', 'R-F1', 'comment lines are skipped', ['// a comment', ...four]),
  experiment(
    'line-truncated-middle',
    'R-F1 N1',
    'a row cut in the middle is lost; its child is bridged',
    changed(rows => `${[...rows.slice(0, 2), rows[2]!.slice(0, 60), rows[3]!].join('\n')}\n`),
  ),
  experiment(
    'line-cut-last',
    'R-F2',
    'the last line is cut: the row is lost, the tip is a prompt',
    changed(rows => [...rows.slice(0, 3), rows[3]!.slice(0, 80)].join('\n')),
  ),
  experiment(
    'line-no-newline',
    'R-F2',
    'no newline at the end: fine',
    changed(rows => rows.join('\n')),
  ),
  experiment(
    'line-cut-user-last',
    'R-F2',
    'the cut last line is a prompt: the reply before it is the tip',
    changed(rows => [...rows.slice(0, 2), rows[2]!.slice(0, 80)].join('\n')),
  ),
  experiment(
    'line-glued',
    'R-F1',
    'two rows on one line: only the first is read',
    changed(rows => `${rows[0]}\n${rows[1]}${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-glued-last',
    'R-F1',
    'the last two rows on one line: only the first is read',
    changed(rows => `${rows[0]}\n${rows[1]}\n${rows[2]}${rows[3]}\n`),
  ),
  experiment(
    'line-glued-blank',
    'R-F1',
    'two rows on one line with a blank between: only the first is read',
    changed(rows => `${rows[0]}\n${rows[1]} ${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-glued-comma',
    'R-F1',
    'two rows on one line with a comma between: only the first is read',
    changed(rows => `${rows[0]}\n${rows[1]},${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-glued-cut',
    'R-F1',
    'a cut row with the next one glued to it: both lost',
    changed(rows => `${rows[0]}\n${rows[1]!.slice(0, 70)}${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-trailing-comma',
    'R-F1',
    'a comma at the end of a line: fine',
    changed(rows => `${rows[0]},\n${rows.slice(1).join('\n')}\n`),
  ),
  experiment(
    'line-nul',
    'R-F3',
    'NUL bytes before a row: the row is lost and bridged',
    changed(rows => `${rows[0]}\n${rows[1]}\n\0\0\0\0${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-nul-alone',
    'R-F3',
    'a line of NUL bytes is skipped',
    changed(rows => `${rows[0]}\n\0\0\0\0\n${rows.slice(1).join('\n')}\n`),
  ),
  experiment(
    'line-nul-last',
    'R-F3',
    'NUL bytes after the last row: fine',
    changed(rows => `${rows.join('\n')}\n\0\0\0\0`),
  ),
  experiment(
    'line-bom',
    'R-F4',
    'a byte order mark: fine',
    changed(rows => `\uFEFF${rows.join('\n')}\n`),
  ),
  experiment(
    'line-bom-inside',
    'R-F4',
    'a byte order mark before a later row: that row is lost',
    changed(rows => `${rows[0]}\n${rows[1]}\n\uFEFF${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-crlf',
    'R-F4',
    'CRLF: fine',
    changed(rows => `${rows.join('\r\n')}\r\n`),
  ),
  experiment(
    'line-bom-crlf',
    'R-F4',
    'both',
    changed(rows => `\uFEFF${rows.join('\r\n')}\r\n`),
  ),
  experiment(
    'line-cr-only',
    'R-F4',
    'CR alone is no line end: only the first row is read',
    changed(rows => `${rows.join('\r')}\n`),
  ),
  experiment(
    'line-pretty',
    'R-F5',
    'pretty-printed over several lines: fine',
    changed(rows => `${rows.map(row => JSON.stringify(JSON.parse(row), null, 2)).join('\n')}\n`),
  ),
  experiment(
    'line-pretty-one',
    'R-F5',
    'one row pretty-printed among compact ones: fine',
    changed(rows => `${[rows[0], rows[1], JSON.stringify(JSON.parse(rows[2]!), null, 2), rows[3]].join('\n')}\n`),
  ),
  experiment(
    'line-pretty-glued',
    'R-F5 R-F1',
    'what follows a pretty-printed row on its last line is lost',
    changed(rows => `${rows[0]}\n${rows[1]}\n${JSON.stringify(JSON.parse(rows[2]!), null, 2)}${rows[3]}\n`),
  ),
  experiment(
    'line-python',
    'R-F5',
    'blanks after colons and commas: fine',
    changed(rows => `${rows.map(row => JSON.stringify(JSON.parse(row), null, 1).replace(/\n\s*/g, ' ')).join('\n')}\n`),
  ),
  experiment(
    'line-key-order',
    'R-F5',
    'keys in another order: fine',
    changed(
      rows =>
        rows.map(row => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row)).reverse()))).join('\n') +
        '\n',
    ),
  ),
  experiment(
    'line-indented',
    'R-F5',
    'blanks before and after a row: fine',
    changed(rows => `${rows.map(row => `  ${row}\t `).join('\n')}\n`),
  ),
  experiment('line-invalid-utf8', 'R-F1', 'bytes that are no UTF-8 inside a text become U+FFFD', () => {
    const [before, after] = lines([u('u2', 'a1', 'bad HERE', { at: 3 })])[0]!.split('HERE')
    return join(session(one), encode(before!), Uint8Array.of(0xff, 0xc3, 0x28), encode(`${after}\n`))
  }),
  experiment(
    'line-cut-after-comma',
    'R-F1',
    'a row cut after a comma; the next line is read',
    changed(rows => `${rows[0]}\n${rows[1]}\n${rows[2]!.slice(0, rows[2]!.indexOf(',') + 1)}\n${rows[3]}\n`),
  ),
  experiment(
    'line-cut-after-colon',
    'R-F1',
    'a row cut after a colon takes the next line as its value and never ends: both lost',
    changed(rows => `${rows[0]}\n${rows[1]}\n${rows[2]!.slice(0, rows[2]!.indexOf('"message":') + 10)}\n${rows[3]}\n`),
  ),
  experiment(
    'line-cut-brace',
    'R-F1',
    'lines of one open brace or bracket are skipped',
    changed(rows => `${rows[0]}\n{\n${rows[1]}\n[\n${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-cut-bracket-value',
    'R-F1 R-F5',
    'rows inside a list over several lines are one value: refuses',
    changed(rows => `[\n${rows.join(',\n')}\n]\n`),
  ),
  experiment(
    'line-split-row',
    'R-F5',
    'a row broken by a newline between two keys: fine',
    changed(rows => `${rows[0]}\n${rows[1]}\n${rows[2]!.replace(',"type"', '\n,"type"')}\n${rows[3]}\n`),
  ),
  experiment(
    'line-split-text',
    'R-F1',
    'a row broken by a newline inside a text: lost',
    changed(rows => `${rows[0]}\n${rows[1]}\n${rows[2]!.replace('three', 'th\nree')}\n${rows[3]}\n`),
  ),
  experiment(
    'line-value-then-row',
    'R-F1',
    'a number and a row on one line: the row is lost',
    changed(rows => `${rows[0]}\n${rows[1]}\n42 ${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-row-then-garbage',
    'R-F1',
    'garbage after a row on its line: fine',
    changed(rows => `${rows[0]}\n${rows[1]} garbage\n${rows[2]}}\n${rows[3]}\n`),
  ),
  experiment(
    'line-nul-after',
    'R-F3',
    'NUL bytes after a row on its line: fine',
    changed(rows => `${rows[0]}\n${rows[1]}\0\0\n${rows[2]}\n${rows[3]}\n`),
  ),
  experiment('line-escaped-surrogate', 'N31 A4.8', 'a lone surrogate becomes U+FFFD everywhere', [
    u('u1', null, 'bad \ud83d prompt'),
    a('a1', 'u1', 'm1', [text('bad \udc00 reply'), call('x', 'Bash', { command: 'bad \ud83d', 'key \ud83d': 1 })]),
    r('r1', 'a1', 'x', 'bad \ud83d result'),
    a('a2', 'r1', 'm2', 'done'),
  ]),
  experiment(
    'line-surrogate-pair',
    'N31',
    'an escaped surrogate pair is one character',
    changed(rows => `${rows.join('\n').replace('three', '\\ud83d\\ude00')}\n`),
  ),
  experiment('line-surrogate-swapped', 'N31', 'two halves in the wrong order: two U+FFFD', [
    ...one,
    u('u2', 'a1', '\ude00\ud83d'),
    two[1]!,
  ]),
  experiment(
    'line-surrogate-thinking',
    'N31',
    'a lone surrogate in thinking and in an unknown block becomes U+FFFD too',
    [
      u('u1', null, 'one'),
      a('a1', 'u1', 'm1', [
        { type: 'thinking', thinking: 'h \ud83d', signature: 's' },
        { type: 'novelty', words: 'n \ud83d' },
        text('T'),
      ]),
      u('u2', 'a1', 'next'),
    ],
  ),
  experiment('line-surrogate-in-result-blocks', 'N31', 'a lone surrogate in a result text block becomes U+FFFD', [
    u('u1', null, 'one'),
    a('a1', 'u1', 'm1', call('x')),
    r('r1', 'a1', 'x', [text('part \ud83d')]),
    a('a2', 'r1', 'm2', 'done'),
  ]),
  experiment('line-nul-escape', 'A4.9', 'U+0000 escaped in a text is sent', [
    ...one,
    u('u2', 'a1', 'a\u0000b'),
    two[1]!,
  ]),
  experiment(
    'line-double-key',
    'R-F1',
    'a key that stands twice: the last holds',
    changed(
      rows =>
        `${rows[0]}\n${rows[1]}\n${rows[2]!.replace('"type":"user"', '"type":"assistant","type":"user"')}\n${rows[3]}\n`,
    ),
  ),
  experiment(
    'line-control-char',
    'R-F1',
    'a raw control character inside a text: the row is lost',
    changed(rows => `${rows[0]}\n${rows[1]}\n${rows[2]!.replace('three', 'th\u0001ree')}\n${rows[3]}\n`),
  ),
  experiment(
    'line-tab-in-text',
    'R-F1',
    'a raw tab inside a text: the row is lost',
    changed(rows => `${rows[0]}\n${rows[1]}\n${rows[2]!.replace('three', 'th\tree')}\n${rows[3]}\n`),
  ),
  experiment('line-separator', 'R-F1', 'U+2028 and U+0085 inside a text are no line ends', [
    ...one,
    u('u2', 'a1', 'a\u2028b\u0085c\u2029d'),
    two[1]!,
  ]),
  experiment('line-deep', 'R-F1', 'a row nested 2000 deep: fine', [
    ...one,
    u('u2', 'a1', 'three', { deep: JSON.parse('['.repeat(2000) + ']'.repeat(2000)) }),
    two[1]!,
  ]),

  experiment('field-unknown-type', 'R-F6', 'rows of unknown types are ignored', [
    note('novelty', { x: 1 }),
    ...one,
    note('novelty', { uuid: id('n') }),
    ...two,
  ]),
  experiment('field-unknown-attachment', 'R-F6 B2', 'an unknown attachment is ignored, the chain intact', [
    ...one,
    att('t1', 'a1', 'novelty', { words: 'x' }),
    u('u2', 't1', 'three', { at: 60 }),
    two[1]!,
  ]),
  experiment(
    'field-session-other',
    'R-F7',
    'another session id in the rows: fine',
    four.map(row => ({ ...row, sessionId: '99999999-0000-4000-8000-000000000009' })),
  ),
  experiment(
    'field-session-mixed',
    'R-F7',
    'mixed session ids: fine',
    four.map((row, at) => ({ ...row, sessionId: at % 2 ? '99999999-0000-4000-8000-000000000009' : row['sessionId'] })),
  ),
  experiment(
    'field-session-missing',
    'R-F7',
    'no session id: fine',
    four.map(row => ({ ...row, sessionId: undefined })),
  ),
  experiment('field-file-name', 'R-F8', 'a file name that is no uuid: refuses', four, { fileName: 'my-session' }),
  experiment(
    'field-minimal',
    'R-F9',
    'type, uuid, parentUuid, timestamp and message suffice',
    four.map(row => ({
      type: row['type'],
      uuid: row['uuid'],
      parentUuid: row['parentUuid'],
      timestamp: row['timestamp'],
      message: row['message'],
    })),
  ),
  experiment(
    'field-minimal-message',
    'R-F9',
    'role and content suffice in a message',
    four.map(row => ({
      ...row,
      message: {
        role: (row['message'] as { role: string }).role,
        content: (row['message'] as { content: unknown }).content,
      },
    })),
  ),
  experiment(
    'field-no-role',
    'R-F9',
    'a message without role is sent by its type',
    four.map(row => ({ ...row, message: { ...(row['message'] as object), role: undefined } })),
  ),
  experiment('field-role-wrong', 'R-F9', 'a role that contradicts the type: the type holds', [
    ...one,
    u('u2', 'a1', 'three', { message: { role: 'assistant' } }),
    two[1]!,
  ]),
  experiment('field-plain-uuids', 'R-F10', 'uuids that are not uuid-shaped: fine', [
    u('u1', null, 'one', { uuid: 'a' }),
    a('a1', null, 'm1', 'two', { uuid: 'b', parentUuid: 'a' }),
    u('u2', null, 'three', { uuid: 'c', parentUuid: 'b' }),
  ]),
  experiment('field-upper-uuid', 'R-F10', 'a parent in upper case names no row that is known', [
    ...one,
    u('u2', null, 'three', { parentUuid: id('a1').toUpperCase(), at: 60 }),
    two[1]!,
  ]),
  experiment(
    'field-version',
    'R-F11',
    'versions old and new, another cwd: fine',
    four.map((row, at) => ({ ...row, version: ['0.2.9', '9.9.9'][at % 2], cwd: '/nowhere/else' })),
  ),
  experiment('field-empty-file', 'R-F14', 'an empty file: refuses', () => new Uint8Array()),
  experiment('field-newline-file', 'R-F14', 'a file of one newline: refuses', () => encode('\n')),
  experiment('field-only-metadata', 'R-F14', 'only metadata rows: refuses', [
    note('mode', { mode: 'normal' }),
    note('custom-title', { customTitle: 'T' }),
  ]),
  experiment('field-only-system', 'R-F14 N4', 'only system rows: resumes with an empty history', [
    sys('s1', null, 'informational'),
    sys('s2', 's1', 'informational'),
  ]),
  experiment(
    'field-only-attachments',
    'R-F14 N4',
    'only attachments: resumes with nothing but "No response requested."',
    [att('t1', null, 'date', { newDate: '2026-06-01' })],
  ),
  experiment('field-only-assistant', 'R-F14', 'a single assistant row is sent', [a('a1', null, 'm1', 'alone')]),
  experiment('field-only-summary-file', 'R-F14 R-L6', 'only summary rows: refuses', [
    note('summary', { summary: 'TITLE', leafUuid: id('a1') }),
  ]),
  experiment('field-ended', 'R-F16', 'an ended-by-model row: refuses', [...four, note('ended-by-model')]),
  experiment('field-ended-first', 'R-F16', 'an ended-by-model row at the top: refuses', [
    note('ended-by-model'),
    ...four,
  ]),
  experiment('field-ended-between', 'R-F16', 'an ended-by-model row between turns: refuses', [
    ...one,
    note('ended-by-model'),
    ...two,
  ]),
  experiment('field-ended-no-session', 'R-F16', 'an ended-by-model row of another session does not count', [
    ...four,
    note('ended-by-model', { sessionId: '99999999-0000-4000-8000-000000000009' }),
  ]),
  experiment('field-other-rows', 'R-F17', 'history-suppression, session-owner and the like: resumes', [
    ...four,
    note('history-suppression', { suppressed: true }),
    note('session-owner', { owner: 'other' }),
    note('relocated', { relocatedCwd: '/else' }),
    note('continued-in', { continuedIn: 'x' }),
    note('worktree-state', { worktreeSession: null }),
    note('agent-setting', { agentSetting: 'x' }),
    note('permission-mode', { permissionMode: 'plan' }),
  ]),
  experiment('field-content-replacement', 'B2', 'content-replacement has no effect', [
    u('u1', null, 'one'),
    a('a1', 'u1', 'm1', call('x')),
    r('r1', 'a1', 'x', 'long output'),
    a('a2', 'r1', 'm2', 'done'),
    note('content-replacement', {
      replacements: [{ kind: 'tool-result', toolUseId: 'toolu_x', replacement: 'short' }],
    }),
  ]),
  experiment(
    'field-forked',
    'R-F11',
    'forkedFrom and other row fields are not sent',
    four.map(row => ({
      ...row,
      forkedFrom: { sessionId: 's', messageUuid: row['uuid'] },
      isDeleted: true,
      isAborted: true,
      userType: 'human',
    })),
  ),
  experiment('field-logical-parent', 'R-L11', 'logicalParentUuid on an ordinary root is not followed', [
    ...one,
    u('u2', null, 'three', { logicalParentUuid: id('a1') }),
    two[1]!,
  ]),

  experiment(
    'line-cut-colon-more',
    'R-F1',
    'a row cut after a colon: the rows after it are read all the same',
    changed(rows => `${rows[0]}\n${rows[1]!.slice(0, rows[1]!.indexOf('"message":') + 10)}\n${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-open-bracket-last',
    'R-F1',
    'an open bracket before the last row: that row is lost',
    changed(rows => `${rows[0]}\n${rows[1]}\n${rows[2]}\n[\n${rows[3]}\n`),
  ),
  experiment(
    'line-open-bracket-middle',
    'R-F1',
    'an open bracket on the line of a row: that row is lost',
    changed(rows => `${rows[0]}\n[${rows[1]}\n${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-open-quote',
    'R-F1',
    'a line of one quote is skipped',
    changed(rows => `${rows[0]}\n"\n${rows.slice(1).join('\n')}\n`),
  ),
  experiment(
    'line-close-brace',
    'R-F1',
    'a line of one closing brace is skipped',
    changed(rows => `${rows[0]}\n}\n${rows.slice(1).join('\n')}\n`),
  ),
  experiment(
    'line-cut-number',
    'R-F1',
    'a row cut inside a number at the end of the file is lost',
    changed(rows => `${rows.join('\n')}\n{"type":"user","n":12`),
  ),
  experiment(
    'line-formfeed',
    'R-F1',
    'a form feed and a vertical tab are no blanks: a row behind one is lost',
    changed(rows => `${rows[0]}\n\f\n${rows[1]}\n\v\n\f${rows[2]}\n${rows[3]}\n`),
  ),
  experiment(
    'line-cr-inside',
    'R-F4',
    'a raw CR inside a text: the row is lost',
    changed(rows => `${rows.join('\n').replace('three', 'th\rree')}\n`),
  ),
  experiment(
    'line-single-quotes',
    'R-F1',
    'a row in single quotes is skipped',
    changed(rows => `${rows[0]}\n{'type':'user'}\n${rows.slice(1).join('\n')}\n`),
  ),
  experiment(
    'line-nan',
    'R-F1',
    'a row with NaN is lost',
    changed(
      rows => `${rows[0]}\n${rows[1]}\n${rows[2]!.replace('"isSidechain":false', '"isSidechain":NaN')}\n${rows[3]}\n`,
    ),
  ),
  experiment('line-utf16', 'R-F1', 'a file in UTF-16: refuses', () =>
    Uint8Array.from([
      0xff,
      0xfe,
      ...lines(four)
        .join('\n')
        .split('')
        .flatMap(letter => [letter.charCodeAt(0), 0]),
    ]),
  ),
]
