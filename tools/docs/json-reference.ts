// docs/json.md: what each command's JSON looks like, from the schemas that the tests check real answers against.

import { z } from 'zod'
import * as schemas from '../../src/actions/schemas.js'
import { type JsonSchema, typeWriter } from './type-text.js'

interface Page {
  readonly title: string
  /** Of the answer. */
  readonly type: string
  readonly name: string
  readonly schema: z.ZodType
  readonly note: string
}

const PAGES: readonly Page[] = [
  {
    title: 'rethread ls --json',
    type: 'Ls',
    name: 'lsSchema',
    schema: schemas.lsSchema,
    note: 'Bare `rethread --json` gives the same.',
  },
  {
    title: 'rethread stats --json',
    type: 'Stats',
    name: 'statsSchema',
    schema: schemas.statsSchema,
    note: 'For one session.',
  },
  {
    title: 'rethread stats --json of several sessions',
    type: 'ManyStats',
    name: 'manyStatsSchema',
    schema: schemas.manyStatsSchema,
    note: 'With `--all`, or with two sessions and more.',
  },
  {
    title: 'rethread turns --json',
    type: 'Turns',
    name: 'turnsSchema',
    schema: schemas.turnsSchema,
    note: 'The active path; with `--all` every branch.',
  },
  { title: 'rethread files --json', type: 'Files', name: 'filesSchema', schema: schemas.filesSchema, note: '' },
  {
    title: 'rethread files --diff FILE --json',
    type: 'FileDiff',
    name: 'fileDiffSchema',
    schema: schemas.fileDiffSchema,
    note: '',
  },
  {
    title: 'rethread files FILE --json',
    type: 'FilesAcross',
    name: 'filesAcrossSchema',
    schema: schemas.filesAcrossSchema,
    note: 'Given a file instead of a session.',
  },
  {
    title: 'rethread search --json',
    type: 'Search',
    name: 'searchSchema',
    schema: schemas.searchSchema,
    note: '',
  },
  {
    title: 'any command with --budget N --json',
    type: 'WithinBudget',
    name: 'answerSchema',
    schema: schemas.answerSchema,
    note: 'On one line. The tools of `rethread mcp` answer with the same; see [agents.md](agents.md).',
  },
  { title: 'rethread export --json', type: 'Export', name: 'exportSchema', schema: schemas.exportSchema, note: '' },
  {
    title: 'rethread archive --json',
    type: 'Archive',
    name: 'archiveSchema',
    schema: schemas.archiveSchema,
    note: '',
  },
  {
    title: 'rethread archive --status --json',
    type: 'ArchiveStatus',
    name: 'archiveStatusSchema',
    schema: schemas.archiveStatusSchema,
    note: '',
  },
  {
    title: 'rethread archive verify --json',
    type: 'ArchiveVerify',
    name: 'archiveVerifySchema',
    schema: schemas.archiveVerifySchema,
    note: '',
  },
  {
    title: 'rethread archive prune --json',
    type: 'ArchivePrune',
    name: 'archivePruneSchema',
    schema: schemas.archivePruneSchema,
    note: '',
  },
  {
    title: 'rethread restore --json',
    type: 'Restore',
    name: 'restoreSchema',
    schema: schemas.restoreSchema,
    note: 'With `--deleted` or several sessions: `{ "sessions": [ … ] }` (`manyRestoreSchema`).',
  },
  {
    title: 'rethread team --json',
    type: 'TeamStatus',
    name: 'teamSchema',
    schema: schemas.teamSchema,
    note: '',
  },
  {
    title: 'rethread team join --json',
    type: 'TeamJoin',
    name: 'teamJoinSchema',
    schema: schemas.teamJoinSchema,
    note: '',
  },
  {
    title: 'rethread team ship --json',
    type: 'TeamShip',
    name: 'teamShipSchema',
    schema: schemas.teamShipSchema,
    note: '',
  },
  {
    title: 'rethread team leave --json',
    type: 'TeamLeave',
    name: 'teamLeaveSchema',
    schema: schemas.teamLeaveSchema,
    note: '',
  },
  {
    title: 'rethread team forget --json',
    type: 'TeamForget',
    name: 'teamForgetSchema',
    schema: schemas.teamForgetSchema,
    note: '',
  },
  {
    title: 'rethread team migrate --json',
    type: 'TeamMigrate',
    name: 'teamMigrateSchema',
    schema: schemas.teamMigrateSchema,
    note: '',
  },
  {
    title: 'rethread team invite --json',
    type: 'TeamInvite',
    name: 'teamInviteSchema',
    schema: schemas.teamInviteSchema,
    note: '',
  },
  { title: 'rethread blame --json', type: 'Blame', name: 'blameSchema', schema: schemas.blameSchema, note: '' },
  {
    title: 'rethread index --json',
    type: 'Index',
    name: 'indexSchema',
    schema: schemas.indexSchema,
    note: 'With `--watch`: one object a line, with the number of `files` and `bytes` read.',
  },
  {
    title: 'rethread usage --json',
    type: 'Usage',
    name: 'usageSchema',
    schema: schemas.usageSchema,
    note: 'The report `tool` has rows of another form: estimates by tool. Its totals are those of the other reports.',
  },
  { title: 'rethread tools --json', type: 'Tools', name: 'toolsSchema', schema: schemas.toolsSchema, note: '' },
  {
    title: 'rethread tools --files --json',
    type: 'TrackedFiles',
    name: 'trackedFilesSchema',
    schema: schemas.trackedFilesSchema,
    note: '',
  },
  {
    title: 'rethread graph --json',
    type: 'Graph',
    name: 'graphSchema',
    schema: schemas.graphSchema,
    note: 'Nodes, lanes and edges: what the terminal draws.',
  },
  {
    title: 'rethread context --json',
    type: 'ContextAnswer',
    name: 'contextSchema',
    schema: schemas.contextSchema,
    note: 'The messages are written one by one, so the answer may be larger than memory.',
  },
  {
    title: 'rethread context --by KEY --json',
    type: 'ContextBy',
    name: 'contextBySchema',
    schema: schemas.contextBySchema,
    note: '',
  },
  { title: 'rethread diff --json', type: 'Diff', name: 'diffSchema', schema: schemas.diffSchema, note: '' },
  {
    title: 'rethread resume --json',
    type: 'Resume',
    name: 'resumeSchema',
    schema: schemas.resumeSchema,
    note: 'Starts nothing.',
  },
  {
    title: 'rethread explain --json',
    type: 'Explain',
    name: 'explainSchema',
    schema: schemas.explainSchema,
    note: '',
  },
  {
    title: 'rethread check --json',
    type: 'Check',
    name: 'checkSchema',
    schema: schemas.checkSchema,
    note: '',
  },
  {
    title: 'rethread check --drift --json',
    type: 'Drift',
    name: 'driftSchema',
    schema: schemas.driftSchema,
    note: '',
  },
  {
    title: 'rethread compactions --json',
    type: 'Compactions',
    name: 'compactionsSchema',
    schema: schemas.compactionsSchema,
    note: '',
  },
  {
    title: 'rethread clone, strip and cut --json',
    type: 'Reshape',
    name: 'reshapeSchema',
    schema: schemas.reshapeSchema,
    note: 'The shape of every change; other verbs add to it.',
  },
  {
    title: 'rethread compress --json',
    type: 'Compress',
    name: 'compressSchema',
    schema: schemas.compressSchema,
    note: 'As for any change, and what became of each part.',
  },
  {
    title: 'rethread redact --json',
    type: 'Redact',
    name: 'redactSchema',
    schema: schemas.redactSchema,
    note: 'Several sessions are `{ "sessions": [ … ] }` (`manyRedactSchema`).',
  },
  {
    title: 'rethread move --json',
    type: 'Move',
    name: 'moveSchema',
    schema: schemas.moveSchema,
    note: '',
  },
  {
    title: 'rethread trim --json',
    type: 'Trim',
    name: 'trimSchema',
    schema: schemas.trimSchema,
    note: 'With `--suggest` the whole ladder, as a dry run.',
  },
  {
    title: 'rethread repair --json',
    type: 'Repair',
    name: 'repairSchema',
    schema: schemas.repairSchema,
    note: '',
  },
  {
    title: 'rethread rm --json',
    type: 'Rm',
    name: 'rmSchema',
    schema: schemas.rmSchema,
    note: 'Several sessions are `{ "sessions": [ … ] }` (`manyRmSchema`).',
  },
  {
    title: 'rethread receipts --json',
    type: 'Receipts',
    name: 'receiptsSchema',
    schema: schemas.receiptsSchema,
    note: '',
  },
  {
    title: 'rethread undo --json',
    type: 'Undo',
    name: 'undoSchema',
    schema: schemas.undoSchema,
    note: 'With `--last` and `--all`: `{ "changes": [ … ] }` (`manyUndoSchema`).',
  },
  {
    title: 'rethread stats --rules --json',
    type: 'SourceRules',
    name: 'sourceRulesSchema',
    schema: schemas.sourceRulesSchema,
    note: 'Several sessions are `{ "sessions": [ … ] }` (`manySourceRulesSchema`).',
  },
  {
    title: 'rethread show --json',
    type: 'Show',
    name: 'showSchema',
    schema: schemas.showSchema,
    note: 'An `Item` is one thing that stands in a turn; its `kind` says what. A `Form` is how a tool call is told; its `form` says for which sort of tool.',
  },
]

