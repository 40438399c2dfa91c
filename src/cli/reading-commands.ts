// The commands that only read, as rows of the table (table.ts).

import { ARCHIVED } from './archive-commands.js'
import { BUDGET } from './budget-flags.js'
import { NO_REFRESH } from './search-commands.js'
import type { CommandRow } from './table.js'
import { TEAM } from './team-commands.js'

const SESSION =
  'A session is given as a path to a .jsonl file, a session id or its first characters, a unique part of a title, `latest`, or - for standard input; with :t7, :t7..t9, :m31 or :L212 behind it, a place in it.'

export const READING_COMMANDS = [
  {
    name: 'ls',
    args: '',
    summary: 'list sessions, newest first',
    details: [
      'Reads only the first and last 32 kB of each file (the first 512 kB if the first prompt comes later), so it is',
      'fast for files of any size. Branch, model and context are those at the end of the session. Wide terminals and',
      'pipes also get columns for context, branch and source session. Titles are the ones Claude Code shows: the name',
      'you gave, else the generated name, else the first prompt (the heading of a plan), else the first command. All',
      'commands show the same titles.',
    ],
    flags: [
      { name: 'limit', short: 'n', value: 'N', text: 'list at most N sessions (default 20; 0 for all)' },
      {
        name: 'project',
        value: 'DIR',
        text: 'only sessions of this directory; any part of its path matches',
      },
      { name: 'branch', value: 'NAME', text: 'only sessions on this Git branch; any part of its name matches' },
      {
        name: 'model',
        value: 'NAME',
        text: 'only sessions last answered by this model; any part of its name matches',
      },
      {
        name: 'since',
        value: 'WHEN',
        text: 'only sessions written since: 2026-06-18, 2026-06-18T14:30, 90m, 12h, 7d or 2w',
      },
      { name: 'until', value: 'WHEN', text: 'only sessions written until then; a date includes the whole day' },
      {
        name: 'sort',
        value: 'ORDER',
        choices: ['newest', 'oldest', 'largest', 'fullest', 'title', 'project'],
        text: 'sort by newest (default), oldest, largest file, fullest context, title or project',
      },
      { name: 'all', text: 'also list sessions without any messages' },
      { name: 'archived', text: 'list the sessions in the archive instead, also those that are no longer on disk' },
      { name: 'turns', text: 'count the turns of each session listed; reads those files in full' },
      TEAM,
    ],
    examples: [
      ['rethread ls', 'list the 20 newest sessions'],
      ['rethread ls --project . -n 5', 'list the 5 newest sessions of this directory'],
      ['rethread ls --since 7d --sort fullest', 'find this week’s sessions that are nearly full'],
    ],
  },
  {
    name: 'show',
    args: '[session]',
    summary: 'read a session turn by turn',
    details: [
      SESSION,
      'Defaults to the latest session. Shows the active branch; use --leaf for another one. Counts whatever it leaves',
      'out at the end. Formats Markdown on a terminal (or with --color always) and prints its source into a pipe.',
    ],
    flags: [
      { name: 'turn', value: 'N|A..B', text: 'show only these turns' },
      {
        name: 'depth',
        value: 'DEPTH',
        choices: ['prompts', 'answers', 'narration', 'tools', 'all'],
        text: 'how much to show: prompts, final answers, narration between calls, tools (default) or all',
      },
      {
        name: 'leaf',
        value: 'POINT',
        text: 'show another branch: its number, a request such as 3.12, or the uuid (or a prefix) of an entry on it',
      },
      { name: 'agents', text: 'include subagents’ conversations where they were started' },
      { name: 'follow', short: 'f', text: 'keep printing as the session grows; stop with Ctrl-C' },
      ...BUDGET,
      TEAM,
    ],
    examples: [
      ['rethread show', 'read the latest session of this directory'],
      ['rethread show 91a1 --turn 2..3 --depth all', 'read two turns in full'],
    ],
  },
  {
    name: 'stats',
    args: '[session …]',
    summary: 'count what is in one or more sessions',
    details: [
      SESSION,
      'Defaults to the latest session. Counts entries, messages, blocks, turns, tool calls, tokens, the shape of the',
      'tree, and unknown types and fields.',
    ],
    flags: [
      { name: 'all', text: 'all sessions in the config dirs' },
      ARCHIVED,
      {
        name: 'rules',
        value: 'DOCUMENT',
        choices: ['seed-000', 'seed-001', 'seed-002', 'seed-003', 'seed-004'],
        text: 'compare with the rules of a source document: seed-000, seed-001, seed-002, seed-003 or seed-004',
      },
    ],
    examples: [
      ['rethread stats latest', 'count one session'],
      ['rethread stats --all --json', 'count all sessions, with totals'],
      ['rethread stats latest --rules seed-000', 'see what keeping one entry per message would lose'],
    ],
  },
  {
    name: 'turns',
    args: '[session]',
    summary: 'list turns with their tool calls and tokens',
    details: [
      SESSION,
      'Defaults to the latest session. Lists the active branch; --all adds abandoned branches. Requests are numbered',
      'within their turn: 3.12 is the twelfth request of turn 3, and --leaf accepts it. Exits with 1 if --turn matches none.',
    ],
    flags: [
      { name: 'all', text: 'also list turns of abandoned branches' },
      { name: 'turn', value: 'N|A..B', text: 'list only these turns' },
      { name: 'requests', text: 'also list the requests of each turn, with their numbers, calls and tokens' },
      ...BUDGET,
    ],
    examples: [
      ['rethread turns latest', 'list prompts, tool calls, tokens and context size'],
      ['rethread turns latest --turn 3 --requests', 'find a point in a long turn to clone from'],
    ],
  },
  {
    name: 'tools',
    args: '[session]',
    summary: 'list tool calls and their results, or tracked files',
    details: [SESSION, 'Defaults to the latest session.'],
    flags: [
      { name: 'files', text: 'list tracked files instead, with their versions and whether each backup exists' },
      { name: 'name', value: 'TOOLS', text: 'only calls of these tools, such as edit,write,mcp__* (case-insensitive)' },
      { name: 'turn', value: 'N|A..B', text: 'only calls in these turns' },
      { name: 'failed', text: 'only calls that failed, are pending or were lost' },
      ...BUDGET,
    ],
    examples: [
      ['rethread tools latest --name Bash', 'list every command that was run'],
      ['rethread tools latest --files', 'list files that can be rewound'],
    ],
  },
  {
    name: 'files',
    args: '[session|file]',
    summary: 'list files that a session created, edited or read, or sessions that touched a file',
    details: [
      SESSION,
      'Defaults to the latest session. Counts lines added and removed by all successful edits, including those of',
      'subagents. Files that were touched only by shell commands are not listed. Given a file (a path, or a name with an',
      'extension), lists all sessions that read or changed it, newest first. Exits with 1 if --diff names a file that',
      'was not changed, or if no session touched the file.',
    ],
    flags: [
      { name: 'diff', value: 'FILE', text: 'show the changes to one file, given by its path or the end of it' },
      { name: 'edits', text: 'with a file: show what each edit changed' },
      ARCHIVED,
      NO_REFRESH,
      ...BUDGET,
      TEAM,
    ],
    examples: [
      ['rethread files latest', 'list what has changed'],
      ['rethread files src/station.ts', 'list the sessions that touched one file'],
      ['rethread files latest --diff station.ts', 'show every edit to one file'],
    ],
  },
  {
    name: 'graph',
    args: '[session]',
    summary: 'draw turns, branches, compactions and subagents as a graph',
    details: [
      SESSION,
      'Defaults to the latest session. Draws entries in file order, oldest first, with the active branch on the left.',
      'Symbols: ● turn, ◆ compaction, ○ agent, ◇ technical fork, ✂ cut, ◉ active leaf.',
      'Requests are numbered within their turn: 3.12 is the twelfth request of turn 3, and --leaf accepts it.',
    ],
    flags: [
      { name: 'all', text: 'also draw technical forks (parallel results, progress, retries, ...) and their reasons' },
      {
        name: 'requests',
        text: 'draw every request on a line of its own (default: several to a line, in long turns only)',
      },
      { name: 'mermaid', text: 'print a Mermaid flowchart' },
      { name: 'dot', text: 'print a Graphviz graph' },
    ],
    examples: [
      ['rethread graph latest', 'see where it branched and where it resumes'],
      ['rethread graph latest --dot | dot -Tsvg > session.svg', 'make an SVG'],
    ],
  },
  {
    name: 'compactions',
    args: '[session]',
    summary: 'show what each compaction kept and dropped',
    details: [
      SESSION,
      'Dropped items are tool calls, and files, prompts and decisions that neither the summary nor a kept entry',
      'mentions. A file counts as mentioned if its name occurs, a sentence if half of its longer words do.',
    ],
    flags: [{ name: 'diff', value: 'N', text: 'show what the model saw before and after compaction N' }, ...BUDGET],
    examples: [
      ['rethread compactions latest', 'see what was dropped'],
      ['rethread clone latest --before-compaction 1', 'restore everything as a new session'],
    ],
  },
  {
    name: 'context',
    args: '[session]',
    summary: 'show what the model will see when the session is resumed',
    details: [
      SESSION,
      'Defaults to the latest session. Shows the messages as the client sends them, each with its lines, then lists',
      'every entry that is not sent and why. Exits with 1 if the client would refuse the session.',
    ],
    flags: [
      {
        name: 'client',
        value: 'VERSION',
        text: 'simulate this client version, or the newest known one below it (default: the newest known)',
      },
      { name: 'model', value: 'MODEL', text: 'simulate a client started with this model' },
      {
        name: 'leaf',
        value: 'POINT',
        text: 'end the history here: a branch number, a request in a turn such as 3.12, or a uuid prefix',
      },
      {
        name: 'by',
        value: 'KEY',
        choices: ['tool', 'file', 'kind', 'turn'],
        text: 'show where the tokens go by tool, file, kind of content or turn, and how to free them',
      },
      { name: 'full', text: 'do not shorten long text' },
      { name: 'brief', text: 'show only the result, the size and what is not sent' },
      ...BUDGET,
    ],
    examples: [
      ['rethread context latest', 'see what a resume would send'],
      ['rethread context latest --brief', 'see how much is sent and what is not'],
      ['rethread context latest --by tool', 'see where the tokens go'],
      ['rethread context latest --client 2.0.42 --json', 'see what an older client would send'],
    ],
  },
  {
    name: 'diff',
    args: '<session> [session]',
    summary: 'compare what the model would see in two sessions, or two branches of one',
    details: [
      'Lists blocks that were removed, added, shortened or changed, with their positions as message.block, and tokens.',
      'Exits with 0 if the model would see the same, and with 1 if not.',
    ],
    flags: [
      {
        name: 'leaf',
        value: 'POINT',
        text: 'end the second session here: a branch number, a request in a turn such as 3.12, or a uuid prefix',
      },
      { name: 'against-leaf', value: 'POINT', text: 'end the first session here' },
      { name: 'client', value: 'VERSION', text: 'simulate this client version (default: the newest known)' },
      { name: 'model', value: 'MODEL', text: 'simulate a client started with this model' },
    ],
    examples: [['rethread diff 91a1 --leaf 2', 'compare the active branch with an abandoned one']],
  },
  {
    name: 'explain',
    args: '<session> <message>',
    summary: 'find the cause of an API or client error message in a session',
    details: [
      'Quote the message, or as much of it as you have; an id (toolu_...) or a position (messages.31.content.0) alone',
      'is enough. Prints what the message means, which line causes it and how to fix it. Positions count the messages',
      'that the client would send now, without its own reminders. Exits with 1 if nothing in the session explains the',
      'message.',
    ],
    flags: [
      { name: 'client', value: 'VERSION', text: 'client version that printed the message (default: the newest known)' },
    ],
    examples: [
      [
        'rethread explain latest "messages.31.content.0: Invalid signature in thinking block"',
        'find the line that the API complains about',
      ],
      ['rethread explain latest toolu_01', 'find a tool call and its result'],
    ],
  },
  {
    name: 'resume',
    args: '[session]',
    summary: 'resume a session in Claude Code, in its own directory',
    details: [
      'Defaults to the latest session. Checks the session first: if the client would refuse it, exits with 1 and starts',
      'nothing. Claude Code asks for permissions as usual. Otherwise exits with the exit code of the client.',
    ],
    flags: [
      { name: 'dry-run', text: 'print the command without running it' },
      { name: 'anyway', text: 'start the client even if the check fails' },
    ],
    examples: [['rethread resume latest --dry-run', 'print the command to paste into a shell']],
  },
  {
    name: 'check',
    args: '[session|folder …]',
    summary: 'find problems in sessions, and what each one loses',
    details: [
      'Checks sessions and folders of sessions; defaults to the latest session. Severities: refuses (the client or the',
      'API rejects the session), loses (it resumes with less than the file holds), cosmetic. Serious findings come',
      'first. With several sessions, cosmetic findings and findings about backups are only counted. A session with only',
      'cosmetic findings counts as OK. docs/findings.md explains every code.',
    ],
    flags: [
      { name: 'all', text: 'all sessions in the config dirs' },
      ARCHIVED,
      { name: 'drift', text: 'list unknown types and fields by client version, as Markdown' },
      {
        name: 'fail-on',
        value: 'SEVERITY',
        choices: ['refuses', 'loses', 'cosmetic'],
        text: 'exit with 1 on findings of this severity or worse (default loses)',
      },
      {
        name: 'client',
        value: 'VERSION',
        text: 'check for this client version, or the newest known one below it (default: the newest known)',
      },
      {
        name: 'dialect',
        value: 'DOCUMENT',
        choices: ['004'],
        text: 'also apply the validation rules of source document 004, which no client follows',
      },
      {
        name: 'secrets',
        text: 'also find keys, tokens and passwords in the session and its side files; redact removes them',
      },
    ],
    examples: [
      ['rethread check latest', 'check the latest session'],
      ['rethread check --all --fail-on refuses', 'find sessions that will not resume'],
    ],
  },
] as const satisfies readonly CommandRow[]
