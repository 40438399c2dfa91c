// The built program as a child process, in a home of its own: what a user's shell would run and see.

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'dist', 'cli', 'rethread.js')
const MANY_CALLS = join(ROOT, 'tools', 'many-calls.mjs')
export const SAMPLES = join(ROOT, 'samples')

export interface CallOptions {
  readonly home?: string
  readonly cwd?: string
  readonly stdin?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Flags of node itself. */
  readonly node?: readonly string[]
  readonly uid?: number
}

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function rethread(args: readonly string[], options: CallOptions = {}): Promise<Outcome> {
  return outcomeOf(start(args, options), options.stdin ?? '')
}

/**
 * The same in a process that is there already, which takes a tenth of the time: for what a call says, not for how a
 * process ends. Calls are answered one after the other.
 */
export function ask(args: readonly string[], options: Omit<CallOptions, 'node' | 'uid'> = {}): Promise<Outcome> {
  return askTimed(args, options).then(({ code, stdout, stderr }) => ({ code, stdout, stderr }))
}

interface Timed extends Outcome {
  /** Time of the processor. */
  readonly cpuMs: number
}

/** The same, with the time that it took. */
export function askTimed(args: readonly string[], options: Omit<CallOptions, 'node' | 'uid'> = {}): Promise<Timed> {
  running ??= callsIn(run(process.execPath, [MANY_CALLS, PROGRAM], {}), () => (running = undefined))
  return running(args, options)
}

type Ask = (args: readonly string[], options: CallOptions) => Promise<Timed>
let running: Ask | undefined

/** It ends when its standard input does: with the process that the tests run in. */
function callsIn(child: ChildProcess, onEnd: () => void): Ask {
  const waiting: { answered(outcome: Timed): void; failed(error: Error): void }[] = []
  let said: Buffer[] = []
  let complaint = ''
  child.unref()
  child.stderr!.on('data', chunk => (complaint += chunk))
  child.stdout!.on('data', (chunk: Buffer) => {
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a)) {
      const line = Buffer.concat([...said, chunk.subarray(0, end)])
      said = []
      chunk = chunk.subarray(end + 1)
      waiting.shift()!.answered(JSON.parse(line.toString('utf8')))
    }
    said.push(chunk)
  })
  child.on('close', code => {
    onEnd()
    for (const { failed } of waiting) failed(new Error(`many-calls ended with ${code}: ${complaint}`))
  })
  return (args, options) => {
    const { cwd, env } = placeOf(options)
    const stdin = Buffer.from(options.stdin ?? '').toString('base64')
    child.stdin!.write(`${JSON.stringify({ args, cwd, env, stdin })}\n`)
    return new Promise((answered, failed) => waiting.push({ answered, failed }))
  }
}

/** Another program, or ours with flags of node, which answers as `ask` does. `end` lets it go. */
export function answering(
  program: string = PROGRAM,
  options: CallOptions = {},
): { readonly ask: (args: readonly string[], options: CallOptions) => Promise<Outcome>; end(): void } {
  const child = run(process.execPath, [...(options.node ?? []), MANY_CALLS, program], options)
  return { ask: callsIn(child, () => {}), end: () => child.stdin!.end() }
}

/** For whoever wants to watch it run; its standard input is open. */
export function start(args: readonly string[], options: CallOptions = {}): ChildProcess {
  return run(process.execPath, [...(options.node ?? []), PROGRAM, ...args], options)
}

/** A command line for bash, in which `rethread` is the program. */
export function bash(script: string, options: CallOptions = {}): Promise<Outcome> {
  return outcomeOf(run('bash', ['-c', `${AS_FUNCTION}\n${script}`], options), options.stdin ?? '')
}

export const hasTerminal = existsSync('/usr/bin/script')

