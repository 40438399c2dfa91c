// `show` on the terminal: each form of a tool call, at two widths, with and without colour.

import { describe, expect, test } from 'vitest'
import { type Depth, showSession } from '../../src/actions/read/show.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { paint, unpainted } from '../../src/present/paint.js'
import { presentShow } from '../../src/present/show.js'
import { width } from '../../src/present/width.js'
import { randomSession } from '../../tools/generator/random-session.js'

interface Options {
  readonly columns?: number
  readonly color?: boolean
  readonly depth?: Depth
}

const NOW = Date.parse('2026-11-15T21:00:00Z')

type Row = Readonly<Record<string, unknown>>

/** The lines below the turn's head, without the prompt. */
function shown(rows: readonly Row[], options: Options = {}): string[] {
  const chained = rows.map((row, index) => ({ uuid: `u${index}`, parentUuid: index ? `u${index - 1}` : null, ...row }))
  const first = { cwd: '/home/ada/tide', ...chained[0] }
  const text = [first, ...chained.slice(1)].map(row => `${JSON.stringify(row)}\n`).join('')
  const report = showSession(inMemory(new TextEncoder().encode(text)), [], { depth: options.depth ?? 'tools' })
  const lines = [
    ...presentShow(report, { width: options.columns ?? 80, paint: paint(options.color ?? false), now: NOW }),
  ]
  const start = lines.findIndex(line => unpainted(line) === '> go')
  return lines.slice(start + 2).filter((line, index, all) => line !== '' || index < all.length - 1)
}

const go: Row = { type: 'user', message: { role: 'user', content: 'go' } }
const say = (text: string): Row => ({ type: 'assistant', message: { id: 'm0', content: [{ type: 'text', text }] } })

/** A prompt, a call and its result. */
function call(name: string, input: unknown, content: unknown, record?: unknown, isError = false): readonly Row[] {
  return [
    go,
    { type: 'assistant', message: { id: 'm', content: [{ type: 'tool_use', id: 't', name, input }] } },
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content, is_error: isError }] },
      ...(record === undefined ? {} : { toolUseResult: record }),
    },
  ]
}

const many = (n: number): string => Array.from({ length: n }, (_, i) => `line ${i + 1}`).join('\n')

