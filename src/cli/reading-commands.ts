// The commands that only read, as rows of the table (table.ts).

import type { CommandRow } from './table.js'

const SESSION =
  'A <session> is a path to a .jsonl file, a session id or the first characters of one, any part of a title that no other has, `latest`, or - for standard input.'

export const READING_COMMANDS: readonly CommandRow[] = [
  {
    name: 'ls',
    args: '',
    summary: 'list sessions, newest first',
    details: [
      'Reads only the beginning and the end of the files it lists (32 kB each; 512 kB at the beginning where the first',
      'prompt comes later), so it is quick however large they are. Branch, model and context are those of the end.',
      'On a wide terminal, and into a pipe, there are columns for context, branch and what a session was made from.',
      'Titles are those of the client: the name given, the name found, else the first prompt, of a plan its heading, or',
      'the first command. Every command shows the same.',
    ],
    flags: [
      { name: 'limit', short: 'n', value: 'N', text: 'at most so many (default 20; 0 for all)' },
      {
        name: 'project',
        value: 'DIR',
        text: 'only sessions that worked in this directory; any part of its path will do',
      },
      { name: 'branch', value: 'NAME', text: 'only sessions on this Git branch, by any part of its name' },
      {
        name: 'model',
        value: 'NAME',
        text: 'only sessions whose last answer is of this model, by any part of its name',
      },
      {
        name: 'since',
        value: 'WHEN',
        text: 'only what was written since: 2026-06-18, 2026-06-18T14:30, 90m, 12h, 7d or 2w',
      },
      { name: 'until', value: 'WHEN', text: 'only what was written until then; a day counts whole' },
      {
        name: 'sort',
        value: 'ORDER',
        choices: ['newest', 'oldest', 'largest', 'fullest', 'title', 'project'],
        text: 'newest (default), oldest, largest file, fullest context, title or project',
      },
      { name: 'all', text: 'also files in which nothing was said' },
      { name: 'turns', text: 'count the turns of the sessions that are listed; reads those files whole' },
    ],
    examples: [
      ['rethread ls', 'the twenty newest'],
      ['rethread ls --project . -n 5', 'the five newest of this directory'],
      ['rethread ls --since 7d --sort fullest', 'which of this week’s sessions are nearly full?'],
    ],
  },
  {
    name: 'show',
    args: '[session]',
    summary: 'read a session turn by turn',
    details: [
      SESSION,
      'Without one it is the latest. Shows the active path; --leaf reads another branch.',
      'Whatever a depth leaves out is counted at the end. On a terminal, and with --color always, Markdown is laid out;',
      'into a pipe it is the source as it was written. Code is never broken.',
    ],
    flags: [
      { name: 'turn', value: 'N|A..B', text: 'only this turn or these turns' },
      {
        name: 'depth',
        value: 'DEPTH',
        choices: ['prompts', 'answers', 'narration', 'tools', 'all'],
        text: 'how much of each turn: prompts, final answers, narration between the calls, tools (default) or all',
      },
      {
        name: 'leaf',
        value: 'POINT',
        text: 'another branch: its number, a request of a turn such as 3.12, or a uuid (or its beginning) on it',
      },
      { name: 'agents', text: 'the subagents’ conversations too, where they were started' },
      { name: 'follow', short: 'f', text: 'go on while a client writes; ends with Ctrl-C' },
    ],
    examples: [
      ['rethread show', 'the latest session of this directory'],
      ['rethread show 91a1 --turn 2..3 --depth all', 'two turns with everything in them'],
    ],
  },
  {
    name: 'stats',
    args: '[session …]',
    summary: 'count what is in a session, or in several',
    details: [
      SESSION,
      'Without one it is the latest. Entries, messages, blocks, turns, tool calls, the shape of the tree, tokens,',
      'and whatever this version does not know.',
    ],
    flags: [
      { name: 'all', text: 'every session in the config dirs' },
      {
        name: 'rules',
        value: 'DOCUMENT',
        choices: ['seed-000', 'seed-001', 'seed-002', 'seed-003', 'seed-004'],
        text: 'seed-000, seed-001, seed-002, seed-003 or seed-004: that source document’s own rules, beside ours',
      },
    ],
    examples: [
      ['rethread stats latest', 'the tables of one session'],
      ['rethread stats --all --json', 'every session and the totals'],
      ['rethread stats latest --rules seed-000', 'what keeping one entry a message would lose'],
    ],
  },
  {
    name: 'turns',
    args: '[session]',
    summary: 'list the turns of a session with what each took',
    details: [
      SESSION,
      'Without one it is the latest. Lists the active path; --all adds what a rewind left behind. Requests are numbered',
      'within their turn: 3.12 is the twelfth of turn 3, a point that --leaf takes. Exit code 1 where --turn fits none.',
    ],
    flags: [
      { name: 'all', text: 'also the turns of abandoned branches' },
      { name: 'turn', value: 'N|A..B', text: 'only this turn or these turns' },
      { name: 'requests', text: 'also the requests of each turn, with their numbers, calls and tokens' },
    ],
    examples: [
      ['rethread turns latest', 'prompts, tool calls, tokens and how full the window was'],
      ['rethread turns latest --turn 3 --requests', 'where to clone a long turn from'],
    ],
  },
  {
    name: 'tools',
    args: '[session]',
    summary: 'list tool calls with their results, or the files that are backed up',
    details: [SESSION, 'Without one it is the latest.'],
    flags: [
      { name: 'files', text: 'tracked files instead: their versions, and whether each backup exists' },
      { name: 'name', value: 'TOOLS', text: 'only calls of these tools, in any case: edit,write,mcp__*' },
      { name: 'turn', value: 'N|A..B', text: 'only calls of this turn or these turns' },
      { name: 'failed', text: 'only calls that failed, are pending, or were lost' },
    ],
    examples: [
      ['rethread tools latest --name Bash', 'every command that was run'],
      ['rethread tools latest --files', 'what can be rewound'],
    ],
  },
  {
    name: 'files',
    args: '[session]',
    summary: 'list the files that a session created, edited and read',
    details: [
      SESSION,
      'Without one it is the latest. Lines added and removed are summed over all edits that worked, those of subagents',
      'too. Files that only commands of a shell touched are not known. Exit code 1 where --diff names a file that was not',
      'changed.',
    ],
    flags: [{ name: 'diff', value: 'FILE', text: 'the changes of one file: its path, or the end of it' }],
    examples: [
      ['rethread files latest', 'what has changed?'],
      ['rethread files latest --diff station.ts', 'every edit of one file'],
    ],
  },
  {
    name: 'graph',
    args: '[session]',
    summary: 'draw the shape of a session: turns, branches, compactions, agents',
    details: [
      SESSION,
      'Without one it is the latest. The oldest entry is on top and the newest at the bottom, in file order; the active',
      'branch is the leftmost lane. Signs: ● turn, ◆ compaction, ○ agent, ◇ technical fork, ✂ cut, ◉ active leaf.',
      'Requests are numbered within their turn: 3.12 is the twelfth of turn 3, a point that --leaf takes.',
    ],
    flags: [
      { name: 'all', text: 'also technical forks (parallel results, progress, retries …) with their reasons' },
      { name: 'requests', text: 'a line for every request of a turn; without it those of long turns, several a line' },
      { name: 'mermaid', text: 'print a Mermaid flowchart' },
      { name: 'dot', text: 'print a graph for Graphviz' },
    ],
    examples: [
      ['rethread graph latest', 'where it branched, and where the client goes on'],
      ['rethread graph latest --dot | dot -Tsvg > session.svg', 'a picture'],
    ],
  },
  {
    name: 'compactions',
    args: '[session]',
    summary: 'what each compaction of a session kept and dropped, and the way back',
    details: [
      SESSION,
      'Dropped are tool calls, and files, prompts and decisions that neither the summary nor a kept entry names any more.',
      'Files are found by their names; a sentence counts as named where half of its longer words are there.',
    ],
    flags: [{ name: 'diff', value: 'N', text: 'of one compaction: what the model had, and what it has since' }],
    examples: [
      ['rethread compactions latest', 'what was lost on the way?'],
      ['rethread clone latest --before-compaction 1', 'all of it again, as a session of its own'],
    ],
  },
  {
    name: 'context',
    args: '[session]',
    summary: 'show what the model will see when the session is resumed, and what it will not',
    details: [
      SESSION,
      'Without one it is the latest. The messages as the client sends them, each with its lines; at the end every entry',
      'that is not sent, and why. Exit code 1 where the client would refuse the session.',
    ],
    flags: [
      {
        name: 'client',
        value: 'VERSION',
        text: 'as this client does it (default: the newest known); the newest known that is not above it',
      },
      { name: 'model', value: 'MODEL', text: 'as if the client were started with this model' },
      {
        name: 'leaf',
        value: 'POINT',
        text: 'as if the history ended there: a branch number, a request of a turn such as 3.12, or a uuid (or its beginning)',
      },
      {
        name: 'by',
        value: 'KEY',
        choices: ['tool', 'file', 'kind', 'turn'],
        text: 'where the tokens go: by tool, file, kind of content or turn, and what would free them',
      },
      { name: 'full', text: 'long texts whole' },
      { name: 'brief', text: 'no messages: only how it ends, its size, and what is not sent' },
    ],
    examples: [
      ['rethread context latest', 'before resuming it'],
      ['rethread context latest --brief', 'how much is sent, and what is not'],
      ['rethread context latest --by tool', 'where the tokens go'],
      ['rethread context latest --client 2.0.42 --json', 'what an older client makes of it'],
    ],
  },
  {
    name: 'diff',
    args: '<session> [session]',
    summary: 'compare two sessions, or two leaves of one, as the model would see them',
    details: [
      'Blocks that were removed, added, shortened or changed, with their places as message.block and the tokens.',
      'Exit code 0 where the model would see the same, 1 where it would not.',
    ],
    flags: [
      {
        name: 'leaf',
        value: 'POINT',
        text: 'the second one up to this point: a branch number, a request of a turn such as 3.12, or a uuid (or its beginning)',
      },
      { name: 'against-leaf', value: 'POINT', text: 'the first one up to this point' },
      { name: 'client', value: 'VERSION', text: 'as this client does it (default: the newest known)' },
      { name: 'model', value: 'MODEL', text: 'as if the client were started with this model' },
    ],
    examples: [['rethread diff 91a1 --leaf 2', 'the active path and what a rewind left behind']],
  },
  {
    name: 'explain',
    args: '<session> <message>',
    summary: 'find the line behind an error message of the API or the client',
    details: [
      'The message in quotes, as much of it as there is; an id (toolu_…) or a place (messages.31.content.0) alone will do.',
      'Says what it means, where in the file the fault is, and what mends it. Places count the messages that the client',
      'would send now, without its own reminders. Exit code 1 where nothing in the session explains the message.',
    ],
    flags: [{ name: 'client', value: 'VERSION', text: 'the client that gave the message (default: the newest known)' }],
    examples: [
      [
        'rethread explain latest "messages.31.content.0: Invalid signature in thinking block"',
        'which line the API means',
      ],
      ['rethread explain latest toolu_01', 'where a tool call and its result stand'],
    ],
  },
  {
    name: 'resume',
    args: '[session]',
    summary: 'start the client on a session, in the directory it worked in',
    details: [
      'Without one it is the latest. The session is checked first; where the client would refuse it, nothing is started',
      'and the exit code is 1. Permissions are asked for as always. Otherwise the exit code is that of the client.',
    ],
    flags: [
      { name: 'dry-run', text: 'only print the command' },
      { name: 'anyway', text: 'start it whatever was found' },
    ],
    examples: [['rethread resume latest --dry-run', 'the line to paste into a shell']],
  },
  {
    name: 'check',
    args: '[session|folder …]',
    summary: 'say what is wrong with a session, and what it costs',
    details: [
      'Takes sessions and folders of them; without any it is the latest session.',
      'Severities: refuses (the client or the API will not take it), loses (it resumes with less than is there),',
      'cosmetic. Every code is explained in docs/findings.md. What costs something comes first; of several sessions, what',
      'is cosmetic or concerns backups only is counted at the end. Sound is what has cosmetic findings at most.',
    ],
    flags: [
      { name: 'all', text: 'every session in the config dirs' },
      { name: 'drift', text: 'types and fields that this version does not know, by client version, as Markdown' },
      {
        name: 'fail-on',
        value: 'SEVERITY',
        choices: ['refuses', 'loses', 'cosmetic'],
        text: 'exit with 1 for findings at or above this severity (default loses)',
      },
      {
        name: 'dialect',
        value: 'DOCUMENT',
        choices: ['004'],
        text: 'also the validation rules of source document 004, which no client follows',
      },
      { name: 'secrets', text: 'also keys, tokens and passwords, in the session and beside it; redact takes them out' },
    ],
    examples: [
      ['rethread check latest', 'is it sound?'],
      ['rethread check --all --fail-on refuses', 'will every session resume?'],
    ],
  },
]
