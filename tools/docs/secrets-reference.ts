// docs/secrets.md: the kinds of secrets that are known, from the table that `redact` uses.

import { SECRET_KINDS, SECRET_RULES } from '../../src/secrets/index.js'
import { type Coverage, GITLEAKS, SECRETLINT } from './other-scanners.js'

export function secretsReference(): string {
  return [
    '# Secrets',
    '',
    '`rethread redact <session>` takes keys, tokens and passwords out of a session; `rethread check --secrets` only lists',
    'them. The list of kinds is made from the table of rules by `npm run docs`.',
    '',
    '## What is looked through',
    '',
    'Every entry of the session and of its subagents in all its fields, damaged lines, outputs of tools, backups of files,',
    'tasks, todos, notes and the title. Strings are looked at as they are once everything is unescaped, and so is JSON in',
    'strings of JSON, however deep: `\\u0067hp_…` and `postgres:\\/\\/…` are what they mean. Base64 is decoded where it is the',
    'data of a document or of a `data:` address; where a secret is in it, it goes whole. Text in UTF-16 is read as well, and',
    'so are files with NUL bytes in them.',
    '',
    'A secret that is told by its name (`DB_PASSWORD=…`) is then looked for by itself: it is also found where nothing tells',
    'that it is one. One of less than 8 characters is found as a whole word only, and one of less than 4 not at all.',
    '',
    'The prompt history of the config dir (`history.jsonl`, with what was pasted) holds prompts too. With `--in-place` the',
    'lines of the session and of its directory change with it; for a new session they stay, and redact says so.',
    '',
    'Not looked into: images, PDFs and archives (redact says how many there were), and the names of files and folders.',
    'A password that is a mere word (`password: sunshine`) is not told from other words, unless it stands in an address or',
    'behind a flag such as `-p` of mysql or `-u` of curl. Base64 in the midst of other text is not decoded.',
    '',
    '## What becomes of it',
    '',
    'A placeholder such as `[REDACTED:github-token:5f0c2a91]`: the kind, and a hash with a key. Equal secrets have equal',
    'placeholders. The key is made anew for each run, or taken from `--key-file`. Ids and signatures are never touched.',
    'Thinking with a secret in it goes whole, because it is signed as it stands, and so does all thinking behind a change.',
    'The result is read again before it is written: where a secret would be left, nothing is written.',
    '',
    'By default the result is a new session and the original stays. With `--in-place` the original changes; the backup of',
    'the change still holds the secrets until backups are used up, and `undo` brings them back.',
    '',
    '## Rules of one’s own',
    '',
    '`--rules FILE` takes a JSON list. A pattern is tried where one of its words begins; a group `secret` in it, where there',
    'is one, is what goes.',
    '',
    '```json',
    '[{ "kind": "acme-badge", "words": ["acme-"], "pattern": "ACME-\\\\d{4}-\\\\d{2}" }]',
    '```',
    '',
    '## How good it is',
    '',
    '`test/actions/redact.slow.ts` plants 25 secrets of each kind at four depths of escaping in prompts, inputs, results,',
    'agents and side files, and finds none of them afterwards. What secretlint 11 finds is found',
    '(`test/secrets/secretlint.slow.ts`). Ordinary code has few hits (`test/secrets/false-hits.slow.ts`): 3 in 46 MB of the',
    'packages that this project is built with, 1 in 60 MB of Python, all of them examples, at 40 MB a second or',
    'more. It takes time in proportion to what there is (`test/actions/redact-growth.slow.ts`). `--entropy` finds much more that is harmless. The real client resumes the result and sends what `context` says',
    '(`test/client/redact.client.ts`).',
    '',
    `## The ${SECRET_KINDS.length} kinds`,
    '',
    '| kind | words that lead to it |',
    '|---|---|',
    ...SECRET_KINDS.map(kind => `| ${kind} | ${wordsOf(kind)} |`),
    '',
    '## What other scanners look for',
    '',
    'Their rules, and the kind here that finds the same.',
    '',
    ...coverageTable('gitleaks', GITLEAKS),
    ...coverageTable('secretlint', SECRETLINT),
  ].join('\n')
}

function coverageTable(name: string, rules: Readonly<Record<string, Coverage>>): readonly string[] {
  const rows = Object.entries(rules).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    `| ${name} | here |`,
    '|---|---|',
    ...rows.map(([id, one]) => `| ${id} | ${'not' in one ? `none: ${one.not}` : one.kinds.join(', ')} |`),
    '',
  ]
}

function wordsOf(kind: string): string {
  const words = SECRET_RULES.filter(rule => rule.kind === kind).flatMap(rule => rule.words)
  return [...new Set(words)].map(word => `\`${word.trim().replace(/^--(?=[a-z])/, '')}\``).join(', ')
}