describe('tool forms', () => {
  test('a shell command with long output', () => {
    const rows = call('Bash', { command: 'seq 13' }, many(13), { stdout: many(13), stderr: '' })
    expect(shown(rows)).toEqual([
      '  $ seq 13',
      ...many(10)
        .split('\n')
        .map(line => `    ${line}`),
      '    … 3 more lines',
    ])
    expect(shown(rows, { depth: 'all' })).toHaveLength(14)
  })

  test('a shell command of several lines that failed, with long lines', () => {
    const rows = call('Bash', { command: 'cd src\nmake all' }, `Exit code 2\n${'x'.repeat(100)}`, 'Error', true)
    expect(shown(rows)).toEqual(['  $ cd src', '    make all  failed', '    Exit code 2', `    ${'x'.repeat(75)}…`])
    expect(shown(rows, { columns: 160 }).at(-1)).toBe(`    ${'x'.repeat(100)}`)
  })

  test('a long command is broken, not cut', () => {
    const command = `echo ${'word '.repeat(20).trim()}`
    expect(shown(call('Bash', { command }, ''))).toEqual([
      `  $ echo ${'word '.repeat(14).trim()}`,
      `    ${'word '.repeat(6).trim()}`,
    ])
  })

  test('output kept elsewhere, a command in the background', () => {
    const record = {
      stdout: 'a',
      stderr: '',
      persistedOutputPath: '/home/ada/tide/out.txt',
      persistedOutputSize: 34_000,
    }
    expect(shown(call('Bash', { command: 'x' }, 'a', record))).toEqual([
      '  $ x',
      '    a',
      '    persisted output in out.txt (34 kB)',
    ])
    expect(shown(call('Bash', { command: 'x' }, '', { stdout: '', stderr: '', backgroundTaskId: 'b1' }))).toEqual([
      '  $ x  (continues in the background as b1)',
    ])
  })

  const patch = [{ oldStart: 3, oldLines: 2, newStart: 3, newLines: 2, lines: [' same', '-old', '+new'] }]

  test('an edit as a diff from the patch', () => {
    const rows = call('Edit', { file_path: '/home/ada/tide/src/a.ts', old_string: 'old', new_string: 'new' }, 'ok', {
      structuredPatch: patch,
    })
    expect(shown(rows)).toEqual(['  • Edit src/a.ts  +1 -1', '    @@ -3 +3 @@', '     same', '    -old', '    +new'])
    expect(shown(rows, { color: true })).toEqual([
      '  • \u001b[1mEdit\u001b[22m src/a.ts  +1 -1',
      '    \u001b[36m@@ -3 +3 @@\u001b[39m',
      '\u001b[2m     same\u001b[22m',
      '\u001b[31m    -old\u001b[39m',
      '\u001b[32m    +new\u001b[39m',
    ])
  })

  test('long lines of a diff are broken, not cut', () => {
    const long = `${'word '.repeat(20)}end`
    const lines = shown(call('Edit', { file_path: 'a', old_string: 'x', new_string: long }, 'ok'))
    expect(
      lines
        .slice(2)
        .map(line => line.trim())
        .join(' '),
    ).toBe(`+${long}`)
    expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(80)
  })

  test('edits without a patch, from their texts', () => {
    expect(shown(call('Edit', { file_path: 'a', old_string: 'x\ny\nz', new_string: 'x\nY\nz' }, 'ok'))).toEqual([
      '  • Edit a  +1 -1',
      '     x',
      '    -y',
      '    +Y',
      '     z',
    ])
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ]
    expect(shown(call('MultiEdit', { file_path: 'f', edits }, 'ok'))).toEqual([
      '  • MultiEdit f  +2 -2',
      '    -a',
      '    +b',
      '    @@',
      '    -c',
      '    +d',
    ])
  })

  test('a new file', () => {
    const rows = call('Write', { file_path: '/home/ada/tide/n.md', content: many(30) }, 'ok', { type: 'create' })
    const lines = shown(rows)
    expect(lines[0]).toBe('  • Write n.md  new, 30 lines')
    expect(lines.at(-1)).toBe('    … 6 more lines')
    expect(lines).toHaveLength(26)
  })

  test('a failed edit says why', () => {
    expect(
      shown(call('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, 'Not found.', 'Error', true)),
    ).toEqual(['  • Edit a  +1 -1  failed', '    -x', '    +y', '    Not found.'])
  })

  test('reading a file, a part of it, a picture', () => {
    const file = { filePath: '/home/ada/tide/a.ts', content: 'x', numLines: 4, startLine: 1, totalLines: 4 }
    expect(shown(call('Read', { file_path: '/home/ada/tide/a.ts' }, '1→x', { type: 'text', file }))).toEqual([
      '  • Read a.ts  4 lines',
    ])
    const part = { ...file, startLine: 10, numLines: 5, totalLines: 99 }
    expect(shown(call('Read', { file_path: '/etc/hosts' }, '1→x', { type: 'text', file: part }))).toEqual([
      '  • Read /etc/hosts  lines 10–14 of 99',
    ])
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAHgAAABQCAYAAAA='
    const image = [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }]
    expect(shown(call('Read', { file_path: '/p.png' }, image))).toEqual([
      '  • Read /p.png',
      '    [image png 120×80 29 B]',
    ])
  })

  test('searches', () => {
    const record = {
      mode: 'files_with_matches',
      filenames: ['/home/ada/tide/a.ts', '/home/ada/tide/b.ts'],
      numFiles: 2,
    }
    expect(shown(call('Grep', { pattern: 'moon', path: '/home/ada/tide/src' }, 'x', record))).toEqual([
      '  • Grep moon in src  2 files',
      '    a.ts',
      '    b.ts',
    ])
    expect(shown(call('Glob', { pattern: '*.rs' }, 'No files found', { filenames: [], numFiles: 0 }))).toEqual([
      '  • Glob *.rs  0 files',
    ])
  })

  test('to-dos and tasks', () => {
    const todos = [
      { content: 'one', status: 'completed' },
      { content: 'two', status: 'in_progress' },
      { content: 'three', status: 'pending' },
    ]
    expect(shown(call('TodoWrite', { todos }, 'ok'))).toEqual([
      '  • TodoWrite',
      '    ☒ one',
      '    ◐ two',
      '    ☐ three',
    ])
    expect(shown(call('TaskCreate', { subject: 'Tides' }, 'created', { task: { id: '1', subject: 'Tides' } }))).toEqual(
      ['  • TaskCreate #1 Tides'],
    )
    const change = { statusChange: { from: 'pending', to: 'completed' } }
    expect(shown(call('TaskUpdate', { taskId: '1', status: 'completed' }, 'ok', change))).toEqual([
      '  • TaskUpdate #1 (pending → completed)',
    ])
  })

  test('an agent', () => {
    const input = { description: 'Look', prompt: 'Find it.\nThen say.', subagent_type: 'Explore' }
    expect(shown(call('Agent', input, [{ type: 'text', text: 'Here.' }], { status: 'completed' }))).toEqual([
      '  • Agent Explore Look',
      '    > Find it.',
      '    … 1 more line',
      '    Here.',
    ])
  })

  test('the web', () => {
    expect(
      shown(call('WebFetch', { url: 'https://x.test', prompt: 'What?' }, 'r', { code: 200, result: 'This.' })),
    ).toEqual(['  • WebFetch https://x.test  200', '    > What?', '    This.'])
    const results = [{ content: [{ title: 'Moon', url: 'https://m.test' }] }]
    expect(shown(call('WebSearch', { query: 'moon' }, 'r', { results }))).toEqual([
      '  • WebSearch moon',
      '    Moon  https://m.test',
    ])
  })

  test('a question and a plan', () => {
    const questions = [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }]
    expect(shown(call('AskUserQuestion', { questions }, 'ok', { answers: { 'Which?': 'B' } }))).toEqual([
      '  • AskUserQuestion',
      '    ? Which?',
      '      A / B',
      '      → B',
    ])
    expect(shown(call('ExitPlanMode', { plan: '# Plan\n\n- do it' }, 'ok'))).toEqual([
      '  • ExitPlanMode',
      '    # Plan',
      '',
      '    - do it',
    ])
  })

  test('MCP tools and tools that nobody knows', () => {
    expect(shown(call('mcp__git_hub__list_issues', { repo: 'a/b' }, 'none'))).toEqual([
      '  • git_hub › list_issues {"repo":"a/b"}',
      '    none',
    ])
    const input = { text: 'y'.repeat(200) }
    const narrow = shown(call('Telescope', input, 'stars'))
    expect(narrow[0]).toMatch(/^ {2}• Telescope \{"text":"y+…$/)
    expect(width(narrow[0]!)).toBe(80)
    expect(width(shown(call('Telescope', input, 'stars'), { columns: 160 })[0]!)).toBe(160)
    expect(shown(call('Telescope', input, 'stars'), { depth: 'all' }).join('')).toContain('y'.repeat(70))
  })

  test('calls without a result', () => {
    expect(shown(call('Bash', { command: 'sleep 9' }, '').slice(0, 2))).toEqual(['  $ sleep 9  no result yet'])
    const lost = [...call('Bash', { command: 'sleep 9' }, '').slice(0, 2), say('Never mind.')]
    expect(shown(lost)).toEqual(['  $ sleep 9  result lost', '', 'Never mind.'])
  })

  test('how long it took, above a second', () => {
    const [prompt, use, result] = call('Bash', { command: 'x' }, 'y') as [Row, Row, Row]
    const at = (second: number) => ({ timestamp: `2026-11-15T20:00:${String(second).padStart(2, '0')}.000Z` })
    expect(shown([prompt, { ...use, ...at(1) }, { ...result, ...at(13) }])[0]).toBe('  $ x  (12 s)')
    expect(shown([prompt, { ...use, ...at(1) }, { ...result, ...at(2) }])[0]).toBe('  $ x')
  })
})

describe('text', () => {
  test('Markdown stays readable', () => {
    const text =
      '## Title\n\n- a point that is long enough to be wrapped at the width of eighty columns\n\n```ts\nconst a =  1\n```'
    expect(shown([go, say(text)])).toEqual([
      '## Title',
      '',
      '- a point that is long enough to be wrapped at the width of eighty columns',
      '',
      '```ts',
      'const a =  1',
      '```',
    ])
    expect(shown([go, say(text)], { columns: 40 }).slice(2, 4)).toEqual([
      '- a point that is long enough to be',
      '  wrapped at the width of eighty columns',
    ])
    expect(shown([go, say('## Title')], { color: true })).toEqual(['\u001b[1mTitle\u001b[22m'])
    expect(shown([go, say('## Title')])).toEqual(['## Title'])
  })

  test('prose stays narrow on a wide terminal', () => {
    const lines = shown([go, say('word '.repeat(60))], { columns: 160 })
    expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(100)
  })

  test('a failed request, an interruption, a compaction', () => {
    const rows = [
      go,
      {
        type: 'system',
        subtype: 'api_error',
        error: { status: 529, error: { error: { type: 'overloaded_error', message: 'Overloaded' } } },
        retryAttempt: 2,
        maxRetries: 10,
        retryInMs: 1200,
      },
      { type: 'user', message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] } },
    ]
    expect(shown(rows)).toEqual([
      '  ↻ request failed: 529 overloaded_error: Overloaded, try 2 of 10 after 1.2 s',
      '  ■ Request interrupted by user',
    ])
  })
})

