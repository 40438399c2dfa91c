// Runs the built program as often as asked in one process, for the docs and the tests: a start for each call would take
// minutes. `node many-calls.mjs PROGRAM`: a call is a line of JSON on standard input, { args, cwd?, env?, stdin? }, and
// what it printed, its exit code and the time of the processor are a line on standard output. What a call does not say is as it was at the start.
//
// With the calls as a list in the variable CALLS, each prints for itself: to a terminal for example.

import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'

const require = createRequire(import.meta.url)
const program = require.resolve(resolve(process.argv[2]))
const { CALLS, ...env } = process.env
const start = { cwd: process.cwd(), env }
const write = process.stdout.write.bind(process.stdout)
process.setMaxListeners(0)
process.stdout.setMaxListeners(0)

if (CALLS === undefined) {
  for await (const line of linesOf(process.stdin)) {
    const printed = { stdout: '', stderr: '' }
    capture(printed)
    const started = process.cpuUsage()
    const code = await run(JSON.parse(line))
    const { user, system } = process.cpuUsage(started)
    write(`${JSON.stringify({ code, ...printed, cpuMs: (user + system) / 1000 })}\n`)
  }
} else {
  for (const call of JSON.parse(CALLS)) {
    write(`== ${call.args.join(' ')}\n`)
    await run(call)
  }
}
process.exitCode = 0

async function run({ args, cwd = start.cwd, env = start.env, stdin = '' }) {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  // Only what differs: whoever sets TZ, even to what it is, makes every date and number format anew.
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value
  const input = stdin === '' ? [] : [Buffer.from(stdin, 'base64')]
  Object.defineProperty(process, 'stdin', { value: Readable.from(input), configurable: true })
  process.argv = [process.execPath, program, ...args]
  process.exitCode = 0
  delete require.cache[program]
  await require(program).finished
  return process.exitCode
}

/** By line feeds alone: node:readline ends a line at U+2028 too, which JSON holds as it is. */
async function* linesOf(input) {
  let rest = ''
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    yield* lines
  }
}

function capture(printed) {
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (chunk, encoding, done) => {
      printed[name] += chunk
      const callback = typeof encoding === 'function' ? encoding : done
      if (callback) process.nextTick(callback)
      return true
    }
  }
}
