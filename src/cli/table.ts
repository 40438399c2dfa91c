// Every command and flag as data: help, completions, the docs and the tests are made from this table.

import { AGENT_COMMANDS } from './agent-commands.js'
import { ARCHIVE_COMMANDS } from './archive-commands.js'
import { READING_COMMANDS } from './reading-commands.js'
import { SEARCH_COMMANDS } from './search-commands.js'
import { SHARING_COMMANDS } from './sharing-commands.js'
import { TEAM_COMMANDS } from './team-commands.js'

export interface Flag {
  readonly name: string
  readonly short?: string
  /** What the value stands for; absent for a flag that is on or off. No flag takes an optional value. */
  readonly value?: string
  readonly choices?: readonly string[]
  readonly text: string
}

export interface CommandRow {
  readonly name: string
  /** As in the usage line: `<required>`, `[optional]`, `[several …]`. */
  readonly args: string
  readonly summary: string
  readonly details: readonly string[]
  readonly flags: readonly Flag[]
  readonly examples: readonly (readonly [call: string, what: string])[]
}

/** Understood by every command. */
export const COMMON_FLAGS = [
  { name: 'json', text: 'print one JSON document instead of text' },
  {
    name: 'config-dir',
    value: 'DIR',
    text: 'look in DIR instead of ~/.claude and ~/.config/claude; separate several with commas',
  },
  {
    name: 'color',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    text: 'when to use color: auto (default; on a terminal), always (or FORCE_COLOR) or never (or NO_COLOR)',
  },
  { name: 'no-color', text: 'same as --color never' },
  { name: 'no-pager', text: 'do not page long output on a terminal' },
  { name: 'help', short: 'h', text: 'show help' },
  { name: 'version', short: 'V', text: 'print the version' },
] as const satisfies readonly Flag[]

/** Of the call without a command. */
export const BARE_FLAGS = [
  { name: 'plain', text: 'without a command: list the newest sessions instead of opening the finder' },
] as const satisfies readonly Flag[]

/** Of every command that makes a session out of another one. */
const WRITING = [
  { name: 'dry-run', text: 'show and verify the plan without writing anything' },
  { name: 'out', value: 'FILE', text: 'write the session to FILE, with its side files next to it' },
  { name: 'to-project', value: 'DIR', text: 'write the session to the project in DIR' },
  { name: 'title', value: 'TITLE', text: 'set the title of the new session' },
  { name: 'ids-from', value: 'SEED', text: 'derive ids from SEED, so that the same call gives the same ids' },
  { name: 'keep-ids', text: 'keep entry ids and record their source session, as Claude Code does when it forks' },
  {
    name: 'rewrite-words',
    text: 'replace the session id in all text; thinking that depends on that text is removed',
  },
] as const satisfies readonly Flag[]

/** What a part of a session is counted in. */
const BY = {
  name: 'by',
  value: 'UNIT',
  choices: ['turns', 'calls', 'tokens'],
  text: 'measure shares in turns (default), calls or tokens; calls and tokens can split a long turn',
} as const satisfies Flag

/** Where the result ends. */
const POINTS = [
  { name: 'to-turn', value: 'N', text: 'end the new session after turn N' },
  {
    name: 'leaf',
    value: 'POINT',
    text: 'end the new session here: a branch number, a request in a turn such as 3.12, or a uuid prefix',
  },
  { name: 'before-compaction', value: 'N', text: 'end the new session just before compaction N' },
  { name: 'linear', text: 'write a single chain instead of a tree, so that older clients read parallel calls too' },
] as const satisfies readonly Flag[]

