// Takes a lock again and again, and writes into a log when it enters and when it leaves (lock.slow.ts).

import { appendFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { holding } from '../../src/disk/lock.js'

/** What each line of the log begins with; the number of the process follows. */
export type LoggedStep = 'enter' | 'leave'

const [lock = '', log = ''] = process.argv.slice(2)
const note = (step: LoggedStep) => appendFileSync(log, `${step} ${process.pid}\n`)
for (;;) {
  await holding(lock, async () => {
    note('enter')
    await setTimeout(1)
    note('leave')
  })
}
