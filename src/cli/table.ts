// Every command and flag as data: help, completions, the docs and the tests are made from this table.

import { READING_COMMANDS } from './reading-commands.js'

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
export const COMMON_FLAGS: readonly Flag[] = [
  { name: 'json', text: 'print one JSON document instead of text' },
  {
    name: 'config-dir',
    value: 'DIR',
    text: 'look here instead of ~/.claude and ~/.config/claude; several, separated by commas',
  },
  { name: 'no-color', text: 'no colours (NO_COLOR does the same)' },
  { name: 'no-pager', text: 'do not page long output on a terminal' },
  { name: 'help', short: 'h', text: 'say what this command does' },
  { name: 'version', short: 'V', text: 'print the version' },
]

/** Of every command that makes a session out of another one. */
const WRITING: readonly Flag[] = [
  { name: 'dry-run', text: 'plan, check and compare, but write nothing' },
  { name: 'out', value: 'FILE', text: 'write the session file here, with its side files beside it' },
  { name: 'to-project', value: 'DIR', text: 'a session of the project in this directory' },
  { name: 'title', value: 'TITLE', text: 'the name of the new session' },
  { name: 'ids-from', value: 'SEED', text: 'ids that come out the same for the same session and seed' },
  { name: 'keep-ids', text: 'keep the ids of entries, and say where each is from, as the client’s own fork does' },
  {
    name: 'rewrite-words',
    text: 'change the session’s id also in words that thinking depends on; that thinking then goes',
  },
]

/** Where the result ends. */
const POINTS: readonly Flag[] = [
  { name: 'to-turn', value: 'N', text: 'up to the end of this turn' },
  { name: 'leaf', value: 'POINT', text: 'up to this point: a branch number, or a uuid (or its beginning)' },
  { name: 'before-compaction', value: 'N', text: 'up to where the session was compacted for the Nth time' },
  { name: 'linear', text: 'one chain instead of the tree: older clients then read parallel calls too' },
]

