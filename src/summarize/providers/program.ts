// A program that is given a text and gives one back. It has a group of its own, so that whatever it starts ends with
// it: when it is done, when it takes too long, when the user stops, and when this process ends.

import { type ChildProcess, spawn } from 'node:child_process'
import { PASSING_WORDS, SummaryFailed } from '../summarizer.js'

export interface Program {
  readonly file: string
  readonly args: readonly string[]
  /** Let the shell read `file` as a command line. */
  readonly shell?: boolean
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
}

export interface ProgramEnd {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** A summary is far shorter. */
const MOST_OUTPUT = 4 * 1024 * 1024
const SHOWN_ERRORS = 300

/** Throws `SummaryFailed` where it cannot be started or takes too long; its exit code is the caller's business. */
export function runProgram(program: Program, input: string, signal: AbortSignal): Promise<ProgramEnd> {
  signal.throwIfAborted()
  const hasGroups = process.platform !== 'win32'
  // Before it runs: a signal that comes while it starts is heard when it is known.
  listen()
  const child = spawn(program.file, program.args, {
    cwd: program.cwd,
    env: program.env as NodeJS.ProcessEnv,
    detached: hasGroups,
    shell: program.shell ?? false,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  return new Promise((done, fail) => {
    let output = ''
    let errors = ''
    let trouble: Error | undefined
    const stop = (why: Error): void => {
      trouble ??= why
      end(child)
    }
    const stopped = (): void => stop(signal.reason as Error)
    signal.addEventListener('abort', stopped, { once: true })
    const seconds = Math.round(program.timeoutMs / 1000)
    const tooLong = new SummaryFailed(`no answer within ${seconds} seconds (timed out)`, { isPassing: true })
    const timer = setTimeout(() => stop(tooLong), program.timeoutMs)
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
      if (output.length > MOST_OUTPUT) stop(new SummaryFailed('the program does not stop writing'))
    })
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      errors = (errors + piece).slice(-64 * 1024)
    })
    // A program that does not read its input to the end closes it; what it answers counts.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const finish = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stopped)
      end(child)
      unwatch(child)
    }
    child.on('error', error => {
      finish()
      fail(trouble ?? new SummaryFailed(`${program.file} cannot be started: ${error.message}`))
    })
    // What it leaves behind must not hold its output open.
    child.on('exit', () => end(child))
    child.on('close', code => {
      finish()
      if (trouble) fail(trouble)
      else done({ code, output, errors })
    })
  })
}

/** What a program that ended with another code than 0 said of it. */
export function programFailure(name: string, { code, output, errors }: ProgramEnd): SummaryFailed {
  const said = (errors.trim() || output.trim()).slice(-SHOWN_ERRORS)
  const how = code === null ? 'was killed' : `exited with ${code}`
  return new SummaryFailed(`${name} ${how}${said === '' ? '' : `: ${said}`}`, { isPassing: PASSING_WORDS.test(said) })
}

const running = new Set<ChildProcess>()

/** A group of its own gets no signal that is meant for this process: so it is passed on. (Ctrl-C is the caller's.) */
const PASSED_ON: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP']

function listen(): void {
  if (running.size > 0) return
  unlisten()
  process.on('exit', endAll)
  for (const signal of PASSED_ON) process.on(signal, endWithAll)
}

function unwatch(child: ChildProcess): void {
  if (running.delete(child) && running.size === 0) unlisten()
}

function unlisten(): void {
  process.off('exit', endAll)
  for (const signal of PASSED_ON) process.off(signal, endWithAll)
}

function endAll(): void {
  for (const child of running) end(child)
}

/** As if nobody had listened. */
function endWithAll(signal: NodeJS.Signals): void {
  endAll()
  for (const one of PASSED_ON) process.off(one, endWithAll)
  process.kill(process.pid, signal)
}

/** It and all that it started. */
function end(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