const ROWS = [
  ...READING_COMMANDS,
  ...SEARCH_COMMANDS,
  ...SHARING_COMMANDS,
  ...AGENT_COMMANDS,
  ...ARCHIVE_COMMANDS,
  ...TEAM_COMMANDS,
  {
    name: 'clone',
    args: '[session]',
    summary: 'copy a session, a branch, or a session up to a turn or compaction',
    details: [
      'Defaults to the latest session. The copy and its entries get new ids, and all references are updated. Subagents,',
      'tool outputs, file history, tasks and the title are copied too. The model sees the same conversation as before.',
      'The original is unchanged. Exits with 1 and writes nothing if the copy cannot guarantee that.',
    ],
    flags: [...POINTS, ...WRITING],
    examples: [
      ['rethread clone latest', 'try something out on a copy'],
      ['rethread clone 91a1 --to-turn 3', 'continue from the end of turn 3'],
      ['rethread clone 91a1 --leaf 2 --dry-run', 'preview an abandoned branch as a session'],
    ],
  },
  {
    name: 'strip',
    args: '[session]',
    summary: 'remove tool calls, results, thinking, images, snapshots or bookkeeping from a session',
    details: [
      'Defaults to the latest session. Writes a new session unless --in-place is given. All prompts and answers are',
      'kept, in order. Thinking after a change is removed with it: its signature covers everything before it. Removed',
      'content leaves a note naming the session and line where the original still is. Exits with 1 and writes nothing',
      'if the result would not resume like that.',
    ],
    flags: [
      { name: 'tools', text: 'remove tool calls and their results' },
      { name: 'results', text: 'remove the content of tool results, but keep the calls' },
      { name: 'thinking', text: 'remove thinking, including redacted thinking' },
      { name: 'images', text: 'remove images and documents' },
      { name: 'snapshots', text: 'remove file snapshots; those files can no longer be rewound' },
      { name: 'bookkeeping', text: 'remove progress, hook output, request logs and duplicate copies of outputs' },
      {
        name: 'mode',
        value: 'MODE',
        choices: ['remove', 'truncate', 'stub'],
        text: 'remove (default for --tools), truncate to two lines, or stub: leave a note (default for --results)',
      },
      { name: 'only', value: 'NAMES', text: 'only these tools, such as Bash,Read,mcp__*' },
      { name: 'except', value: 'NAMES', text: 'all tools except these' },
      { name: 'oldest', value: 'N%', text: 'only in the oldest N% of the session' },
      BY,
      { name: 'before-turn', value: 'N', text: 'only in turns before turn N' },
      { name: 'keep-last', value: 'N', text: 'keep the last N turns unchanged' },
      { name: 'keep-last-calls', value: 'N', text: 'keep the last N tool calls unchanged, even within one turn' },
      { name: 'larger-than', value: 'SIZE', text: 'only content larger than SIZE, such as 4k or 2M' },
      {
        name: 'preset',
        value: 'NAME',
        text: 'gentle, routine, emergency, or a preset from rethread/config.json; applies by age of turns with tool calls',
      },
      { name: 'soft', text: 'keep everything in the file and append entries that make client 2.1 skip it' },
      { name: 'in-place', text: 'edit the session itself; keeps a backup, and refuses while a client is using it' },
      ...POINTS,
      ...WRITING,
    ],
    examples: [
      ['rethread strip latest --preset routine --dry-run', 'preview what it would save'],
      ['rethread strip latest --tools --oldest 75%', 'remove old tool calls'],
      [
        'rethread strip latest --tools --oldest 50% --by calls',
        'remove the older half of the calls, even within one long turn',
      ],
      ['rethread strip latest --results --larger-than 4k --in-place', 'shorten long results in the session itself'],
      ['rethread strip latest --results --soft --in-place', 'hide results without deleting them from the file'],
    ],
  },
  {
    name: 'compress',
    args: '[session]',
    summary: 'replace old turns with a summary; recent turns stay unchanged',
    details: [
      'Defaults to the latest session. Writes a new session unless --in-place is given. The summary is stored where',
      'Claude Code itself stores one, so old and new clients send it, followed by the kept turns. Only the thinking in',
      'the kept turns is removed: its signature covers everything before it. The last prompt is always kept. With',
      '--bands, all turns are kept and the text of old ones is shortened. Whatever cannot be summarized is kept and',
      'reported. Nothing is sent over the network unless you choose claude or anthropic. Exits with 1 if there is',
      'nothing to compress.',
    ],
    flags: [
      { name: 'keep-last', value: 'N', text: 'summarize all turns except the last N' },
      {
        name: 'keep-last-calls',
        value: 'N',
        text: 'summarize all but the last N tool calls; the prompt of their turn is kept',
      },
      { name: 'oldest', value: 'N%', text: 'summarize the oldest N% of the session' },
      BY,
      {
        name: 'budget',
        value: 'TOKENS',
        text: 'summarize as much as needed to fit in TOKENS, such as 40k, even within the last turn',
      },
      {
        name: 'bands',
        value: 'LIST',
        text: 'shorten prompts and answers by age instead of summarizing, such as 0-50:10%,50-80:35%',
      },
      { name: 'keep-tools', text: 'leave one line per removed tool call: tool, target, outcome' },
      {
        name: 'summarizer',
        value: 'WHO',
        choices: ['extractive', 'claude', 'anthropic', 'command'],
        text: 'extractive (default; no model, no network), claude (claude -p), anthropic (the API) or command',
      },
      { name: 'model', value: 'NAME', text: 'model to use with claude or anthropic' },
      {
        name: 'command',
        value: 'PROGRAM',
        text: 'program to run with --summarizer command: reads text on stdin, prints a summary',
      },
      { name: 'concurrency', value: 'N', text: 'number of requests at a time (default 3)' },
      { name: 'timeout', value: 'SECONDS', text: 'time limit per request (default 180)' },
      { name: 'in-place', text: 'edit the session itself; keeps a backup, and refuses while a client is using it' },
      ...WRITING,
    ],
    examples: [
      ['rethread compress latest --keep-last 5 --dry-run', 'preview what a summary of the rest would save'],
      ['rethread compress latest --oldest 60%', 'summarize the older turns'],
      ['rethread compress latest --oldest 60% --by calls', 'summarize early work, even within one long turn'],
      ['rethread compress latest --budget 40k', 'summarize as much as needed'],
      ['rethread compress latest --bands 0-50:10%,50-80:35% --keep-tools', 'keep all turns, but shorten old ones'],
    ],
  },
  {
    name: 'redact',
    args: '[session …]',
    summary: 'remove secrets from a session, its subagents and side files',
    details: [
      'Defaults to the latest session. Lists each secret with its kind and surrounding text, then writes a new session',
      'with placeholders; equal secrets get equal placeholders. Also searches tool outputs, file backups, tasks and the',
      'title, JSON inside strings, base64 and UTF-16. A secret found by its name is replaced everywhere it occurs. The',
      'prompt history is changed only with --in-place. Images, PDFs and archives are not scanned; the output says how',
      'many there are. Thinking that contains a secret is removed, and so is all thinking after a change.',
      'docs/secrets.md lists the kinds of secrets.',
    ],
    flags: [
      { name: 'paths', text: 'also replace home directories' },
      { name: 'names', text: 'also replace user names, as found in home directories' },
      { name: 'rules', value: 'FILE', text: 'read more rules from FILE: a JSON list of kind, words and pattern' },
      { name: 'entropy', text: 'also replace anything that looks random; expect false positives' },
      {
        name: 'key-file',
        value: 'FILE',
        text: 'read the key for placeholder hashes from FILE (default: a new key per run)',
      },
      { name: 'in-place', text: 'edit the session itself; keeps a backup, and refuses while a client is using it' },
      ...WRITING,
    ],
    examples: [
      ['rethread redact latest --dry-run', 'list the secrets for review'],
      ['rethread redact latest --paths --names --out clean.jsonl', 'write a copy that is safe to share'],
    ],
  },
  {
    name: 'move',
    args: '<session|directory>',
    summary: 'move a session to another project, or update all sessions of a renamed directory',
    details: [
      'For a directory: updates every path that names it or a directory below it, in sessions, subagents, outputs,',
      'tasks, memory, the prompt history and Claude Code’s settings. Settings files inside the directory are listed,',
      'not changed. /a/b does not match /a/bc. For a session: moves its files and updates the directory in its entries.',
      'Thinking and the text before it stay unchanged. Everything is one change, and one undo reverts it. Refuses while',
      'a client is using a session.',
    ],
    flags: [
      { name: 'to', value: 'DIR', text: 'new path of the directory, or the directory of the other project' },
      { name: 'renamed', text: 'for a session: its directory was renamed, so update the path everywhere' },
      { name: 'rewrite-words', text: 'replace the path in all text, even where that removes thinking' },
      { name: 'dry-run', text: 'count the matches without writing anything' },
    ],
    examples: [
      ['rethread move /home/ada/weather-station --to /home/ada/barometer --dry-run', 'count the matches first'],
      ['rethread move latest --to ~/other', 'move the latest session to another project'],
    ],
  },
  {
    name: 'trim',
    args: '[session]',
    summary: 'shrink a session to a token budget with the least loss',
    details: [
      'Defaults to the latest session. Writes a new session unless --in-place is given. Removes only as much as needed,',
      'oldest first: file reads that are repeated later, outdated output, images, thinking, attachments, old results,',
      'old calls. Prompts, answers and the newest calls are kept: as many calls as fill a quarter of the budget, or',
      'fewer if the budget cannot be met otherwise. Tokens are estimated from what the client will send. Exits with 1',
      'and writes nothing if the budget cannot be met.',
    ],
    flags: [
      { name: 'budget', value: 'TOKENS', text: 'target size, including system prompt and tools, such as 60k' },
      { name: 'suggest', text: 'show what each step would free, without writing anything' },
      { name: 'protect-last', value: 'N', text: 'keep the last N turns unchanged' },
      {
        name: 'protect-last-calls',
        value: 'N',
        text: 'keep the last N tool calls unchanged (default: the newest, up to a quarter of the budget)',
      },
      { name: 'protect', value: 'NAMES', text: 'keep calls and results of these tools, such as Read,mcp__*' },
      { name: 'in-place', text: 'edit the session itself; keeps a backup, and refuses while a client is using it' },
      ...WRITING,
    ],
    examples: [
      ['rethread trim latest --suggest', 'see what is worth removing'],
      ['rethread trim latest --budget 60k --dry-run', 'preview what this budget would remove'],
      ['rethread trim latest --budget 60k --protect-last 5 --protect Read', 'keep more'],
    ],
  },
  {
    name: 'cut',
    args: '[session]',
    summary: 'remove turns or single messages from a session',
    details: [
      'Defaults to the latest session. Writes a new session unless --in-place is given. The entry after the cut is',
      'attached to the entry before it. A tool call is removed together with its result and the subagents it started.',
      'Warns about what later turns depend on: files that only the removed turns read, and shells and agents that they',
      'started. Thinking after the cut is removed: its signature covers everything before it.',
    ],
    flags: [
      { name: 'turns', value: 'LIST', text: 'turns to remove, such as 3..7,12' },
      {
        name: 'messages',
        value: 'IDS',
        text: 'messages to remove: message ids, or uuids of their entries, separated by commas',
      },
      { name: 'in-place', text: 'edit the session itself; keeps a backup, and refuses while a client is using it' },
      ...WRITING,
    ],
    examples: [
      ['rethread cut latest --turns 1 --dry-run', 'preview removing the first turn'],
      ['rethread cut latest --turns 1..2,4', 'remove three turns'],
    ],
  },
  {
    name: 'repair',
    args: '[session]',
    summary: 'repair damaged lines, missing parents, missing results and content that the API rejects',
    details: [
      'Defaults to the latest session. Writes a new session unless --in-place is given. Writes nothing if there is',
      'nothing to repair. The plan gives the reason and the confidence for every entry that is reattached. Where',
      'several parents are equally likely, the entry stays where it is unless --assume is given. docs/findings.md says',
      'for every finding whether it can be repaired.',
    ],
    flags: [
      {
        name: 'assume',
        text: 'also make repairs that are only likely: ambiguous parents, a rewind, a bypassed compaction',
      },
      { name: 'in-place', text: 'edit the session itself; keeps a backup, and refuses while a client is using it' },
      ...WRITING,
    ],
    examples: [
      ['rethread repair latest --dry-run', 'preview the repairs and the reasons'],
      ['rethread repair 91a1 --in-place', 'repair the session itself'],
    ],
  },
  {
    name: 'rm',
    args: '<session> [session …]',
    summary: 'remove sessions with all their side files; undo restores them',
    details: [
      'Removes the session file, subagents, tool results, file history, tasks, todos, environment, images and title,',
      'and keeps a backup. Each session is one change, which undo reverts. Refuses while a client is using the session.',
      'The prompt history is not changed.',
    ],
    flags: [{ name: 'dry-run', text: 'list what would be removed without removing it' }],
    examples: [
      ['rethread rm 91a1 --dry-run', 'list what belongs to this session'],
      ['rethread rm 91a1', 'remove it'],
    ],
  },
  {
    name: 'receipts',
    args: '[session]',
    summary: 'list changes; for one session, also its source and its copies',
    details: [
      'Every change leaves a receipt and a backup of what it replaced or removed. Backups are limited in size and',
      'number: the oldest are deleted first. A removed session can still be given by its id.',
    ],
    flags: [],
    examples: [
      ['rethread receipts', 'list all changes, newest first'],
      ['rethread receipts latest', 'list the history of one session'],
    ],
  },
  {
    name: 'undo',
    args: '[receipt]',
    summary: 'undo the last change, or the change of a receipt',
    details: [
      'Deletes what the change created and restores what it replaced or removed, with the original file times (unless',
      'Claude Code’s cleanup would then delete the file at once). Refuses if a file has changed since, or while a',
      'client is using the session. --last and --all stop at the first change that is refused. An undo is itself a',
      'change: undo its receipt to redo it.',
    ],
    flags: [
      { name: 'last', value: 'N', text: 'undo the last N changes, newest first' },
      { name: 'all', text: 'undo all changes, newest first' },
      { name: 'dry-run', text: 'show what would be undone without undoing it' },
    ],
    examples: [
      ['rethread undo --dry-run', 'preview the undo'],
      ['rethread undo --last 3', 'undo the last three changes'],
      ['rethread undo 5c0ffee1', 'undo the change of this receipt'],
    ],
  },
  {
    name: 'schema',
    args: '[type]',
    summary: 'print the JSON Schema of entries and the client versions of each field',
    details: [
      'Without a type, prints the schema of all entries. A type is an entry type (user), a system entry type',
      '(system/compact_boundary) or a content block type (block/tool_use). x-seen-in gives the first and last client',
      'version that a field was seen in. Unknown fields and types are valid, because clients add some with each',
      'release.',
    ],
    flags: [],
    examples: [
      ['rethread schema > entry.schema.json', 'save the whole schema'],
      ['rethread schema block/tool_use', 'print the schema of one block type'],
    ],
  },
  {
    name: 'completions',
    args: '<shell>',
    summary: 'print a completion script for bash, zsh or fish',
    details: [
      'Save the output where your shell looks for completions, or source it. Sessions are completed by id, with their',
      'titles. `rethread completions sessions` prints the list that the scripts use.',
    ],
    flags: [],
    examples: [
      [
        'rethread completions bash > ~/.local/share/bash-completion/completions/rethread',
        'install completions for bash',
      ],
    ],
  },
  {
    name: 'help',
    args: '[command]',
    summary: 'show help for a command',
    details: [],
    flags: [],
    examples: [['rethread help show', 'same as rethread show --help']],
  },
] as const satisfies readonly CommandRow[]

type KnownRow = (typeof ROWS)[number]
export type CommandName = KnownRow['name']

export const COMMANDS: readonly (CommandRow & { readonly name: CommandName })[] = ROWS

/** What each flag gives: one of its choices, a text, or nothing but that it is there. */
type ValuesOf<F extends Flag> = {
  readonly [One in F as One['name']]: One extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : One extends { readonly value: string }
      ? string
      : true
}

export type CommonFlags = ValuesOf<(typeof COMMON_FLAGS)[number]>
export type BareFlags = CommonFlags & ValuesOf<(typeof BARE_FLAGS)[number]>
export type WritingFlags = ValuesOf<(typeof WRITING)[number]>
export type PointFlags = ValuesOf<(typeof POINTS)[number]>
/** The flags of a command. */
export type FlagsFor<N extends CommandName> = CommonFlags &
  ValuesOf<Extract<KnownRow, { readonly name: N }>['flags'][number]>

export function commandNamed(name: string): (CommandRow & { readonly name: CommandName }) | undefined {
  return COMMANDS.find(command => command.name === name)
}

export function flagsOf(command: CommandRow | undefined): readonly Flag[] {
  return [...(command?.flags ?? BARE_FLAGS), ...COMMON_FLAGS]
}