export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'ls',
    args: '',
    summary: 'list sessions, newest first',
    details: [
      'Reads only the beginning and the end of the files it lists, so it is quick however large they are.',
      'Titles are those of the client: the name given, the name found, else the first prompt.',
    ],
    flags: [
      { name: 'limit', short: 'n', value: 'N', text: 'at most so many (default 20; 0 for all)' },
      { name: 'project', value: 'DIR', text: 'only sessions that worked in this directory' },
      { name: 'all', text: 'also files in which nothing was said' },
    ],
    examples: [
      ['rethread ls', 'the twenty newest'],
      ['rethread ls --project . -n 5', 'the five newest of this directory'],
    ],
  },
  {
    name: 'show',
    args: '[session]',
    summary: 'read a session turn by turn',
    details: [
      SESSION,
      'Without one it is the latest. Shows the active path; --leaf reads another branch.',
      'Whatever a depth leaves out is counted at the end.',
    ],
    flags: [
      { name: 'turn', value: 'N|A..B', text: 'only this turn or these turns' },
      {
        name: 'depth',
        value: 'DEPTH',
        choices: ['prompts', 'answers', 'tools', 'all'],
        text: 'how much of each turn: prompts, answers, tools (default) or all',
      },
      { name: 'leaf', value: 'POINT', text: 'another branch: its number, or a uuid (or its beginning) on it' },
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
    details: [SESSION, 'Without one it is the latest. Lists the active path; --all adds what a rewind left behind.'],
    flags: [{ name: 'all', text: 'also the turns of abandoned branches' }],
    examples: [['rethread turns latest', 'prompts, tool calls, tokens and how full the window was']],
  },
  {
    name: 'tools',
    args: '[session]',
    summary: 'list tool calls with their results, or the files that are backed up',
    details: [SESSION, 'Without one it is the latest.'],
    flags: [
      { name: 'files', text: 'tracked files instead: their versions, and whether each backup exists' },
      { name: 'name', value: 'TOOL', text: 'only calls of this tool' },
      { name: 'turn', value: 'N|A..B', text: 'only calls of this turn or these turns' },
      { name: 'failed', text: 'only calls that failed, are pending, or were lost' },
    ],
    examples: [
      ['rethread tools latest --name Bash', 'every command that was run'],
      ['rethread tools latest --files', 'what can be rewound'],
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
    ],
    flags: [
      { name: 'all', text: 'also technical forks (parallel results, progress, retries …) with their reasons' },
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
      ['rethread compactions latest --diff 1', 'line by line'],
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
        text: 'as if the history ended there: a branch number, or a uuid (or its beginning)',
      },
      { name: 'full', text: 'long texts whole' },
      { name: 'brief', text: 'no messages: only how it ends, its size, and what is not sent' },
    ],
    examples: [
      ['rethread context latest', 'before resuming it'],
      ['rethread context latest --brief', 'how much is sent, and what is not'],
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
        text: 'the second one up to this point: a branch number, or a uuid (or its beginning)',
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
      'cosmetic. Every code is explained in docs/findings.md.',
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
    ],
    examples: [
      ['rethread check latest', 'is it sound?'],
      ['rethread check --all --fail-on refuses', 'will every session resume?'],
    ],
  },
    ],
  },
  {
  ...READING_COMMANDS,
    name: 'clone',
    args: '[session]',
    summary: 'make a session of its own out of a session, a branch, a turn or the state before a compaction',
    details: [
      'Without one it is the latest. New ids for the session and its entries, and every reference follows; subagents,',
      'tool outputs, file history, tasks and title are copied. The model gets what it got before. The original is never',
      'written. Exit code 1 where the result would not keep that: then nothing is written.',
    ],
    flags: [...POINTS, ...WRITING],
    examples: [
      ['rethread clone latest', 'try something without losing the way back'],
      ['rethread clone 91a1 --to-turn 3', 'go on from the third turn'],
      ['rethread clone 91a1 --leaf 2 --dry-run', 'what a branch left behind would be'],
    ],,
    name: 'strip',
    args: '[session]',
    summary: 'make a session smaller: tool calls, results, thinking, images, snapshots, bookkeeping',
    details: [
      'Without one it is the latest. Writes a new session unless --in-place is given. Every prompt and every answer stays,',
      'in order. Thinking behind a change goes with it: it is signed together with all that stands before it. What was',
      'taken away leaves a note with the session and line where it still is. Exit code 1 where that cannot be kept.',
    ],
    flags: [name: 'tools', text: 'tool calls with their results' ,name: 'results', text: 'bodies of results only' ,name: 'thinking', text: 'thinking, redacted too' ,name: 'images', text: 'images and documents' ,name: 'snapshots', text: 'snapshots of files: they can then not be rewound' ,name: 'bookkeeping', text: 'progress, hook output, request logs, second copies of outputs' ,
        name: 'mode',
        value: 'MODE',
        choices: ['remove', 'truncate', 'stub'],
        text: 'remove (default of --tools), truncate to two lines, or stub: a note (default of --results)',,name: 'only', value: 'NAMES', text: 'only these tools: Bash,Read,mcp__*' ,name: 'except', value: 'NAMES', text: 'not these tools' ,name: 'oldest', value: 'N%', text: 'only in so large a part of the turns, the oldest first' ,name: 'before-turn', value: 'N', text: 'only in the turns before this one' ,name: 'keep-last', value: 'N', text: 'not in the last so many turns' ,name: 'larger-than', value: 'SIZE', text: 'only what is larger: 4k, 2M' ,
        name: 'preset',
        value: 'NAME',
        text: 'gentle, routine, emergency, or one of rethread/config.json: by the age of turns with tool calls',,name: 'soft', text: 'leave all in the file, and append the rows by which client 2.1 leaves it out' ,name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' ,
      ...POINTS,
      ...WRITING,
    ],
    examples: [
      ['rethread strip latest --preset routine --dry-run', 'what would it save?'],
      ['rethread strip latest --tools --oldest 75%', 'the old tool calls'],
      ['rethread strip latest --results --larger-than 4k --in-place', 'long results, in the same session'],
      ['rethread strip latest --results --soft --in-place', 'the same, reversible: nothing leaves the file'],
    ],,
    name: 'compress',
    args: '[session]',
    summary: 'make old turns a summary that the model gets; the recent ones stay as they are',
    details: [
      'Without one it is the latest. Writes a new session unless --in-place is given. The summary stands where the',
      'client itself puts one, so old and new clients send it, followed by the kept turns; only their thinking goes,',
      'which is signed together with all that stood before it. The last turn always stays. With --bands all turns stay,',
      'and the words of old ones become fewer. What cannot be summarised is kept and counted as kept. Nothing is sent',
      'anywhere unless claude or anthropic is chosen. Exit code 1 where nothing can be compressed.',
    ],
    flags: [name: 'keep-last', value: 'N', text: 'a summary of all turns but the last so many' ,name: 'oldest', value: 'N%', text: 'of so large a part of the turns, the oldest first' ,name: 'budget', value: 'TOKENS', text: 'of as many turns as needed for the context to fit: 40k' ,
        name: 'bands',
        value: 'LIST',
        text: 'no summary: rewrite prompts and answers to a share of their length by the age of their turn: 0-50:10%,50-80:35%',,name: 'keep-tools', text: 'leave one line for each tool call that goes: tool, target, outcome' ,
        name: 'summarizer',
        value: 'WHO',
        choices: ['extractive', 'claude', 'anthropic', 'command'],
        text: 'extractive (default: no model, no network), claude (claude -p), anthropic (the API), or command',,name: 'model', value: 'NAME', text: 'which model claude or anthropic shall take' ,
        name: 'command',
        value: 'PROGRAM',
        text: 'the program of --summarizer command: text on stdin, summary on stdout',,name: 'concurrency', value: 'N', text: 'ask so many at a time, 3 by default' ,name: 'timeout', value: 'SECONDS', text: 'for each answer, 180 by default' ,name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' ,
      ...WRITING,
    ],
    examples: [
      ['rethread compress latest --keep-last 5 --dry-run', 'what would a summary of the rest save?'],
      ['rethread compress latest --oldest 60%', 'the older part of the turns'],
      ['rethread compress latest --budget 40k', 'as much as needed'],
      ['rethread compress latest --bands 0-50:10%,50-80:35% --keep-tools', 'all turns, with fewer words'],
    ],,
    name: 'move',
    args: '<session|directory>',
    summary: 'move a session to another project, or all sessions of a directory that was renamed',
    details: [
      'Of a directory: every place that names it follows, in sessions, subagents, outputs, tasks, memory, the prompt',
      'history and the client’s settings; directories below it too. /a/b is not found in /a/bc. Of a session: its',
      'folder and the directory of its entries. Thinking and the words before it stay as they are. It is one change, and',
      'undo takes it back. Refused while a client is running on a session.',
    ],
    flags: [name: 'to', value: 'DIR', text: 'the directory as it is called now, or the other project’s' ,name: 'renamed', text: 'of a session: its directory was renamed, so change the path everywhere' ,name: 'rewrite-words', text: 'change the path in words also where thinking is lost by it' ,name: 'dry-run', text: 'count the places, and write nothing' ,
    ],
    examples: [
      ['rethread move /home/ada/weather-station --to /home/ada/barometer --dry-run', 'how many places are there?'],
      ['rethread move latest --to ~/other', 'this session belongs to another project'],
    ],,
    name: 'trim',
    args: '[session]',
    summary: 'make a session fit into a budget of tokens, with the least loss',
    details: [
      'Without one it is the latest. Takes away, step by step and the oldest first, as much as is needed: file reads that',
      'are repeated later, outdated output, images, thinking, attached notes, old results, old calls. Prompts, answers and',
      'the last turns stay. Tokens are estimated from what the client will send. Writes a new session unless --in-place is',
      'given. Exit code 1, and nothing is written, where the budget cannot be met.',
    ],
    flags: [name: 'budget', value: 'TOKENS', text: 'at most so many tokens, with system prompt and tools: 60k' ,name: 'suggest', text: 'only say what each step would free, and which are worth it' ,name: 'protect-last', value: 'N', text: 'leave the last so many turns alone (default 2)' ,name: 'protect', value: 'NAMES', text: 'leave calls and results of these tools alone: Read,mcp__*' ,name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' ,
      ...WRITING,
    ],
    examples: [
      ['rethread trim latest --suggest', 'what is worth taking away?'],
      ['rethread trim latest --budget 60k --dry-run', 'what would go for this budget?'],
      ['rethread trim latest --budget 60k --protect-last 5 --protect Read', 'with more that stays'],
    ],,
    name: 'cut',
    args: '[session]',
    summary: 'take turns or single messages out of a session, wherever they stand',
    details: [
      'Without one it is the latest. Writes a new session unless --in-place is given. What follows hangs on what was',
      'before; a call goes with its result, and with the agents that it started. Names what later turns build on: files',
      'that only the cut turns read, shells and agents that they started. Thinking behind the cut goes (it is signed',
      'together with all that stands before it).',
    ],
    flags: [name: 'turns', value: 'LIST', text: 'turns by number: 3..7,12' ,
        name: 'messages',
        value: 'IDS',
        text: 'messages by their id, or by a uuid of one of their entries; commas between',,name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' ,
      ...WRITING,
    ],
    examples: [
      ['rethread cut latest --turns 1 --dry-run', 'what would go with the first turn?'],
      ['rethread cut latest --turns 1..2,4', 'three turns out of the middle'],
    ],,
    name: 'rm',
    args: '<session>',
    summary: 'remove a session with all its side files; undo brings it back',
    details: [
      'Takes the session file, subagents, tool results, file history, tasks, todos, environment, images and title.',
      'They are kept as a backup. Refused while a client is running on the session. The prompt history of the client',
      'stays as it is.',
    ],
    flags: [name: 'dry-run', text: 'say what would go, and write nothing' ],
    examples: [
      ['rethread rm 91a1 --dry-run', 'what belongs to this session?'],
      ['rethread rm 91a1', 'remove it'],
    ],,
    name: 'receipts',
    args: '[session]',
    summary: 'list what was changed; of one session also what it came from and what was made of it',
    details: [
      'Every change leaves a receipt, and a backup of what it replaced or removed. Backups are bounded in size and',
      'number: the oldest go first. A session that is gone is still found by its id.',
    ],
    flags: [],
    examples: [
      ['rethread receipts', 'all changes, newest first'],
      ['rethread receipts latest', 'the story of one session'],
    ],,
    name: 'undo',
    args: '[receipt]',
    summary: 'take a change back: the last one, or the one of a receipt',
    details: [
      'What the change made goes, what it replaced or removed comes back. Refused where a file has changed since, or a',
      'client is running on the session. Taking back is a change too: undo with its receipt does it again.',
    ],
    flags: [name: 'dry-run', text: 'say what would happen, and write nothing' ],
    examples: [
      ['rethread undo --dry-run', 'what would it take back?'],
      ['rethread undo 5c0ffee1', 'the change of this receipt'],
    ],,
    name: 'schema',
    args: '[type]',
    summary: 'print the JSON Schema of entries, with the client versions of each field',
    details: [
      'Without a type it is the schema of every entry. A type is one of entries (user), of system entries',
      '(system/compact_boundary) or of content blocks (block/tool_use). x-seen-in is the first and last client',
      'version that a field was seen in. Unknown fields and types are valid: clients add some with each release.',
    ],
    flags: [],
    examples: [
      ['rethread schema > entry.schema.json', 'everything this version knows'],
      ['rethread schema block/tool_use', 'one type of block'],
    ],,
    name: 'completions',
    args: '<shell>',
    summary: 'print completions for bash, zsh or fish',
    details: ['Write the output where your shell looks for completions, or source it.'],
    flags: [],
    examples: [['rethread completions bash > ~/.local/share/bash-completion/completions/rethread', 'for bash']],,
    name: 'help',
    args: '[command]',
    summary: 'say what a command does',
    details: [],
    flags: [],
    examples: [['rethread help show', 'the same as rethread show --help']],,
]

export function commandNamed(name: string): CommandRow | undefined {
  return COMMANDS.find(command => command.name === name)
}

export function flagsOf(command: CommandRow | undefined): readonly Flag[] {
  return [...(command?.flags ?? []), ...COMMON_FLAGS]
}
