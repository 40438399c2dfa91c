// What people read is plain English: no metaphors of our own, no ids of rules. The list grows by what was found.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CodeEntry } from '../../src/check/codes/code-entry.js'
import { CODES } from '../../src/check/codes.js'
import { commandHelp, helpText } from '../../src/cli/help.js'
import { COMMANDS } from '../../src/cli/table.js'

const root = resolve(import.meta.dirname, '../..')
const page = (name: string): string => readFileSync(join(root, name), 'utf8')

/** Riddles, and the plain words for them. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\b(hang|hangs|hung|hanging) (\w+ ){0,3}(on|in|where|over|elsewhere)\b/i, 'attached to, its parent is'],
  [/\bstands?\b|\bstood\b/i, 'is'],
  [/\bladders?\b|\brungs?\b/i, 'steps'],
  [/\bmends?\b|\bmended\b|\bmending\b/i, 'repair, fix'],
  [/\bcosts? something\b/i, 'loses data'],
  [/\b(take|takes|taken|took|taking) (\w+ )?back\b/i, 'undo, roll back'],
  [/\btaken? up\b|\btakes up\b/i, 'resume'],
  [/\btakes? (\w+ )?away\b|\btaken away\b|\btakes? (\w+ )?out\b|\btaken out\b/i, 'remove'],
  [/\bis one too many\b/i, 'unexpected argument'],
  [/\bthe way (up|back)\b/i, 'parents, undo'],
  [/\bwish(es|ed)?\b/i, 'request, want'],
  [/\bwhat one can\b|\bof one’s own\b/i, 'you can, your own, its own'],
  [/\bin words\b|\bthe words of\b|\bwithout a word\b/i, 'in text'],
  [/\basked for\b|\bso many\b/i, 'requested, N'],
  [/\bpass(es)? over\b|\bcomes? by\b|\bgo(es)? around\b/i, 'skip, read, bypass'],
  [/\bno longer there\b|\bnot there\b|\bat all where\b/i, 'does not exist'],
  [/\bis no (valid|list|uuid|regular|folder|object|text|JSON)\b/i, 'is not a'],
  [/\bleft as (it|they) (is|are)\b|\bas it stands\b/i, 'unchanged'],
]

/** The rules of the client and the API: R-L2, N14, A0, A2.13, B5, D5. */
const RULE = /\b(R-[A-Z]\d+|[BDNO]\d{1,2}|A\d(\.\d+|b)?)\b/

function riddles(text: string): readonly string[] {
  const plain = text.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|<!--[\s\S]*?-->/g, ' ')
  return plain.split('\n').flatMap(line => {
    const found = [...BANNED.map(([pattern]) => pattern.exec(line)?.[0]), RULE.exec(line)?.[0]]
    return found.flatMap(words => (words === undefined ? [] : [`${words} | ${line.trim()}`]))
  })
}

test('a planted riddle and a planted rule are found, and code is left alone', () => {
  expect(riddles('The entry hangs on another.\nVoid without it (A0, D13).\nIt is taken back.\nA line (R-F1).')).toEqual(
    [
      'hangs on | The entry hangs on another.',
      'A0 | Void without it (A0, D13).',
      'taken back | It is taken back.',
      'R-F1 | A line (R-F1).',
    ],
  )
  expect(riddles('Use `--take back` and `N14`; see [rules](docs/client-rules.md#r-l2).\n```\nstands\n```')).toEqual([])
})

test('the help says it plainly', () => {
  const texts = [helpText('0', 100), ...COMMANDS.map(command => commandHelp(command, 100))]
  // One line each: a phrase may be broken over two.
  expect(texts.flatMap(lines => riddles(lines.join(' ').replace(/\s+/g, ' ')))).toEqual([])
})

describe('pages', () => {
  test.each(['README.md', 'docs/findings.md', 'docs/messages.md', 'docs/commands.md', 'docs/exit-codes.md'])(
    '%s says it plainly',
    name => {
      expect(riddles(page(name))).toEqual([])
    },
  )
})

test('every rule of the client behind a finding is one that docs/client-rules.md lists', () => {
  const codes: readonly CodeEntry[] = Object.values(CODES)
  const rules = [...new Set(codes.flatMap(one => one.rules ?? []))].filter(rule => /^(R-|N)/.test(rule))
  expect(rules.length).toBeGreaterThan(40)
  const listed = new Set(page('docs/client-rules.md').match(/(?<=^\| )[A-Z][\w.-]*(?= \|)/gm))
  expect(rules.filter(rule => !listed.has(rule))).toEqual([])
})