describe('safety', () => {
  const evil = '\u001b]0;owned\u0007\u202e\u009b2J\u0000'

  test.each(['tools', 'all'] as const)('no field brings a control character to the terminal (%s)', depth => {
    const rows = [
      ...call(`Bash${evil}`, { command: evil, [evil]: evil }, evil, { stdout: evil, stderr: evil }),
      ...call('Bash', { command: `ls ${evil}` }, evil, { stdout: evil, stderr: evil }).slice(1),
      ...call('Edit', { file_path: evil, old_string: evil, new_string: `${evil}x` }, evil).slice(1),
      ...call('Read', { file_path: evil }, evil).slice(1),
      ...call('Grep', { pattern: evil, path: evil }, evil).slice(1),
      ...call('TodoWrite', { todos: [{ content: evil, status: evil }] }, evil).slice(1),
      ...call('Agent', { description: evil, prompt: evil, subagent_type: evil }, evil).slice(1),
      ...call('WebFetch', { url: evil, prompt: evil }, evil).slice(1),
      ...call('AskUserQuestion', { questions: [{ question: evil, options: [evil] }] }, evil).slice(1),
      ...call('ExitPlanMode', { plan: evil }, evil).slice(1),
      ...call('TaskUpdate', { taskId: evil, status: evil }, evil).slice(1),
      ...call(`mcp__${evil}__${evil}`, { a: evil }, evil).slice(1),
      { type: evil, value: evil },
      { type: 'system', subtype: evil, content: evil },
      { type: 'system', subtype: 'api_error', error: evil },
      { type: 'attachment', attachment: { type: 'file', filename: evil, content: evil } },
      { type: 'attachment', attachment: { type: evil } },
      {
        type: 'user',
        message: { content: `<command-name>${evil}</command-name><command-args>${evil}</command-args>` },
      },
      { type: 'user', message: { content: `<local-command-stdout>${evil}</local-command-stdout>` } },
      { type: 'user', message: { content: evil }, cwd: evil, gitBranch: evil },
      { type: 'assistant', message: { id: 'x', model: evil, content: [{ type: 'text', text: evil }] } },
      { type: 'assistant', message: { id: 'y', content: [{ type: 'thinking', thinking: evil }] } },
      { type: 'assistant', message: { id: 'z', content: [{ type: evil, data: evil }] } },
      { type: 'custom-title', customTitle: evil },
    ].map((row, index) => {
      const content = (row as { message?: { content?: { id?: string; tool_use_id?: string }[] } }).message?.content
      const [block] = Array.isArray(content) ? content : []
      // Each call has an id of its own.
      if (block?.id === 't') block.id = `t${index}`
      if (block?.tool_use_id === 't') block.tool_use_id = `t${index - 1}`
      return (row as { message?: { id?: string } }).message?.id === 'm'
        ? { ...row, message: { ...(row as { message: object }).message, id: `m${index}` } }
        : row
    })
    const text = rows
      .map((row, index) => ({ uuid: `u${index}`, parentUuid: index ? `u${index - 1}` : null, ...row }))
      .map(row => `${JSON.stringify(row)}\n`)
      .join('')
    const report = showSession(inMemory(new TextEncoder().encode(text)), [], { depth })
    for (const color of [false, true]) {
      const lines = [...presentShow(report, { width: 80, paint: paint(color), now: NOW })]
      const seen = lines.join('').replace(/\u001b\[\d+m/g, '')
      expect(seen).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      expect(seen).toContain('␛]0;owned␇')
    }
  })

  test('colours of a program that was run are left out, whatever else it told its terminal is shown', () => {
    const printed = '\u001b[1;31mFAIL\u001b[0m a.test.ts\u001b[2K\u001b[38:2::1:2:3m!\u001b[m'
    const rows = call('Bash', { command: 'npm test \u001b[1m' }, printed, { stdout: printed, stderr: '' })
    expect(shown(rows)).toEqual(['  $ npm test ␛[1m', '    FAIL a.test.ts␛[2K!'])
  })

  test.each([1, 2, 3, 4, 5])('no line of a random session is wider than the terminal (seed %d)', seed => {
    const { bytes } = randomSession(seed, { turns: 6 })
    for (const depth of ['tools', 'all'] as const) {
      const report = showSession(inMemory(bytes), [], { depth })
      for (const line of presentShow(report, { width: 80, paint: paint(false), now: NOW })) {
        expect(width(line), line).toBeLessThanOrEqual(80)
      }
    }
  })
})
