// Starts a real client in folders of its own, with an environment that holds only what it needs.

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ClientHome } from './client-home.js'
import { clientProgram } from './clients.js'

export interface ClientRun {
  readonly version: string
  readonly home: ClientHome
  /** The base URL of the API: `ApiLine.url`. */
  readonly url: string
  readonly args: readonly string[]
  /** Written to its standard input, which is then closed. */
  readonly input?: string
  /** Milliseconds until it is killed; 60,000 where absent. */
  readonly timeout?: number
  /** Seconds of processor time until it is killed: tells a client that turns in circles on a machine that is busy. */
  readonly processorTime?: number
  readonly env?: Readonly<Record<string, string>>
  /** Called when it has started: for signals, for input in pieces (then `input` is absent and stdin stays open). */
  readonly started?: (client: StartedClient) => void
  /** Told of each piece of standard output. */
  readonly onOutput?: (piece: string, client: StartedClient) => void
}

export interface StartedClient {
  readonly process: ChildProcess
  /** Ends it and everything it started. */
  kill(signal?: NodeJS.Signals): void
}

export interface ClientEnd {
  /** null where a signal ended it. */
  readonly code: number | null
  readonly timedOut: boolean
  readonly output: string
  readonly errors: string
}

/** What to execute, for whoever starts the client otherwise (in a terminal). */
export function clientCommand({ version, home, url, args, env }: Omit<ClientRun, 'input' | 'timeout'>): {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
} {
  const [program, ...first] = clientProgram(version)
  return {
    program,
    args: [...first, ...args],
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: `${home.config}/home`,
      CLAUDE_CONFIG_DIR: home.config,
      TMPDIR: `${home.root}/tmp`,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: `sk-ant-none-${'0'.repeat(24)}`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_BUG_COMMAND: '1',
      // It refuses some flags as root otherwise; here it can reach nothing but its own folders.
      IS_SANDBOX: '1',
      ...env,
    },
  }
}

export function runClient(run: ClientRun): Promise<ClientEnd> {
  if (process.env['RETHREAD_LOOPBACK'] !== '1') throw new Error('not cut off: run this through scripts/client.mjs')
  const { program, args, env } = clientCommand(run)
  // A group of its own, so that what it starts is ended with it.
  const child = spawn(program, args, { cwd: run.home.work, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const started: StartedClient = { process: child, kill: (signal = 'SIGKILL') => endGroup(child, signal) }
  running.add(child)
  let output = ''
  let errors = ''
  let timedOut = false
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
    run.onOutput?.(piece, started)
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece
  })
  // A client that ends early closes its input; what it says on its way out is the answer.
  child.stdin.on('error', () => undefined)
  if (run.input !== undefined || !run.started) child.stdin.end(run.input ?? '')
  run.started?.(started)
  const stop = () => {
    timedOut = true
    started.kill()
  }
  const timer = setTimeout(stop, run.timeout ?? 60_000)
  const meter = setInterval(() => {
    if (processorSeconds(child.pid) > (run.processorTime ?? Number.POSITIVE_INFINITY)) stop()
  }, 1000)
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', code => {
      clearTimeout(timer)
      clearInterval(meter)
      started.kill()
      running.delete(child)
      done({ code, timedOut, output, errors })
    })
  })
}

/** What a process has used so far, by its own account; 0 where it has ended. */
function processorSeconds(pid: number | undefined): number {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 0
  }
  // After the name in brackets: the state is field 3, the times of user and system are 14 and 15, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) endGroup(child, 'SIGKILL')
})

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
