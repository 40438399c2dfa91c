// docs/findings.md: every finding with its cause, its effect and what to do, from the table that `check` uses.

import { BLOCK_CODES } from '../../src/check/codes/blocks.js'
import type { CodeEntry } from '../../src/check/codes/code-entry.js'
import { DIALECT_CODES } from '../../src/check/codes/dialects.js'
import { FILE_CODES } from '../../src/check/codes/files.js'
import { LINE_CODES } from '../../src/check/codes/lines.js'
import { SECRET_CODES } from '../../src/check/codes/secrets.js'
import { SENT_CODES } from '../../src/check/codes/sent.js'
import { TREE_CODES } from '../../src/check/codes/tree.js'
import { remedyCall } from '../../src/check/remedies.js'

type Codes = Readonly<Record<string, CodeEntry>>

const PARTS: readonly (readonly [title: string, note: string, codes: Codes])[] = [
  ['Lines', 'Damage in the text of the file.', LINE_CODES],
  ['Entries and their tree', 'Fields, parents, tool calls, leaf checkpoints and compactions.', TREE_CODES],
  ['Content', 'Blocks, thinking and images, by the rules of the API on a history.', BLOCK_CODES],
  ['The request', 'Only from `context`: what the API would say of the history as a client sends it.', SENT_CODES],
  ['Files', 'The session’s name, its side files, and what the client’s cleanup deletes.', FILE_CODES],
  ['Dialect 004', 'Only under `check --dialect 004`: the validation rules of source document 004.', DIALECT_CODES],
  ['Secrets', 'Only under `check --secrets`. The kinds are in [secrets.md](secrets.md).', SECRET_CODES],
]

export function findingsReference(): string {
  return [
    '# Findings',
    '',
    'A finding is something wrong, lost or odd. It is a value in the answer, never a crash: the rest of the session is',
    'read as if it were not there. Each has a `code` that never changes its meaning, a `severity`, a `message`, and a',
    'place: the line and the byte offset, or the path of a file. Made from the table of codes by `npm run docs`.',
    '',
    '`rethread check <session>` lists them all; `rethread stats` lists damaged lines. `--json` gives them as data',
    '([json.md](json.md#findings)). In the library they are `session.findings`, and `rethread/check` has the rules.',
    '',
    '| severity | meaning |',
    '|---|---|',
    '| `refuses` | the client or the API will not take it |',
    '| `loses` | it resumes with less than is there, or something that is there cannot be used |',
    '| `cosmetic` | nothing is lost |',
    '',
    'The rules in brackets (R-F1, N1, A2.5, B5 …) name what was observed of client 2.1.325 or of the API; the tests',
    'cite them too. Where a command mends it, the finding has that call as its `fix`, and `check` and `explain` print it;',
    'how [`repair`](repair.md) does it, and what it leaves. Where none does, work on a copy, and only while no client writes',
    'to the file.',
    '',
    '## All codes',
    '',
    '| code | severity | in short | mended by |',
    '|---|---|---|---|',
    ...PARTS.flatMap(([, , codes]) =>
      Object.entries(codes).map(
        ([code, entry]) => `| [\`${code}\`](#${code}) | ${entry.severity} | ${safe(entry.title)} | ${mendedBy(code)} |`,
      ),
    ),
    '',
    ...PARTS.flatMap(([title, note, codes]) => [
      `## ${title}`,
      '',
      note,
      '',
      ...Object.entries(codes).flatMap(([code, entry]) => [
        `### ${code}`,
        '',
        `- Cause: ${safe(entry.cause)}`,
        `- Effect: ${safe(entry.effect)}`,
        `- What to do: ${safe(entry.remedy)}`,
        ...(mendedBy(code) === '' ? [] : [`- Mended by: \`${remedyCall(code, '<session>')}\``]),
        '',
      ]),
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function mendedBy(code: string): string {
  const call = remedyCall(code, '')
  return call === undefined ? '' : `\`${call.replace('rethread ', '').replace(/ +/g, ' ').trim()}\``
}

function safe(text: string): string {
  return text.replaceAll('|', '\\|').replace(/<(?=[a-z])/g, '&lt;')
}
