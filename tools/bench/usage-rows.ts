// What counting costs, against ccusage in the same run. It is installed from npm into the cache dir, outside the tree.

import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '../generator/random.js'
import type { BenchRow } from './rows.js'

const CCUSAGE = '20.0.24'
const MB = 1_000_000

export interface UsageBench {
  readonly cli: string
  readonly folder: string
  readonly megabytes: number
}

export function usageRows({ cli, folder, megabytes }: UsageBench): readonly BenchRow[] {
  const configDir = join(folder, 'usage')
  const truth = makeUsageCorpus(configDir, megabytes)
  const cache = join(folder, 'usage-cache')
  const env = { CLAUDE_CONFIG_DIR: configDir, XDG_CACHE_HOME: cache, HOME: folder, TZ: 'UTC' }
  const ours = [process.execPath, cli, 'usage']
  expectTruth(ours, env, truth)
  const rounds = megabytes > 500 ? 3 : 5
  const size = `${megabytes} MB`
  const forget = (): void => rmSync(cache, { recursive: true, force: true })
  const cold = timed(ours, rounds, env, { before: forget })
  const warm = timed(ours, rounds + 2, env)
  const rows = [...statusRows({ cli, folder, megabytes }, env)]
  const program = installed()
  const theirs = program && timed([program, 'claude', 'daily', '--offline', '--single-thread'], rounds, env)
  const all = program && timed([program, 'claude', 'daily', '--offline'], rounds, env)
  rmSync(configDir, { recursive: true })
  if (!theirs || !all) return rows
  const against = `ccusage ${CCUSAGE}, native`
  return [
    row(`\`usage\` of ${size}, nothing known`, `${against}, one thread, CPU`, cold.cpuMs, theirs.cpuMs, 0.5),
    row('the same', `${against}, all its threads, wall time`, cold.wallMs, all.wallMs, 0.6),
    row('the same again, nothing has changed', `${against}, one thread, CPU`, warm.cpuMs, theirs.cpuMs, 0.08),
    ...rows,
  ]
}

/** The session that the status line is asked about has grown each time, or is what it was. */
function statusRows({ cli, folder }: UsageBench, env: Record<string, string>): readonly BenchRow[] {
  const session = join(folder, 'status.jsonl')
  writeFileSync(session, Array.from({ length: 400 }, (_, at) => answerLine('s', `status-${at}`, at, 10)).join(''))
  const input = join(folder, 'status.json')
  writeFileSync(input, JSON.stringify({ session_id: 's', transcript_path: session, model: { id: 'm' } }))
  const call = [process.execPath, cli, 'usage', 'statusline']
  const node = timed([process.execPath, '-e', '0'], 15, env)
  const same = timed(call, 15, env, { input })
  let at = 0
  const grow = (): void => appendFileSync(session, answerLine('s', `more-${at++}`, 500 + at, 10))
  const grown = timed(call, 15, env, { input, before: grow })
  const against = '`node -e 0`, CPU'
  return [
    row('`usage statusline`, the session is what it was', against, same.cpuMs, node.cpuMs, 1.5),
    row('the same, the session has grown', against, grown.cpuMs, node.cpuMs, 1.5),
  ]
}

function row(what: string, against: string, ms: number, baseline: number, goal: number): BenchRow {
  return { what, against, ratio: ms / baseline, goal, figures: `${ms.toFixed(0)} ms against ${baseline.toFixed(0)} ms` }
}

interface Truth {
  readonly messages: number
  readonly outputTokens: number
}

