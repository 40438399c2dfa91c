// Many of one thing in a session: four times as many take about four times the time, whatever the command.

import { describe, expect, test } from 'vitest'
import { COMMANDS_ON_A_SESSION } from './all-commands.js'
import { GROWING, growingSession } from './growing-shapes.js'
import { askTimed, temporary } from './rethread.js'

const FEW = 300
/** A square would take sixteen times as long. What is collected falls to one call or another, so there is room. */
const MOST = 9
/** Less says nothing of how it grows. */
const FLOOR_MS = 8
const ATTEMPTS = 12

describe.each(Object.keys(GROWING))('%s', shape => {
  const home = temporary()
  const [few, many] = [growingSession(home, FEW, shape), growingSession(home, 4 * FEW, shape)]

  test('every command takes time that grows with them, not with their square', async () => {
    const time = async (args: readonly string[]): Promise<number> => (await askTimed(args, { home })).cpuMs
    for (const command of COMMANDS_ON_A_SESSION) {
      let least = Number.POSITIVE_INFINITY
      for (let attempt = 0; attempt < ATTEMPTS && least >= MOST; attempt++) {
        const large = await time(command(many))
        // What is quick with many need not be tried with few.
        if (large < MOST * FLOOR_MS) least = 0
        else least = Math.min(least, large / Math.max(await time(command(few)), FLOOR_MS))
      }
      expect([command('').join(' '), least >= MOST ? least : 'linear']).toEqual([command('').join(' '), 'linear'])
    }
  })
})
