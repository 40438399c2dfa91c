// What is suggested for a shell does there what it says here.

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { sessionWord, shellWord } from '../../src/format/shell-word.js'

const WORDS = [
  'plain',
  '/a/b.c',
  'two words',
  `it's`,
  '$(id)',
  '`id`',
  'a\nb',
  'a\u001b[31m',
  'a\u{e0100}',
  'ü',
  '😀',
  '',
]

test('a word comes out of a shell as it went in, and shows all of itself', () => {
  const line = `printf '%s\\0' ${WORDS.map(shellWord).join(' ')}`
  expect(execFileSync('bash', ['-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(WORDS)
  for (const word of WORDS) expect(shellWord(word)).not.toMatch(/\p{C}|\p{Default_Ignorable_Code_Point}/u)
})

test.each([
  ['0e0e0e0e-0000-4000-8000-0000000000a1', '/p/x.jsonl', '0e0e0e0e-0000-4000-8000-0000000000a1'],
  ['notes', '/p/notes.jsonl', 'notes'],
  ['--flag', '/p/--flag.jsonl', '/p/--flag.jsonl'],
  ['latest', '/p/latest.jsonl', '/p/latest.jsonl'],
  ['a b', '/p/a b.jsonl', `'/p/a b.jsonl'`],
  ['--flag', undefined, '<session>'],
  ['', undefined, '<session>'],
  ['a title', undefined, `'a title'`],
])('the session %j in %j is called %s', (id, path, word) => expect(sessionWord(id, path)).toBe(word))
