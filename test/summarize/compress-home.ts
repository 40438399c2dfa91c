// A home with one long session, and the built program in it: `compress` from its words to what lies on the disk.

import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContext } from '../../src/context/index.js'
import { type Outcome, outcomeOf, start, temporary } from '../cli/rethread.js'
import { answer, prompt, restart, SESSION, text } from '../reshape/entries.js'
import { type Json, session } from '../reshape/in-memory.js'

export interface CompressHome {
  readonly home: string
  run(...words: readonly string[]): Promise<Compressed>
  /** Still running. */
  begin(...words: readonly string[]): ChildProcess
  /** Sessions besides the one that was there. */
  made(): readonly string[]
  /** Everything in the project's folder. */
  files(): readonly string[]
}

export interface Compressed extends Outcome {
  readonly report: Json
  /** The texts that the client would send of the result, each by its beginning. */
  readonly sent: readonly string[]
}

/** Long enough to pass for one. */
export const SUMMARY =
  'A SHORT SUMMARY: the user asked for words, many of them, and the assistant answered with one each time.'

/** Turns of about 45,000 tokens: each is a part of its own. */
export const LONG = 150_000

export function compressHome(env: Readonly<Record<string, string>>, turns = 4, length = LONG): CompressHome {
  const home = temporary()
  const project = join(home, '.claude', 'projects', '-home-ada-tide')
  mkdirSync(project, { recursive: true })
  restart()
  const entries = Array.from({ length: turns }, (_, at) => {
    const n = at + 1
    const words = `QUESTION-${n} ${`word${n} `.repeat(length / 6)}`
    return [
      prompt(uuid(n, 1), at === 0 ? null : uuid(at, 2), words),
      answer(uuid(n, 2), uuid(n, 1), `m${n}`, [text(`ANSWER-${n}`)]),
    ]
  })
  writeFileSync(join(project, `${SESSION}.jsonl`), session(...entries.flat()))
  const files = (): readonly string[] => readdirSync(project).toSorted()
  const begin = (...words: readonly string[]): ChildProcess =>
    start(['compress', SESSION, '--keep-last', '1', '--json', ...words], { home, env })
  return {
    home,
    begin,
    files,
    made: () => files().filter(name => !name.startsWith(SESSION)),
    async run(...words) {
      const outcome = await outcomeOf(begin(...words), '')
      if (outcome.stdout === '') return { ...outcome, report: {}, sent: [] }
      const report = JSON.parse(outcome.stdout) as Json
      const sent = report['receipt'] === null ? [] : wordsOf(readFileSync(report['path']))
      return { ...outcome, report, sent }
    },
  }
}

const uuid = (turn: number, place: number): string => `00000000-0000-4000-8000-00000000${turn}00${place}`

function wordsOf(bytes: Uint8Array): readonly string[] {
  return readContext(bytes).messages.flatMap(({ content }) => content.map(block => String(block['text']).slice(0, 10)))
}

/** A process that has ended and was waited for is no process any more; one that nobody waits for yet is a zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export async function until(holds: () => boolean, milliseconds = 15_000): Promise<void> {
  const end = Date.now() + milliseconds
  while (!holds()) {
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise(done => setTimeout(done, 20))
  }
}

/** A program of a few shell lines, on the path of its own folder. */
export function script(folder: string, name: string, lines: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return path
}
