// Another rethread at work beside this one: what it answers in JSON is told when it ends, unless it was stopped before.

import { spawn } from 'node:child_process'

export interface Beside {
  /** Nothing is told of it any more. */
  stop(): void
}

/** `done` gets undefined where there is no answer: a negative one has no text, and what failed is no trouble here. */
export function besides(words: readonly string[], done: (answer: unknown) => void): Beside {
  let isStopped = false
  const child = spawn(process.execPath, [process.argv[1]!, ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
  const pieces: Buffer[] = []
  const end = (answer: unknown): void => {
    if (isStopped) return
    isStopped = true
    done(answer)
  }
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  child.once('error', () => end(undefined))
  child.once('close', () => {
    try {
      end(JSON.parse(Buffer.concat(pieces).toString()))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      end(undefined)
    }
  })
  return {
    stop() {
      isStopped = true
      child.kill()
    },
  }
}
