// The calls to the file system that something makes, counted, and one of them made to fail: in this process, so that
// each is tried in no time. faults.slow.ts does the same to real processes, which are really killed.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Calls that change something, or without which nothing can be changed. */
const CALLS = [
  'openSync',
  'writeSync',
  'readSync',
  'fsyncSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'mkdirSync',
  'rmdirSync',
  'fchmodSync',
  'futimesSync',
] as const

const LOCK = /[\\/]data[\\/]lock(?:\.|$)/

export type Call = (typeof CALLS)[number]

export interface Fault {
  /** Which of all calls, from 0; or of those of one name. */
  readonly at: number
  readonly of?: Call
  /** Only this one fails; or from then on nothing happens any more, as if the process were killed. */
  readonly kind: 'fails' | 'ends'
  readonly code?: string
}

/** Runs it with a fault, or without one; tells which calls were made up to there. */
export async function withFault<T>(
  fault: Fault | undefined,
  run: () => Promise<T>,
): Promise<{ readonly calls: readonly Call[]; readonly outcome: PromiseSettledResult<T> }> {
  const calls: Call[] = []
  const locks = new Set<unknown>()
  const real = new Map<Call, unknown>()
  for (const name of CALLS) {
    const call = fs[name] as (...args: readonly unknown[]) => unknown
    real.set(name, call)
    Object.assign(fs, {
      [name]: (...args: readonly unknown[]) => {
        // The lock of a process that is gone is nobody's; this one is still there (lock.slow.ts).
        if (args.some(one => (typeof one === 'string' && LOCK.test(one)) || locks.has(one))) {
          const made = call(...args)
          if (name === 'openSync') locks.add(made)
          return made
        }
        const at = fault?.of === undefined ? calls.length : calls.filter(one => one === name).length
        calls.push(name)
        const fails = fault && (fault.of ?? name) === name && (fault.kind === 'ends' ? at >= fault.at : at === fault.at)
        if (!fails) {
          const made = call(...args)
          // The number of a file that is closed is used again.
          if (name === 'openSync') locks.delete(made)
          return made
        }
        const { code = 'EIO' } = fault
        throw Object.assign(new Error(`${code}: made to fail`), { code, syscall: name })
      },
    })
  }
  syncBuiltinESMExports()
  try {
    const [outcome] = await Promise.allSettled([(async () => run())()])
    return { calls, outcome }
  } finally {
    for (const [name, call] of real) Object.assign(fs, { [name]: call })
    syncBuiltinESMExports()
  }
}
