// Faults at system calls: a process is run under strace, and one of its calls fails, or it is killed there.

import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const hasStrace = spawnSync('strace', ['-V']).status === 0

export interface Fault {
  readonly call: string
  readonly at: number
  readonly kind: string
}

/** Every call that a run makes on files below `root`, counted as strace counts: by the main thread, from its start. */
export function tracedCalls(
  command: readonly string[],
  calls: readonly string[],
  log: string,
  root: string,
): readonly Pick<Fault, 'call' | 'at'>[] {
  const listed = spawnSync('strace', ['-f', '-y', '-e', `trace=${calls.join(',')}`, '-o', log, ...command])
  if (listed.status !== 0) throw new Error(`a run without faults failed: ${listed.stderr}`)
  const lines = readFileSync(log, 'latin1').split('\n')
  const main = lines[0]!.split(' ', 1)[0]!
  const counts = new Map<string, number>()
  return lines.flatMap(line => {
    const [, pid, call] = /^(\d+) +(\w+)\(/.exec(line) ?? []
    if (pid !== main || call === undefined) return []
    const at = (counts.get(call) ?? 0) + 1
    counts.set(call, at)
    return line.includes(root) ? [{ call, at }] : []
  })
}

/** The call at which the process died is the last one of its main thread. */
export function killedAt(lines: readonly string[], root: string): boolean {
  const main = lines[0]?.split(' ', 1)[0]
  const own = lines.filter(line => line.startsWith(`${main} `) && !/\+\+\+|resumed>/.test(line))
  return lines.some(line => line.includes('killed by SIGKILL')) && (own.at(-1)?.includes(root) ?? false)
}

export function injection({ call, at, kind }: Fault): readonly string[] {
  const forGood = kind.endsWith('+')
  const what = kind === 'KILL' ? 'signal=KILL' : `error=${kind.replace('+', '')}`
  return ['-e', `trace=${call}`, '-e', `inject=${call}:${what}:when=${at}${forGood ? '+' : ''}`]
}

export function runTraced(
  command: readonly string[],
  log: string,
): Promise<{ readonly code: number; readonly stderr: string }> {
  return new Promise(done => {
    execFile('strace', ['-f', '-o', log, ...command], (error, _, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? -1), stderr })
    })
  })
}

export async function inParallel<Fault, T>(
  faults: readonly Fault[],
  one: (fault: Fault, slot: number) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = []
  let next = 0
  const lane = async (slot: number): Promise<void> => {
    while (next < faults.length) {
      const at = next++
      results[at] = await one(faults[at]!, slot)
    }
  }
  await Promise.all([lane(0), lane(1)])
  return results
}
