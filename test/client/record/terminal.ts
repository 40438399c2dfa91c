// The interactive client in a terminal that a program reads and types into: tmux, with a server of its own.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientRun, clientCommand } from '../run-client.js'

const NAME = 'recording'
const STEP = 100
const PATIENCE = 20_000
/** Until the screen takes keys. */
const START = 2500

export class Terminal {
  readonly #socket: string

  private constructor(socket: string) {
    this.#socket = socket
  }

  static async open(run: Omit<ClientRun, 'input' | 'timeout'>): Promise<Terminal> {
    const terminal = new Terminal(join(run.home.root, 'tmp', 'terminal'))
    const { program, args, env } = clientCommand(run)
    const words = ['env', '-i', ...Object.entries(env).map(([key, value]) => `${key}=${value}`), program, ...args]
    terminal.#tmux('new-session', '-d', '-s', NAME, '-x', '150', '-y', '50', '-c', run.home.work, ...words)
    await pause(START)
    return terminal
  }

  screen(): string {
    return this.#tmux('capture-pane', '-p', '-t', NAME)
      .split('\n')
      .filter(line => line.trim() !== '')
      .join('\n')
  }

  press(key: string): void {
    this.#tmux('send-keys', '-t', NAME, key)
  }

  /** Types a text and sends it; the client takes a text that ends in Enter at once for a paste. */
  async type(text: string): Promise<void> {
    this.#tmux('send-keys', '-t', NAME, '-l', text)
    await pause(500)
    this.press('Enter')
    await pause(300)
  }

  async see(text: string): Promise<void> {
    const end = Date.now() + PATIENCE
    while (!this.screen().includes(text)) {
      if (Date.now() > end) throw new Error(`not seen: ${text}\n${this.screen()}`)
      await pause(STEP)
    }
  }

  isOpen(): boolean {
    try {
      this.#tmux('has-session', '-t', NAME)
      return true
    } catch {
      return false
    }
  }

  /** Leaves as a user does, so that the client writes what it writes at its end. */
  async close(): Promise<void> {
    for (let tries = 0; tries < 4 && this.isOpen(); tries++) {
      this.press('C-c')
      await pause(400)
    }
    const end = Date.now() + 4000
    while (this.isOpen() && Date.now() < end) await pause(STEP)
    this.kill()
  }

  /** At once; afterwards nothing of it runs any more. */
  async end(): Promise<void> {
    if (!this.isOpen()) return
    const pid = Number(this.#tmux('display-message', '-p', '-t', NAME, '#{pane_pid}'))
    // The terminal's process leads a group of its own.
    process.kill(-pid, 'SIGKILL')
    while (this.isOpen()) await pause(STEP)
    while (existsSync(`/proc/${pid}`)) await pause(STEP)
  }

  kill(): void {
    if (this.isOpen()) this.#tmux('kill-server')
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}

export const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))
