// Runs the built program many times in one process: the calls come as JSON on standard input, what each printed and
// its exit code go to standard output.

import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

const program = pathToFileURL(process.argv[2]).href
const calls = JSON.parse(await text(process.stdin))
const print = process.stdout.write.bind(process.stdout)
process.setMaxListeners(0)
process.stdout.setMaxListeners(0)

const outcomes = []
for (const [index, { args, columns }] of calls.entries()) {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (chunk, encoding, done) => {
      printed[name] += chunk
      const callback = typeof encoding === 'function' ? encoding : done
      if (callback) process.nextTick(callback)
      return true
    }
  }
  if (columns === undefined) delete process.env.COLUMNS
  else process.env.COLUMNS = String(columns)
  process.argv = [process.execPath, program, ...args]
  process.exitCode = 0
  await import(`${program}?call=${index}`)
  outcomes.push({ args, code: process.exitCode, ...printed })
}
process.exitCode = 0
print(JSON.stringify(outcomes))
