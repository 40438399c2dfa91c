// Flags by their names: what the compiler refuses is refused in this file, or it does not compile.

import { expect, test } from 'vitest'
import { parseCall } from '../../src/cli/arguments.js'
import type { Run } from '../../src/cli/call.js'
import { COMMANDS } from '../../src/cli/table.js'

test('a flag that a command does not have is a type error, and so is the value of one that takes none', () => {
  const run: Run<'turns'> = async ({ flags }) => {
    // @ts-expect-error: no such flag
    flags.has('al')
    // @ts-expect-error: a flag of another command
    flags.has('secrets')
    // @ts-expect-error: it takes no value
    flags.value('all')
    const turn: string | undefined = flags.value('turn')
    return turn === undefined ? 0 : Number(flags.has('all'))
  }
  const shows: Run<'show'> = async ({ flags }) => {
    const depth: 'prompts' | 'answers' | 'narration' | 'tools' | 'all' | undefined = flags.value('depth')
    // @ts-expect-error: not one of its choices
    return depth === 'deep' ? 1 : 0
  }
  expect([run, shows]).toHaveLength(2)
})

test('flags are given as they were written, in their order', () => {
  const { command, args, flags } = parseCall(['strip', '91a1', '--tools', '--oldest', '50%', '--keep-last=3'])
  expect(command).toBe(COMMANDS.find(one => one.name === 'strip'))
  expect(args).toEqual(['91a1'])
  expect(flags.given).toEqual([
    ['tools', undefined],
    ['oldest', '50%'],
    ['keep-last', '3'],
  ])
})
