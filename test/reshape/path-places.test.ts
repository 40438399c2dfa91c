// Where a path stands, and where it only seems to.

import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/format/changes.js'
import { renamedHistory, renamedSettings } from '../../src/reshape/paths/path-files.js'
import { folderFinder, type PathFinder, pathFinder } from '../../src/reshape/paths/path-places.js'

const find = pathFinder({ from: '/a/b', to: '/new/dir' }, [{ from: '-a-b', to: '-new-dir' }])

function renamed(text: string, by: PathFinder = find): string {
  const bytes = Buffer.from(text)
  const edits = by(bytes).map(({ start, end, content }) => ({ offset: start, length: end - start, content }))
  return Buffer.from(applyEdits(bytes, edits)).toString()
}

describe('the path of a directory', () => {
  test.each([
    ['/a/b', '/new/dir'],
    ['"/a/b"', '"/new/dir"'],
    ['/a/b/c.ts:10', '/new/dir/c.ts:10'],
    ['see /a/b.', 'see /new/dir.'],
    ['(/a/b), /a/b; </a/b>', '(/new/dir), /new/dir; </new/dir>'],
    ['PATH=/a/b:/usr/bin', 'PATH=/new/dir:/usr/bin'],
    ['file:///a/b/x', 'file:///new/dir/x'],
    ['Read(//a/b/**)', 'Read(//new/dir/**)'],
    ['cc -I/a/b/include', 'cc -I/new/dir/include'],
    ['@/a/b/x.ts', '@/new/dir/x.ts'],
    [String.raw`"cd\n/a/b\n\t/a/b"`, String.raw`"cd\n/new/dir\n\t/new/dir"`],
    [String.raw`{"x":"{\"cwd\":\"/a/b\"}"}`, String.raw`{"x":"{\"cwd\":\"/new/dir\"}"}`],
    [String.raw`"\/a\/b\/c"`, String.raw`"\/new\/dir\/c"`],
    [String.raw`"\u001b[90m/a/b\u001b[39m"`, String.raw`"\u001b[90m/new/dir\u001b[39m"`],
    ['„/a/b“ and ‘/a/b’', '„/new/dir“ and ‘/new/dir’'],
    ['-/a/b/old\n+/a/b/new', '-/new/dir/old\n+/new/dir/new'],
    ['/home/x/.claude/projects/-a-b/1/tool-results/2.txt', '/home/x/.claude/projects/-new-dir/1/tool-results/2.txt'],
  ])('%s', (before, after) => expect(renamed(before)).toBe(after))

  test.each([
    '/a/bc',
    '/a/b-docker/x',
    '/a/b_c',
    '/a/b.txt',
    '/a/b~',
    '/x/a/b',
    './a/b',
    '../a/b',
    '~/a/b',
    'x/a/b',
    'ü/a/b',
    '/a/bä',
    String.raw`"/a/b\u00e4"`,
    '"cwd":"/a/b c"',
    '{"/a/b c/x.ts":{}}',
    'projects/-a-b-c/1',
    '-a-b',
    '/A/B',
  ])('not in %s', text => expect(renamed(text)).toBe(text))

  test('of Windows, at every depth of escaping', () => {
    const windows = pathFinder({ from: 'C:\\u\\me', to: 'D:\\x' }, [])
    const deep = (text: string, depth: number): string => (depth === 0 ? text : deep(JSON.stringify(text), depth - 1))
    for (let depth = 0; depth <= 3; depth++) {
      expect(renamed(deep('C:\\u\\me\\a.ts', depth), windows)).toBe(deep('D:\\x\\a.ts', depth))
      expect(renamed(deep('C:\\u\\menu', depth), windows)).toBe(deep('C:\\u\\menu', depth))
    }
  })

  test('with other letters, as they are and escaped', () => {
    const other = pathFinder({ from: '/ä', to: '/ö/é' }, [])
    expect(renamed(String.raw`"/ä" "/\u00e4"`, other)).toBe(String.raw`"/ö/é" "/\u00f6/\u00e9"`)
  })

  test('only the folder of one session', () => {
    const own = folderFinder([{ from: '-a-b/id1', to: '-c/id1' }])
    expect(renamed('/p/projects/-a-b/id1/x /p/projects/-a-b/id2/x /a/b', own)).toBe(
      '/p/projects/-c/id1/x /p/projects/-a-b/id2/x /a/b',
    )
  })
})

const made = (bytes: Uint8Array, edits: Parameters<typeof applyEdits>[1]) =>
  Buffer.from(applyEdits(bytes, edits)).toString()

test('settings: entries of projects follow, unless there is one for the new path', () => {
  const text =
    '{ "n": 1.0, "projects": { "/a/b": {"p": "/a/b/x"}, "/a/b/c": {"q": "/a/b"}, "/new/dir/c": {}, "/a/bc": {} } }'
  const bytes = Buffer.from(text)
  const { edits, kept } = renamedSettings(bytes, find)
  expect(kept).toEqual(['/a/b/c'])
  expect(made(bytes, edits)).toBe(
    '{ "n": 1.0, "projects": { "/new/dir": {"p": "/new/dir/x"}, "/a/b/c": {"q": "/a/b"}, "/new/dir/c": {}, "/a/bc": {} } }',
  )
})

test('history: only the lines that are meant', () => {
  const lines = [
    '{"display":"look at /a/b/x","project":"/a/b","sessionId":"1"}',
    '{"display":"look at /a/b/x","project":"/else","sessionId":"2"}',
    '{"display":"/a/b',
  ]
  const bytes = Buffer.from(lines.join('\n'))
  const after = made(
    bytes,
    renamedHistory(bytes, project => project === '/a/b', find),
  ).split('\n')
  expect(after).toEqual(['{"display":"look at /new/dir/x","project":"/new/dir","sessionId":"1"}', ...lines.slice(1)])
})