export function jsonReference(): string {
  const made = PAGES.map(page => ({ ...page, json: jsonSchemaOf(page.schema) }))
  const finding = jsonSchemaOf(schemas.findingSchema)
  const writer = typeWriter([finding, ...made.map(page => page.json)])
  const blocks = (name: string, json: JsonSchema) =>
    writer.write(name, json).flatMap(text => ['```ts', text, '```', ''])
  return [
    '# JSON',
    '',
    'Every command has `--json`: one document on standard output, from the same values as the text.',
    'This page is generated from the schemas in `rethread/schemas` by `npm run docs`. To use them in a program, see',
    '[library.md](library.md#schemas).',
    '',
    '- `?` marks a field that may be absent. Every other field is always there.',
    '- `Time` is a string such as `2026-06-18T12:40:00.000Z`. Line numbers count from 1.',
    '- Strings are exact. Control characters are not replaced as they are on a terminal.',
    '- New fields may be added at any time: ignore fields that you do not know.',
    '- Errors are not JSON: they are text on standard error, with an [exit code](exit-codes.md).',
    '- `show --follow` prints text only.',
    '',
    '`rethread help --json` prints the command table, `rethread completions <shell> --json` prints `{ "shell", "text" }`,',
    'and `rethread schema` prints a JSON Schema with or without the flag. These three have no schema.',
    '',
    '## Findings',
    '',
    'All findings have this shape (`findingSchema`). [findings.md](findings.md) lists the codes.',
    '',
    ...blocks('Finding', finding),
    ...made.flatMap(({ title, note, name, type, json }) => [
      `## ${title}`,
      '',
      [`Schema: \`${name}\`.`, note].join(' ').trim(),
      '',
      ...blocks(type, json),
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }) as JsonSchema
}
