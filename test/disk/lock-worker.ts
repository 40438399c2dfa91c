// Takes a lock again and again, and writes into a log when it enters and when it leaves (lock.slow.ts).

import { appendFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { holding } from '../../src/disk/lock.js'

const [lock = '', log = ''] = process.argv.slice(2)
for (;;) {
  await holding(lock, async () => {
    appendFileSync(log, `enter ${process.pid}\n`)
    await setTimeout(1)
    appendFileSync(log, `leave ${process.pid}\n`)
  })
}
