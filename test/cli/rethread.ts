// The built program as a child process, in a home of its own: what a user's shell would run and see.

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'dist', 'cli', 'rethread.js')
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

function run(command: string, args: readonly string[], { home, cwd, env, uid }: CallOptions): ChildProcess {
  return spawn(command, args, {
    cwd: cwd ?? home ?? tmpdir(),
    env: {
      PATH: process.env['PATH'],
      HOME: home ?? '/nonexistent',
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      SOURCE_DATE_EPOCH: '1800000000',
      ...env,
    },
    ...(uid === undefined ? {} : { uid }),
  })
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

/** Many calls of the built program in one child, one after the other: a start for each would take minutes. */
export async function rethreadMany(
  calls: readonly Call[],
  options: CallOptions = {},
): Promise<readonly (Outcome & { readonly args: readonly string[] })[]> {
  const runner = join(dirname(import.meta.filename), 'many-calls.mjs')
  const child = run(process.execPath, [...(options.node ?? []), runner, PROGRAM], options)
  const { code, stdout, stderr } = await outcomeOf(child, JSON.stringify(calls))
  if (code !== 0) throw new Error(`many-calls ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}