/** A command line on a terminal of its own. What it prints comes as the terminal gets it, with `\r\n`. */
export function onTerminal(
  script: string,
  options: CallOptions & { readonly columns?: number; readonly type?: string } = {},
): Promise<Outcome> {
  const line = `stty cols ${options.columns ?? 80} rows 24\n${AS_FUNCTION}\n${script}`
  const env = { TERM: 'xterm', SHELL: '/bin/bash', ...options.env, LINE: line }
  const child = run('/usr/bin/script', ['-qec', 'bash -c "$LINE"', '/dev/null'], { ...options, env })
  return outcomeOf(child, options.type ?? '', false)
}

const AS_FUNCTION = `rethread() { '${process.execPath}' '${PROGRAM}' "$@"; }; export -f rethread`

function run(command: string, args: readonly string[], options: CallOptions): ChildProcess {
  return spawn(command, args, { ...placeOf(options), ...(options.uid === undefined ? {} : { uid: options.uid }) })
}

function placeOf({ home, cwd, env }: CallOptions) {
  return {
    cwd: cwd ?? home ?? tmpdir(),
    env: {
      PATH: process.env['PATH'],
      HOME: home ?? '/nonexistent',
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      SOURCE_DATE_EPOCH: '1800000000',
      ...env,
    },
  }
}

export function outcomeOf(child: ChildProcess, stdin?: string | Uint8Array, end = true): Promise<Outcome> {
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout!.on('data', chunk => stdout.push(chunk))
  child.stderr!.on('data', chunk => stderr.push(chunk))
  child.stdin!.on('error', () => {}) // it need not read what it is given
  if (stdin !== undefined && stdin !== '') child.stdin!.write(stdin)
  if (end && stdin !== undefined) child.stdin!.end()
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', code =>
      done({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') }),
    )
  })
}

/** Gone when the run of the tests ends: test/temporary-folder.ts. */
export function temporary(): string {
  const folder = mkdtempSync(join(realpathSync.native(tmpdir()), 'rethread-cli-'))
  chmodSync(folder, 0o755)
  return folder
}

/** A home whose `.claude` is a copy of the samples. */
export function sampleHome(): string {
  const home = temporary()
  cpSync(SAMPLES, join(home, '.claude'), { recursive: true, preserveTimestamps: true })
  return home
}

export interface Sample {
  readonly id: string
  readonly path: string
}

export function samplesIn(home: string): readonly Sample[] {
  const projects = join(home, '.claude', 'projects')
  return readdirSync(projects).flatMap(project =>
    readdirSync(join(projects, project))
      .filter(name => name.endsWith('.jsonl') && !name.startsWith('agent-'))
      .map(name => ({ id: name.slice(0, -'.jsonl'.length), path: join(projects, project, name) })),
  )
}

/** A session file in a home of its own. */
export function projectIn(home: string, name = '-p'): string {
  const folder = join(home, '.claude', 'projects', name)
  mkdirSync(folder, { recursive: true })
  return folder
}

export interface Call {
  readonly args: readonly string[]
  readonly columns?: number
}

/** Many calls, answered as `ask` answers; with flags of node in a process of their own. */
export async function rethreadMany(
  calls: readonly Call[],
  options: CallOptions = {},
): Promise<readonly (Outcome & { readonly args: readonly string[] })[]> {
  const child = options.node && run(process.execPath, [...options.node, MANY_CALLS, PROGRAM], options)
  const answer = child ? callsIn(child, () => {}) : ask
  const outcomes = calls.map(async ({ args, columns }) => {
    const env = { ...options.env, ...(columns === undefined ? {} : { COLUMNS: String(columns) }) }
    return { args, ...(await answer(args, { ...options, env })) }
  })
  child?.stdin?.end()
  return Promise.all(outcomes)
}

/** Many calls on one terminal: what it gets, with a line `== …` before each. */
export async function onTerminalMany(
  calls: readonly (readonly string[])[],
  options: CallOptions = {},
): Promise<string> {
  const env = { ...options.env, CALLS: JSON.stringify(calls.map(args => ({ args }))) }
  const line = `'${process.execPath}' '${MANY_CALLS}' '${PROGRAM}'`
  const { code, stdout } = await onTerminal(line, { ...options, env })
  if (code !== 0) throw new Error(`many-calls ended with ${code}: ${stdout}`)
  return stdout
}
