// The commands that go over all sessions by means of the index, as rows of the table (table.ts).

import { ARCHIVED } from './archive-commands.js'
import { BUDGET } from './budget-flags.js'
import type { CommandRow, Flag } from './table.js'
import { TEAM } from './team-commands.js'

export const NO_REFRESH = {
  name: 'no-refresh',
  text: 'use the index as it is instead of updating it first',
} as const satisfies Flag

export const SEARCH_COMMANDS = [
  {
    name: 'search',
    args: '<query …>',
    summary: 'find text in all sessions',
    details: [
      'Matches messages that contain all words, in any case; a "phrase" in quotes, the start of a word*, one OR another,',
      'and -without. Parts of camelCase names match too. Filters: project: branch: model: session: file: tool: role:',
      'in: (prompt, answer, thinking, input or output) since: before: error:true agent:true has: (compaction, images or',
      'secrets); -key:value excludes. Quote a query that contains -words. Updates the index first and works without one.',
      'Exits with 1 if nothing matches. See docs/search.md.',
    ],
    flags: [
      { name: 'limit', short: 'n', value: 'N', text: 'list at most N sessions (default 10; 0 for all)' },
      { name: 'hits', value: 'N', text: 'show the best N matches of each session (default 3)' },
      { name: 'context', short: 'C', value: 'N', text: 'show N characters around each match (default 80)' },
      {
        name: 'sort',
        value: 'ORDER',
        choices: ['best', 'newest'],
        text: 'sort by best match (default) or newest',
      },
      { name: 'exact', text: 'find the query as it is written, including case and punctuation' },
      { name: 'regex', text: 'treat the query as a JavaScript regular expression; stops after 20 seconds' },
      ARCHIVED,
      NO_REFRESH,
      ...BUDGET,
      TEAM,
    ],
    examples: [
      ['rethread search barometer', 'find every session that mentions a word'],
      ['rethread search \'"tide table" in:answer since:2w\'', 'find a phrase in recent answers'],
      ['rethread search "error:true tool:Bash"', 'list commands that failed'],
    ],
  },
  {
    name: 'blame',
    args: '<file[:line]>',
    summary: 'show which session and turn wrote each line of a file',
    details: [
      'Compares the lines in the file now with the text of all edits that sessions made to it, not with their times. A',
      'line is unknown if no edit contains it, and (several) if edits of different sessions match equally well. Changes',
      'by shell commands are not known. Exits with 1 if no line is known.',
    ],
    flags: [ARCHIVED, NO_REFRESH, TEAM],
    examples: [['rethread blame src/station.ts:12', 'find the session that wrote line 12']],
  },
  {
    name: 'index',
    args: '',
    summary: 'update, inspect or verify the search index',
    details: [
      'The index is a cache: it can be deleted at any time, and commands that need it update it first. Without a flag,',
      'updates it and shows what is in it. Exits with 1 if --verify finds a difference.',
    ],
    flags: [
      { name: 'status', text: 'show what is indexed, its size and age, and what was skipped, without updating it' },
      { name: 'rebuild', text: 'delete the index and build it again' },
      { name: 'verify', text: 'compare the index with the files' },
      { name: 'watch', text: 'keep the index up to date as sessions grow; stop with Ctrl-C' },
    ],
    examples: [
      ['rethread index --status', 'see whether the index is up to date'],
      ['rethread index --watch', 'follow running sessions'],
    ],
  },
  {
    name: 'usage',
    args: '[report]',
    summary: 'count tokens and cost over all sessions, each message once',
    details: [
      'Reports: daily (default), weekly, monthly, session, project, model, tool (estimated), blocks (windows of five',
      'hours) and statusline (one line for the status line of Claude Code). Streamed parts, forks, resumed files,',
      'copies and progress reports of one answer count once, for the session that made the call. Cost is at list',
      'prices and not an invoice; models without a price are named. Reads the index where it is current, and the files',
      'otherwise. Exits with 1 if nothing was logged. See docs/usage.md.',
    ],
    flags: [
      { name: 'since', value: 'WHEN', text: 'from this day, time or age on, such as 2026-06-18 or 7d' },
      { name: 'until', value: 'WHEN', text: 'up to and including this day or time' },
      { name: 'timezone', value: 'ZONE', text: 'zone that days are in, such as Europe/Berlin or UTC (default: local)' },
      {
        name: 'project',
        value: 'DIR',
        text: 'only calls made in this directory, or in one whose path contains a name',
      },
      { name: 'model', value: 'NAME', text: 'only models whose name contains NAME' },
      { name: 'breakdown', text: 'show each row by model, too' },
      {
        name: 'explain',
        value: 'KEY',
        text: 'list the messages behind a row, or behind total: file, line, and the copies not counted',
      },
      { name: 'prices', value: 'FILE', text: 'use the prices in FILE before the built-in list' },
      {
        name: 'recorded-costs',
        text: 'use the cost recorded in an entry instead of the list price where there is one',
      },
      ARCHIVED,
      TEAM,
      { name: 'csv', text: 'print the rows as comma-separated values' },
    ],
    examples: [
      ['rethread usage', 'tokens and cost by day'],
      ['rethread usage model --since 30d', 'what each model took in the last 30 days'],
      ['rethread usage daily --explain 2026-06-18', 'see which messages make up a day'],
    ],
  },
] as const satisfies readonly CommandRow[]
