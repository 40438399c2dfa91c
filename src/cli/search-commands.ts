// The commands that go over all sessions by means of the index, as rows of the table (table.ts).

import type { CommandRow, Flag } from './table.js'

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
      NO_REFRESH,
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
    flags: [NO_REFRESH],
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
] as const satisfies readonly CommandRow[]
