// A real terminal: tmux runs a call, types and reads the screen. Nothing here waits for a fixed time.

import { execFileSync, spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

export const hasTmux = spawnSync('tmux', ['-V']).status === 0

export interface Terminal {
  /** Runs it in a shell, which stays when it has ended. */
  open(call: string, columns: number, rows: number): void
  screen(): string
  type(...keys: readonly string[]): void
  /** The screen, once it says this; for as long as a loaded machine may take. */
  shown(what: RegExp): Promise<string>
  end(): void
}

/** `name` keeps apart what several test files run at once. */
export function terminal(name: string): Terminal {
  // A server of its own each time: one that was told to end may still answer the next call, and go while it does.
  let opened = 0
  const socketName = (): string => `rethread-${name}-${process.pid}-${opened}`
  const tmux = (...words: readonly string[]): string =>
    execFileSync('tmux', ['-L', socketName(), ...words], { encoding: 'utf8' })
  const screen = (): string => tmux('capture-pane', '-p', '-t', name)
  return {
    open(call, columns, rows) {
      opened++
      tmux('new-session', '-d', '-s', name, '-x', String(columns), '-y', String(rows), `${call}; sleep 600`)
    },
    screen,
    type: (...keys) => void tmux('send-keys', '-t', name, ...keys),
    async shown(what) {
      for (let attempt = 0; attempt < 600; attempt++) {
        const text = screen()
        if (what.test(text)) return text
        await setTimeout(100)
      }
      throw new Error(`${what} did not come to the screen:\n${screen()}`)
    },
    end: () => void spawnSync('tmux', ['-L', socketName(), 'kill-server']),
  }
}
