// Appends a line every few milliseconds, as a client does, until its standard input ends (races.slow.ts).

import { closeSync, openSync, writeSync } from 'node:fs'

const [path = '', everyMs = ''] = process.argv.slice(2)
/** A word on standard output when it has begun, and the number of lines at the end. */
export type Said = 'begun' | number

let count = 0
const timer = setInterval(() => {
  const fd = openSync(path, 'a')
  writeSync(fd, `{"line":${count++}}\n`)
  closeSync(fd)
}, Number(everyMs))
process.stdout.write('begun\n')
process.stdin.on('end', () => {
  clearInterval(timer)
  process.stdout.write(`${count}\n`)
})
process.stdin.resume()
