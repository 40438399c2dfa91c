// Every command says something about a session that is nested deep, wherever it is, and none overflows the stack.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS_ON_A_SESSION } from '../cli/all-commands.js'
import { rethreadMany, temporary } from '../cli/rethread.js'
import { BROKEN_OFF, DEEP, WHOLE } from './deep-shapes.js'

const ID = '11111111-1111-4111-8111-111111111111'
/** Too deep to be decoded; just not too deep. */
const DEPTHS = [8_000, 960]

const shapes = [
  ...Object.entries(BROKEN_OFF),
  ...Object.entries(WHOLE).flatMap(([name, shape]) =>
    Object.entries(DEEP).map(([of, deep]) => [`${of} as ${name}`, (depth: number) => shape(deep(depth))] as const),
  ),
]

describe.each(DEPTHS)('%d levels', depth => {
  test.each(shapes)('%s', async (_, shape) => {
    const home = temporary()
    const folder = join(home, '.claude', 'projects', '-p')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${ID}.jsonl`)
    writeFileSync(path, shape(depth))
    const outcomes = await rethreadMany(
      COMMANDS_ON_A_SESSION.map(command => ({ args: command(path) })),
      { home },
    )
    for (const { args, code, stderr } of outcomes)
      expect([args.join(' '), code === 3, stderr]).toEqual([
        args.join(' '),
        false,
        expect.not.stringMatching(/unexpected|stack/i),
      ])
  })
})