/** Answers in parts, results of tools, forks: what a year of sessions is made of. */
function makeUsageCorpus(configDir: string, megabytes: number): Truth {
  const random = randomFrom(1)
  const filler = Array.from({ length: 4000 }, () => random.int(0, 2 ** 30).toString(36)).join(' ')
  let [bytes, messages, outputTokens, sessions] = [0, 0, 0, 0]
  let previous: readonly string[] = []
  while (bytes < megabytes * MB) {
    const session = `${(++sessions).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
    const project = join(configDir, 'projects', `-home-ada-p${sessions % 12}`)
    mkdirSync(project, { recursive: true })
    // Now and then a session begins with what another one has said already.
    const lines: string[] = sessions % 10 === 0 ? previous.slice(0, 40) : []
    for (let at = 0; at < 150; at++) {
      const id = `msg_${sessions}_${at}`
      const output = random.int(5, 900)
      const from = random.int(0, filler.length - 9000)
      const content = [{ tool_use_id: `t${at}`, type: 'tool_result', content: filler.slice(from, from + 8500) }]
      lines.push(
        `${JSON.stringify({ type: 'user', sessionId: session, message: { role: 'user', content } })}\n`,
        answerLine(session, id, sessions * 200 + at, 1, null),
        answerLine(session, id, sessions * 200 + at, output),
      )
      messages++
      outputTokens += output
    }
    const text = lines.join('')
    bytes += text.length
    writeFileSync(join(project, `${session}.jsonl`), text)
    previous = lines
  }
  return { messages, outputTokens }
}

const START = Date.parse('2026-07-01T00:00:00Z')

function answerLine(session: string, id: string, minute: number, output: number, stop: string | null = 'end_turn') {
  const usage = {
    input_tokens: 4,
    cache_creation_input_tokens: 900,
    cache_read_input_tokens: 40_000,
    cache_creation: { ephemeral_5m_input_tokens: 900, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    service_tier: 'standard',
  }
  const content = [{ type: 'text', text: 'Some words of an answer. '.repeat(20) }]
  return `${JSON.stringify({
    isSidechain: false,
    cwd: '/home/ada/p',
    sessionId: session,
    version: '2.1.325',
    message: {
      model: 'claude-sonnet-4-5-20250929',
      id,
      type: 'message',
      role: 'assistant',
      content,
      stop_reason: stop,
      usage,
    },
    requestId: `req_${id}`,
    type: 'assistant',
    uuid: `${session}-${id}-${output}`,
    timestamp: new Date(START + minute * 60_000).toISOString(),
  })}\n`
}

/** What is fast and wrong is of no use. */
function expectTruth(call: readonly string[], env: Record<string, string>, truth: Truth): void {
  const { stdout } = spawnSync(call[0]!, [...call.slice(1), '--json'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const { totals } = JSON.parse(stdout) as { readonly totals: Truth }
  if (totals.messages !== truth.messages || totals.outputTokens !== truth.outputTokens)
    throw new Error(`usage counts ${JSON.stringify(totals)}, right is ${JSON.stringify(truth)}`)
}

interface Times {
  readonly wallMs: number
  readonly cpuMs: number
}

/** The best of several runs of any program, as the shell counts them: what it starts counts too. */
function timed(
  call: readonly string[],
  rounds: number,
  env: Record<string, string>,
  { input = '/dev/null', before }: { readonly input?: string; readonly before?: () => void } = {},
): Times {
  let [wallMs, cpuMs] = [Infinity, Infinity]
  for (let round = 0; round < rounds; round++) {
    before?.()
    const script = 'exec 3>&2; { TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>&3 <"$BENCH_INPUT"; } 2>&1'
    const result = spawnSync('bash', ['-c', script, 'bash', ...call], {
      env: { ...process.env, ...env, BENCH_INPUT: input },
      encoding: 'utf8',
    })
    const [real, user, system] = result.stdout.trim().split(' ').map(Number)
    if (result.status !== 0 || system === undefined) throw new Error(`${call.join(' ')} failed: ${result.stderr}`)
    wallMs = Math.min(wallMs, real! * 1000)
    cpuMs = Math.min(cpuMs, (user! + system) * 1000)
  }
  return { wallMs, cpuMs }
}

/** The native program of ccusage; undefined where it cannot be had, which is said. */
function installed(): string | undefined {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  const folder = join(cache, 'rethread', 'bench', `ccusage-${CCUSAGE}`)
  const packages = join(folder, 'node_modules', '@ccusage')
  if (!existsSync(packages)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const words = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `ccusage@${CCUSAGE}`]
    spawnSync('npm', words, { cwd: folder, stdio: 'ignore' })
  }
  const programs = existsSync(packages) ? readdirSync(packages).map(name => join(packages, name, 'bin', 'ccusage')) : []
  const program = programs.find(existsSync)
  if (program !== undefined) chmodSync(program, 0o755) // the package leaves that to the program that starts it
  if (program === undefined) {
    rmSync(folder, { recursive: true, force: true })
    console.error(`SKIPPED: the rows against ccusage. ccusage ${CCUSAGE} cannot be installed from npm.`)
  }
  return program
}
