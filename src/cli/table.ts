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
  {
    name: 'color',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    text: 'auto (default: on a terminal), always (FORCE_COLOR does the same) or never (NO_COLOR does the same)',
  },
  { name: 'no-color', text: 'the same as --color never' },
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

/** What a part of a session is counted in. */
const BY: Flag = {
  name: 'by',
  value: 'UNIT',
  choices: ['turns', 'calls', 'tokens'],
  text: 'what a share is counted in: turns (default), calls or tokens, which also divide long turns',
}

/** Where the result ends. */
const POINTS: readonly Flag[] = [
  { name: 'to-turn', value: 'N', text: 'up to the end of this turn' },
  {
    name: 'leaf',
    value: 'POINT',
    text: 'up to this point: a branch number, a request of a turn such as 3.12, or a uuid (or its beginning)',
  },
  { name: 'before-compaction', value: 'N', text: 'up to where the session was compacted for the Nth time' },
  { name: 'linear', text: 'one chain instead of the tree: older clients then read parallel calls too' },
]

export const COMMANDS: readonly CommandRow[] = [
  ...READING_COMMANDS,
  {
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
    ],
  },
  {
    name: 'strip',
    args: '[session]',
    summary: 'make a session smaller: tool calls, results, thinking, images, snapshots, bookkeeping',
    details: [
      'Without one it is the latest. Writes a new session unless --in-place is given. Every prompt and every answer stays,',
      'in order. Thinking behind a change goes with it: it is signed together with all that stands before it. What was',
      'taken away leaves a note with the session and line where it still is. Exit code 1 where that cannot be kept.',
    ],
    flags: [
      { name: 'tools', text: 'tool calls with their results' },
      { name: 'results', text: 'bodies of results only' },
      { name: 'thinking', text: 'thinking, redacted too' },
      { name: 'images', text: 'images and documents' },
      { name: 'snapshots', text: 'snapshots of files: they can then not be rewound' },
      { name: 'bookkeeping', text: 'progress, hook output, request logs, second copies of outputs' },
      {
        name: 'mode',
        value: 'MODE',
        choices: ['remove', 'truncate', 'stub'],
        text: 'remove (default of --tools), truncate to two lines, or stub: a note (default of --results)',
      },
      { name: 'only', value: 'NAMES', text: 'only these tools: Bash,Read,mcp__*' },
      { name: 'except', value: 'NAMES', text: 'not these tools' },
      { name: 'oldest', value: 'N%', text: 'only in the oldest part of the session' },
      BY,
      { name: 'before-turn', value: 'N', text: 'only in the turns before this one' },
      { name: 'keep-last', value: 'N', text: 'leave the last N turns alone' },
      { name: 'keep-last-calls', value: 'N', text: 'leave the last N tool calls alone, also within a turn' },
      { name: 'larger-than', value: 'SIZE', text: 'only what is larger: 4k, 2M' },
      {
        name: 'preset',
        value: 'NAME',
        text: 'gentle, routine, emergency, or one of rethread/config.json: by the age of turns with tool calls',
      },
      { name: 'soft', text: 'leave all in the file, and append the rows by which client 2.1 leaves it out' },
      { name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' },
      ...POINTS,
      ...WRITING,
    ],
    examples: [
      ['rethread strip latest --preset routine --dry-run', 'what would it save?'],
      ['rethread strip latest --tools --oldest 75%', 'the old tool calls'],
      [
        'rethread strip latest --tools --oldest 50% --by calls',
        'the older half of the calls, also within one long turn',
      ],
      ['rethread strip latest --results --larger-than 4k --in-place', 'long results, in the same session'],
      ['rethread strip latest --results --soft --in-place', 'the same, reversible: nothing leaves the file'],
    ],
  },
  {
    name: 'compress',
    args: '[session]',
    summary: 'make old turns a summary that the model gets; the recent ones stay as they are',
    details: [
      'Without one it is the latest. Writes a new session unless --in-place is given. The summary stands where the',
      'client itself puts one, so old and new clients send it, followed by the kept turns; only their thinking goes,',
      'which is signed together with all that stood before it. The last prompt always stays. With --bands all turns stay,',
      'and the words of old ones become fewer. What cannot be summarised is kept and counted as kept. Nothing is sent',
      'anywhere unless claude or anthropic is chosen. Exit code 1 where nothing can be compressed.',
    ],
    flags: [
      { name: 'keep-last', value: 'N', text: 'a summary of all turns but the last so many' },
      {
        name: 'keep-last-calls',
        value: 'N',
        text: 'a summary of all but the last N tool calls; the prompt of the turn they are in stays',
      },
      { name: 'oldest', value: 'N%', text: 'a summary of the oldest part of the session' },
      BY,
      {
        name: 'budget',
        value: 'TOKENS',
        text: 'of as much as needed for the context to fit, also within the last turn: 40k',
      },
      {
        name: 'bands',
        value: 'LIST',
        text: 'no summary: rewrite prompts and answers to a share of their length by the age of their turn: 0-50:10%,50-80:35%',
      },
      { name: 'keep-tools', text: 'leave one line for each tool call that goes: tool, target, outcome' },
      {
        name: 'summarizer',
        value: 'WHO',
        choices: ['extractive', 'claude', 'anthropic', 'command'],
        text: 'extractive (default: no model, no network), claude (claude -p), anthropic (the API), or command',
      },
      { name: 'model', value: 'NAME', text: 'which model claude or anthropic shall take' },
      {
        name: 'command',
        value: 'PROGRAM',
        text: 'the program of --summarizer command: text on stdin, summary on stdout',
      },
      { name: 'concurrency', value: 'N', text: 'ask so many at a time, 3 by default' },
      { name: 'timeout', value: 'SECONDS', text: 'for each answer, 180 by default' },
      { name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' },
      ...WRITING,
    ],
    examples: [
      ['rethread compress latest --keep-last 5 --dry-run', 'what would a summary of the rest save?'],
      ['rethread compress latest --oldest 60%', 'the older part of the turns'],
      ['rethread compress latest --oldest 60% --by calls', 'the early work, also within one long turn'],
      ['rethread compress latest --budget 40k', 'as much as needed'],
      ['rethread compress latest --bands 0-50:10%,50-80:35% --keep-tools', 'all turns, with fewer words'],
    ],
  },
  {
    name: 'redact',
    args: '[session …]',
    summary: 'take secrets out of a session, its subagents and side files',
    details: [
      'Without one it is the latest. Lists each place with its kind and what stands around it, then writes a new session',
      'with placeholders; equal secrets have equal ones. Outputs, backups of files, tasks and the title are looked through',
      'as well, also JSON in strings, base64 and UTF-16. A secret that was told by its name is found wherever else it',
      'stands. The prompt history changes with --in-place only. Images, PDFs and archives are not scanned: it says how',
      'many. Thinking with a secret goes, and all thinking behind a change. The kinds are in docs/secrets.md.',
    ],
    flags: [
      { name: 'paths', text: 'hide home directories too' },
      { name: 'names', text: 'hide the names of users too, as home directories tell them' },
      { name: 'rules', value: 'FILE', text: 'more rules: a JSON list of kind, words and pattern' },
      { name: 'entropy', text: 'also whatever looks random; much of it is harmless' },
      { name: 'key-file', value: 'FILE', text: 'the key of the hashes; without it each run has its own' },
      { name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' },
      ...WRITING,
    ],
    examples: [
      ['rethread redact latest --dry-run', 'the list for review'],
      ['rethread redact latest --paths --names --out clean.jsonl', 'a copy that can be shown to others'],
    ],
  },
  {
    name: 'move',
    args: '<session|directory>',
    summary: 'move a session to another project, or all sessions of a directory that was renamed',
    details: [
      'Of a directory: every place that names it follows, in sessions, subagents, outputs, tasks, memory, the prompt',
      'history and the client’s settings; directories below it too. Settings in the directory itself are told, not',
      'changed. /a/b is not found in /a/bc. Of a session: its folder and the directory of its entries. Thinking and the',
      'words before it stay as they are. It is one change, and undo takes it back. Refused while a client is running on a',
      'session.',
    ],
    flags: [
      { name: 'to', value: 'DIR', text: 'the directory as it is called now, or the other project’s' },
      { name: 'renamed', text: 'of a session: its directory was renamed, so change the path everywhere' },
      { name: 'rewrite-words', text: 'change the path in words also where thinking is lost by it' },
      { name: 'dry-run', text: 'count the places, and write nothing' },
    ],
    examples: [
      ['rethread move /home/ada/weather-station --to /home/ada/barometer --dry-run', 'how many places are there?'],
      ['rethread move latest --to ~/other', 'this session belongs to another project'],
    ],
  },
  {
    name: 'trim',
    args: '[session]',
    summary: 'make a session fit into a budget of tokens, with the least loss',
    details: [
      'Without one it is the latest. Takes away, step by step and the oldest first, as much as is needed: file reads that',
      'are repeated later, outdated output, images, thinking, attached notes, old results, old calls. Prompts, answers and',
      'the newest calls stay: as many as take up a quarter of the budget, fewer if it cannot be met otherwise. Tokens are',
      'estimated from what the client will send. Writes a new session unless --in-place is given. Exit code 1, and nothing',
      'is written, where the budget cannot be met.',
    ],
    flags: [
      { name: 'budget', value: 'TOKENS', text: 'at most so many tokens, with system prompt and tools: 60k' },
      { name: 'suggest', text: 'only say what each step would free, and which are worth it' },
      { name: 'protect-last', value: 'N', text: 'leave the last N turns alone' },
      {
        name: 'protect-last-calls',
        value: 'N',
        text: 'leave the last N tool calls alone (default: the newest, up to a quarter of the budget)',
      },
      { name: 'protect', value: 'NAMES', text: 'leave calls and results of these tools alone: Read,mcp__*' },
      { name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' },
      ...WRITING,
    ],
    examples: [
      ['rethread trim latest --suggest', 'what is worth taking away?'],
      ['rethread trim latest --budget 60k --dry-run', 'what would go for this budget?'],
      ['rethread trim latest --budget 60k --protect-last 5 --protect Read', 'with more that stays'],
    ],
  },
  {
    name: 'cut',
    args: '[session]',
    summary: 'take turns or single messages out of a session, wherever they stand',
    details: [
      'Without one it is the latest. Writes a new session unless --in-place is given. What follows hangs on what was',
      'before; a call goes with its result, and with the agents that it started. Names what later turns build on: files',
      'that only the cut turns read, shells and agents that they started. Thinking behind the cut goes (it is signed',
      'together with all that stands before it).',
    ],
    flags: [
      { name: 'turns', value: 'LIST', text: 'turns by number: 3..7,12' },
      {
        name: 'messages',
        value: 'IDS',
        text: 'messages by their id, or by a uuid of one of their entries; commas between',
      },
      { name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' },
      ...WRITING,
    ],
    examples: [
      ['rethread cut latest --turns 1 --dry-run', 'what would go with the first turn?'],
      ['rethread cut latest --turns 1..2,4', 'three turns out of the middle'],
    ],
  },
  {
    name: 'repair',
    args: '[session]',
    summary: 'mend a session: damaged lines, lost parents, missing results, what the API refuses',
    details: [
      'Without one it is the latest. Writes a new session unless --in-place is given; where there is nothing to mend it',
      'writes nothing. Every entry that is hung elsewhere says why, and how sure that is; where another place is as',
      'possible it stays, unless --assume is given. docs/findings.md says of every finding whether it is mended.',
    ],
    flags: [
      { name: 'assume', text: 'also what is only likely: open places in the tree, a rewind, a compaction gone around' },
      { name: 'in-place', text: 'keep the session’s id; a backup is kept, and no client may be running on it' },
      ...WRITING,
    ],
    examples: [
      ['rethread repair latest --dry-run', 'what would it do, and why?'],
      ['rethread repair 91a1 --in-place', 'mend the session itself'],
    ],
  },
  {
    name: 'rm',
    args: '<session> [session …]',
    summary: 'remove sessions with all their side files; undo brings them back',
    details: [
      'Each is a change of its own. Takes the session file, subagents, tool results, file history, tasks, todos, environment, images and title.',
      'They are kept as a backup. Refused while a client is running on the session. The prompt history of the client',
      'stays as it is.',
    ],
    flags: [{ name: 'dry-run', text: 'say what would go, and write nothing' }],
    examples: [
      ['rethread rm 91a1 --dry-run', 'what belongs to this session?'],
      ['rethread rm 91a1', 'remove it'],
    ],
  },
  {
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
    ],
  },
  {
    name: 'undo',
    args: '[receipt]',
    summary: 'take a change back: the last one, or the one of a receipt',
    details: [
      'What the change made goes, what it replaced or removed comes back, with its old time (unless the client’s cleanup',
      'would then take it at once). With --last and --all it ends with the first change that is refused. Refused where a file has changed since, or a',
      'client is running on the session. Taking back is a change too: undo with its receipt does it again.',
    ],
    flags: [
      { name: 'last', value: 'N', text: 'the last N changes that still stand, the newest first' },
      { name: 'all', text: 'every change that still stands, the newest first' },
      { name: 'dry-run', text: 'say what would happen, and write nothing' },
    ],
    examples: [
      ['rethread undo --dry-run', 'what would it take back?'],
      ['rethread undo --last 3', 'the last three changes'],
      ['rethread undo 5c0ffee1', 'the change of this receipt'],
    ],
  },
  {
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
    ],
  },
  {
    name: 'completions',
    args: '<shell>',
    summary: 'print completions for bash, zsh or fish',
    details: [
      'Write the output where your shell looks for completions, or source it. Sessions are completed by their ids, with',
      'their titles beside them; paths as everywhere. `sessions` instead of a shell prints what these scripts ask for.',
    ],
    flags: [],
    examples: [['rethread completions bash > ~/.local/share/bash-completion/completions/rethread', 'for bash']],
  },
  {
    name: 'help',
    args: '[command]',
    summary: 'say what a command does',
    details: [],
    flags: [],
    examples: [['rethread help show', 'the same as rethread show --help']],
  },
]

export function commandNamed(name: string): CommandRow | undefined {
  return COMMANDS.find(command => command.name === name)
}

export function flagsOf(command: CommandRow | undefined): readonly Flag[] {
  return [...(command?.flags ?? []), ...COMMON_FLAGS]
}
