// Help texts, made from the command table; docs/commands.md holds the same.

import { COMMANDS, COMMON_FLAGS, type CommandRow, type Flag } from './table.js'

export function helpText(version: string): readonly string[] {
  const longest = Math.max(...COMMANDS.map(command => usage(command).length))
  return [
    `rethread ${version}: read, check and understand Claude Code sessions, losslessly`,
    '',
    'Usage: rethread <command> [flags]',
    '',
    'Commands',
    `  ${'(none)'.padEnd(longest)}  the newest sessions, and what one can do next`,
    ...COMMANDS.map(command => `  ${usage(command).padEnd(longest)}  ${command.summary}`),
    '',
    'Flags of every command',
    ...flagLines(COMMON_FLAGS),
    '',
    'Exit codes: 0 done; 1 the answer is negative; 2 the call was wrong; 3 reading or writing failed; 130 interrupted.',
    'rethread help <command> says more about one.',
  ]
}

export function commandHelp(command: CommandRow): readonly string[] {
  return [
    `rethread ${usage(command)}: ${command.summary}`,
    '',
    ...command.details,
    ...(command.details.length > 0 ? [''] : []),
    ...(command.flags.length > 0 ? ['Flags', ...flagLines(command.flags), ''] : []),
    'Flags of every command',
    ...flagLines(COMMON_FLAGS),
    '',
    'Examples',
    ...command.examples.map(([call, what]) => `  ${call}\n      ${what}`),
  ]
}

export function usage(command: CommandRow): string {
  return `${command.name} ${command.args}`.trim()
}

function flagLines(flags: readonly Flag[]): readonly string[] {
  const names = flags.map(
    flag => `${flag.short ? `-${flag.short}, ` : ''}--${flag.name}${flag.value ? ` ${flag.value}` : ''}`,
  )
  const longest = Math.max(16, ...names.map(name => name.length))
  return flags.map((flag, index) => `  ${names[index]!.padEnd(longest)}  ${flag.text}`)
}
