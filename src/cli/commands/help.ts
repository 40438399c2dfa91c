import { nearestWord as nearest } from '../../format/nearest-word.js'
import { wrong } from '../arguments.js'
import type { Run } from '../call.js'
import { commandHelp, helpText } from '../help.js'
import { COMMANDS, commandNamed } from '../table.js'
import { VERSION } from '../version.js'

export const run: Run<'help'> = async ({ args, output, flags }) => {
  const name = args[0]
  const command = name === undefined ? undefined : commandNamed(name)
  if (name !== undefined && !command) {
    const all = COMMANDS.map(one => one.name)
    throw wrong(`unknown command ${JSON.stringify(name)}. Did you mean: rethread help ${nearest(name, all) ?? 'ls'}`)
  }
  if (flags.has('json')) await output.json(command ?? { version: VERSION, commands: COMMANDS })
  else await output.text(command ? commandHelp(command, output.width) : helpText(VERSION, output.width))
  return 0
}
