// Results of megabytes are held cut where only their beginning is shown (I5): what is shown is the same.

import { describe, expect, test } from 'vitest'
import { sessionContext } from '../../src/actions/context/context.js'
import { type ShowOptions, showSession, wholeReport } from '../../src/actions/read/show.js'
import { type OpenReading, readingInMemory } from '../../src/actions/session/open-reading.js'
import { withCutResults } from '../../src/conversation/cut-results.js'
import { LONG } from '../../src/format/json/cut-text.js'
import { presentContext } from '../../src/present/context.js'
import { paint } from '../../src/present/paint.js'
import { answer, answers, bytesOf, type Line, prompt, text, use, user } from '../conversation/lines.js'

const LONG_TEXT = `first line\n${'a line of words, with "quotes" and é\n'.repeat(Math.ceil(LONG / 30))}the last one\n\n`

/** One call with its result, a prompt before it and an answer behind. */
const session = (name: string, content: unknown, more: Line = {}): readonly Line[] => [
  prompt('u1'),
  answer('a1', { blocks: [use('t1', name, { command: 'ls', url: 'u', pattern: 'p', file_path: '/f' })] }),
  user('r1', [answers('t1', content)], more),
  answer('a2'),
]

const SHAPES: Readonly<Record<string, readonly Line[]>> = {
  'a text': session('Bash', LONG_TEXT),
  'a text in a block': session('Task', [text('short'), text(LONG_TEXT), text('behind')]),
  'an output in the record': session('Bash', 'beginning', {
    toolUseResult: { stdout: LONG_TEXT.trimEnd(), stderr: 'oh', interrupted: false, isImage: false },
  }),
  'errors in the record': session('Bash', 'beginning', { toolUseResult: { stdout: 'out', stderr: LONG_TEXT } }),
  'an error': session('Bash', `<tool_use_error>${LONG_TEXT}</tool_use_error>`),
  'what a page said': session('WebFetch', 'short', { toolUseResult: { result: LONG_TEXT, code: 200, url: 'u' } }),
  'what was found': session('Grep', 'short', {
    toolUseResult: { mode: 'content', content: LONG_TEXT, numLines: 7, filenames: [] },
  }),
  'a file that was read': session('Read', LONG_TEXT, {
    toolUseResult: { type: 'text', file: { filePath: '/f', content: LONG_TEXT, numLines: 3, startLine: 1 } },
  }),
  'a record that is a text': session('Bash', LONG_TEXT, { toolUseResult: LONG_TEXT }),
  'words beside a result': [
    ...session('Bash', 'short').slice(0, 2),
    user('r1', [answers('t1', LONG_TEXT), text(LONG_TEXT)]),
  ],
  'content of another kind': session('Bash', { odd: LONG_TEXT, text: LONG_TEXT }),
}

const whole = (open: OpenReading): OpenReading => ({ ...open, entryCut: open.entry })
const screen = { width: 80, paint: paint(false), now: 0 }

describe.each(Object.entries(SHAPES))('%s', (_, lines) => {
  const open = readingInMemory(bytesOf(lines))

  test.each<ShowOptions>([
    {},
    { depth: 'all', atMost: { lines: 2000, characters: 100_000 } },
    { depth: 'all' },
    { atMost: { lines: Number.POSITIVE_INFINITY, characters: 1_000_000 } },
  ])('show says the same as with the whole text: %o', options => {
    const shown = (one: OpenReading) => wholeReport(showSession(one, [], options))
    expect(shown(open)).toEqual(shown(whole(open)))
  })

  test('context says the same as with the whole text', () => {
    const shown = (one: OpenReading) => [...presentContext(sessionContext(one), screen, { full: false, brief: false })]
    expect(shown(open)).toEqual(shown(whole(open)))
  })
})

test('a result is cut where it is held, prompts and errors are not', () => {
  const cut = (line: Line) => withCutResults(new TextEncoder().encode(JSON.stringify(line)))
  const sizes = Object.fromEntries(
    Object.entries(SHAPES).map(([name, lines]) => [name, JSON.stringify(cut(lines[2]!)).length > LONG]),
  )
  expect(sizes).toEqual({
    ...Object.fromEntries(Object.keys(SHAPES).map(name => [name, false])),
    'an error': true,
    'words beside a result': true,
    'content of another kind': true,
  })
  const short = session('Bash', 'short')[2]!
  expect(cut(short)).toEqual(short)
})

test('a call with a name of megabytes is shown by its beginning and its length', () => {
  const lines = [
    prompt('u1'),
    answer('a1', { blocks: [use('t1', LONG_TEXT), use(LONG_TEXT)] }),
    user('r1', [answers('t1')]),
  ]
  const open = readingInMemory(bytesOf(lines))
  const told = (one: OpenReading) => [
    wholeReport(showSession(one, [])),
    [...presentContext(sessionContext(one), screen, { full: false, brief: false })],
  ]
  expect(told(open)).toEqual(told(whole(open)))
  expect(JSON.stringify(told(open))).toContain(`[${LONG_TEXT.length} characters]`)
  expect(JSON.stringify(open.entryCut(1)).length).toBeLessThan(LONG)
})
