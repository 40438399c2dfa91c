// Keeps a worker: asks it, waits for the answer, and ends it where none comes.

import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Order, Told } from './worker.js'

/** A worker in a loop without end does not notice that nobody waits for it any more. */
const kept = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of kept) child.kill('SIGKILL')
})

export class Keeper {
  private readonly child: ChildProcess
  private readonly waiting: Told[] = []
  private wake: (() => void) | undefined
  private isGone = false

  /** `mutant`: on from the beginning. */
  constructor(program: string, root: string, temporary: string, mutant?: number) {
    this.child = spawn(process.execPath, ['--max-old-space-size=1024', program], {
      cwd: root,
      stdio: ['ignore', 'ignore', process.env['RETHREAD_MUTANTS_STDERR'] ? 'inherit' : 'ignore', 'pipe', 'ipc'],
      env: {
        ...process.env,
        TMPDIR: temporary,
        TMP: temporary,
        TEMP: temporary,
        RETHREAD_SUITE: 'fast',
        ...(mutant === undefined ? {} : { RETHREAD_MUTANT: String(mutant) }),
      },
    })
    kept.add(this.child)
    this.child.on('exit', () => this.gone())
    this.child.on('error', () => this.gone())
    const lines = createInterface({ input: this.child.stdio[3] as Readable })
    lines.on('line', line => {
      this.waiting.push(JSON.parse(line) as Told)
      this.wake?.()
    })
  }

  ask(order: Order): void {
    if (this.child.connected) this.child.send(order, () => undefined)
  }

  /** What it tells next; undefined where it is gone or says nothing for so long. */
  async next(withinMs: number): Promise<Told | 'silent' | 'gone'> {
    const until = performance.now() + withinMs
    for (;;) {
      const told = this.waiting.shift()
      if (told) return told
      if (this.isGone) return 'gone'
      const left = until - performance.now()
      if (left <= 0) return 'silent'
      await new Promise<void>(done => {
        const timer = setTimeout(done, left)
        this.wake = () => {
          clearTimeout(timer)
          done()
        }
      })
    }
  }

  end(): void {
    this.child.kill('SIGKILL')
  }

  private gone(): void {
    kept.delete(this.child)
    // What it has written last may still be on its way.
    setTimeout(() => {
      this.isGone = true
      this.wake?.()
    }, 50)
  }
}
