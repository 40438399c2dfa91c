// Appends a line every few milliseconds, as a client does, until its standard input ends (races.slow.ts). It opens the
// file anew for each line, or holds it open all the time.

import { closeSync, openSync, writeSync } from 'node:fs'

const [path = '', everyMs = '', how = ''] = process.argv.slice(2)
/** Printed at the end; before that, one word when it has begun. */
export type LinesWritten = number

let count: LinesWritten = 0
const held = how === 'held' ? openSync(path, 'a') : undefined
const timer = setInterval(() => {
  const fd = held ?? openSync(path, 'a')
  writeSync(fd, `{"line":${count++}}\n`)
  if (held === undefined) closeSync(fd)
}, Number(everyMs))
process.stdout.write('begun\n')
process.stdin.on('end', () => {
  clearInterval(timer)
  process.stdout.write(`${count}\n`)
})
process.stdin.resume()
