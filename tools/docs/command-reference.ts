// docs/commands.md: every command and flag, from the table that the program itself uses.

import { COMMANDS, COMMON_FLAGS, type CommandRow, type Flag } from '../../src/cli/table.js'

export function commandReference(): string {
  return [
    '# Commands',
    '',
    'Made from the command table of the program (`npm run docs`); `rethread help <command>` says the same.',
    'The JSON of each command is in [json.md](json.md), the exit codes in [exit-codes.md](exit-codes.md).',
    '',
    'Bare `rethread` shows the newest sessions and what one can do next. `rethread --version` prints the version.',
    '',
    '## Flags of every command',
    '',
    ...flagTable(COMMON_FLAGS),
    '',
    ...COMMANDS.flatMap(section),
  ].join('\n')
}

function section(command: CommandRow): readonly string[] {
  return [
    `## ${command.name}`,
    '',
    `\`rethread ${`${command.name} ${command.args}`.trim()}\`: ${command.summary}.`,
    '',
    ...(command.details.length > 0 ? [...command.details.map(escaped), ''] : []),
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
