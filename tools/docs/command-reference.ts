// docs/commands.md: every command and flag, from the table that the program itself uses.

import { COMMANDS, COMMON_FLAGS, type CommandRow, type Flag } from '../../src/cli/table.js'

/** What several commands say alike is said once, in front. */
const SHARED = COMMANDS.flatMap(command => command.details).filter(
  (line, at, all) => all.indexOf(line) === at && all.lastIndexOf(line) !== at,
)

export function commandReference(): string {
  return [
    '# Commands',
    '',
    'Made from the command table of the program by `npm run docs`; `rethread help <command>` says the same.',
    'The JSON of each command is in [json.md](json.md), the exit codes are in [exit-codes.md](exit-codes.md).',
    '',
    'Bare `rethread` shows the newest sessions and what one can do next. `rethread --version` prints the version.',
    '',
    '| command | what it does |',
    '|---|---|',
    ...COMMANDS.map(command => `| [${command.name}](#${command.name}) | ${escaped(command.summary)} |`),
    '',
    '## Flags of every command',
    '',
    ...flagTable(COMMON_FLAGS),
    '',
    '## Which session?',
    '',
    ...SHARED.map(escaped),
    '',
    'A beginning of an id needs four characters. Where a reference fits no session or several, the command says which',
    'sessions come close and ends with exit code 2. `latest` is the newest session of the current directory, or of all',
    'directories where this one has none.',
    '',
    ...COMMANDS.flatMap(section),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function section(command: CommandRow): readonly string[] {
  const details = command.details.filter(line => !SHARED.includes(line))
  return [
    `## ${command.name}`,
    '',
    `\`rethread ${`${command.name} ${command.args}`.trim()}\`: ${command.summary}.`,
    '',
    ...(details.length > 0 ? [...details.map(escaped), ''] : []),
    ...(command.flags.length > 0 ? [...flagTable(command.flags), ''] : []),
    ...command.examples.map(([call, what]) => `- \`${call}\`: ${what}`),
    '',
  ]
}

function flagTable(flags: readonly Flag[]): readonly string[] {
  const name = (flag: Flag) =>
    `\`${flag.short ? `-${flag.short}, ` : ''}--${flag.name}${flag.value ? ` ${flag.value}` : ''}\``
  return [
    '| flag | meaning |',
    '|---|---|',
    ...flags.map(flag => `| ${name(flag).replaceAll('|', '\\|')} | ${escaped(flag.text)} |`),
  ]
}

function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|')
}
