// Help texts, made from the command table; docs/commands.md holds the same.

import { wrap } from '../present/width.js'
import { COMMANDS, COMMON_FLAGS, type CommandRow, type Flag } from './table.js'

/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 100

/** Into a pipe as on a terminal of the usual width. */
function roomIn(width: number): number {
  return width === Infinity ? 80 : Math.max(40, Math.min(width, WIDEST))
}

export function helpText(version: string, width: number): readonly string[] {
  const room = roomIn(width)
  const commands = COMMANDS.map(command => [usage(command), command.summary] as const)
  return [
    ...wrap(`rethread ${version}: read, check, repair, shrink and resume Claude Code sessions`, room, '  '),
    '',
    'Usage: rethread <command> [flags]',
    '',
    'Commands',
    ...twoColumns([['(none)', 'find a session as you type; with --plain, list the newest ones'], ...commands], room),
    '',
    'Flags of every command',
    ...flagLines(COMMON_FLAGS, room),
    '',
    ...wrap(
      'Exit codes: 0 success; 1 negative result; 2 usage error; 3 read or write error; 130 interrupted.',
      room,
      '  ',
    ),
    'Run rethread help <command> for details on a command.',
  ]
}

export function commandHelp(command: CommandRow, width: number): readonly string[] {
  const room = roomIn(width)
  return [
    ...wrap(`rethread ${usage(command)}: ${command.summary}`, room, '  '),
    '',
    ...wrap(command.details.join(' '), room),
    ...(command.details.length > 0 ? [''] : []),
    ...(command.flags.length > 0 ? ['Flags', ...flagLines(command.flags, room), ''] : []),
    'Flags of every command',
    ...flagLines(COMMON_FLAGS, room),
    '',
    'Examples',
    // A call is never broken: it is there to be copied.
    ...command.examples.flatMap(([call, what]) => [`  ${call}`, ...wrap(`      ${what}`, room, '      ')]),
  ]
}

export function usage(command: CommandRow): string {
  return `${command.name} ${command.args}`.trim()
}

function flagLines(flags: readonly Flag[], room: number): readonly string[] {
  const names = flags.map(
    flag => `${flag.short ? `-${flag.short}, ` : ''}--${flag.name}${flag.value ? ` ${flag.value}` : ''}`,
  )
  return twoColumns(
    flags.map((flag, index) => [names[index]!, flag.text] as const),
    room,
  )
}

/** What something is called, and beside it what it does; a long name stands above. */
function twoColumns(rows: readonly (readonly [string, string])[], room: number): readonly string[] {
  const longest = Math.max(16, ...rows.map(([name]) => name.length).filter(length => length <= LONGEST))
  const indent = ' '.repeat(longest + 4)
  return rows.flatMap(([name, text]) => {
    const [first = '', ...rest] = wrap(text, room - indent.length)
    const more = rest.map(line => indent + line)
    if (name.length > longest) return [`  ${name}`, indent + first, ...more]
    return [`  ${name.padEnd(longest)}  ${first}`.trimEnd(), ...more]
  })
}

const LONGEST = 26
