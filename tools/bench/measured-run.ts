// Runs a Node program and tells what it took: wall time, CPU time and peak memory, as the process itself counts them.

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMB: number
}

// On Linux maxRSS is at least what the process had that started it, which here may be a large one; VmHWM is its own.
const REPORT = `process.on('exit', () => {
  const { readFileSync, writeFileSync } = require('node:fs')
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const own = process.platform === 'linux' && /VmHWM:\\s*(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))
  const rss = own ? Number(own[1]) : maxRSS
  writeFileSync(process.env.BENCH_REPORT, JSON.stringify({ cpu: userCPUTime + systemCPUTime, rss }))
})`
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  `import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${REPORT}`,
)}`

/** The best of several runs: whatever else the machine does only ever adds. */
export function measuredRun(
  args: readonly string[],
  rounds: number,
  env: Record<string, string> = {},
  codes: readonly number[] = [0],
): Cost {
  let best: Cost = { wallMs: Infinity, cpuMs: Infinity, peakMB: Infinity }
  for (let round = 0; round < rounds; round++) {
    const cost = once(args, env, codes)
    best = {
      wallMs: Math.min(best.wallMs, cost.wallMs),
      cpuMs: Math.min(best.cpuMs, cost.cpuMs),
      peakMB: Math.min(best.peakMB, cost.peakMB),
    }
  }
  return best
}

function once(args: readonly string[], env: Record<string, string>, codes: readonly number[]): Cost {
  const report = join(tmpdir(), `rethread-bench-${process.pid}.json`)
  const started = performance.now()
  const result = spawnSync(process.execPath, ['--import', PRELOAD, ...args], {
    env: { ...process.env, ...env, BENCH_REPORT: report },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  const wallMs = performance.now() - started
  if (!codes.includes(result.status ?? -1))
    throw new Error(`${args.join(' ')} ended with ${result.status}: ${result.stderr}`)
  const { cpu, rss } = JSON.parse(readFileSync(report, 'utf8')) as { cpu: number; rss: number }
  rmSync(report)
  return { wallMs, cpuMs: cpu / 1000, peakMB: rss / 1024 }
}
