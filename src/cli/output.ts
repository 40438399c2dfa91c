// Where a command's answer goes: text or JSON, to a terminal, a pager or a pipe.

import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { rest } from '../disk/rest.js'
import { StorageError } from '../format/error.js'
import { asciiText, hasUnicode } from '../present/ascii.js'
import { type Paint, paint } from '../present/paint.js'
import { visible } from '../present/terminal-text.js'

export interface Output {
  readonly paint: Paint
  readonly width: number
  readonly now: number
  readonly configDir?: string
  /** Lines of text, escaped already. On a terminal a long text goes through the pager. */
  text(lines: Iterable<string>): Promise<void>
  json(value: unknown): Promise<void>
  /** A document as it is, whatever the terminal. */
  pieces(pieces: Iterable<string>): Promise<void>
  /** For people who wait: on stderr, and only on a terminal. */
  progress(message: string | undefined): void
}

export type ColorWhen = 'auto' | 'always' | 'never'

export interface OutputOptions {
  readonly configDir?: string | undefined
  readonly color: ColorWhen
  readonly pager: boolean
}

export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr } = process
  let shown = 0
  const isPlain = !hasUnicode(process.env)
  return {
    paint: paint(isColoured(options.color)),
    width: stdout.isTTY ? stdout.columns || 80 : Number(process.env['COLUMNS']) || Infinity,
    // For output that can be compared: reproducible builds set the clock this way.
    now: Number(process.env['SOURCE_DATE_EPOCH'] ?? Number.NaN) * 1000 || Date.now(),
    ...(options.configDir === undefined ? {} : { configDir: options.configDir }),
    async text(lines) {
      const shown = isPlain ? inAscii(lines) : lines
      if (options.pager && stdout.isTTY === true) return page(shown)
      await writeAll(stdout, withLineEnds(shown))
    },
    async json(value) {
      await writeAll(stdout, jsonPieces(value))
    },
    async pieces(pieces) {
      await writeAll(stdout, pieces)
    },
    progress(message) {
      if (stderr.isTTY !== true) return
      if (message === undefined) {
        if (shown > 0) stderr.write('\r\x1b[K')
        shown = 0
      } else if (Date.now() - shown > 100) {
        shown = Date.now()
        stderr.write(`\r\x1b[K${message}`)
      }
    },
  }
}

/** A flag comes before the environment, and there the wish for no colours comes first. */
function isColoured(when: ColorWhen): boolean {
  if (when !== 'auto') return when === 'always'
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0'
  return process.stdout.isTTY === true && TERM !== 'dumb'
}

export function endOnClosedPipe(): void {
  process.stdout.on('error', endOnWriteError)
}

/** A closed pipe ends the program without a word: whoever reads has enough (exit code 0). A full disk is told. */
export function endOnWriteError(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0)
  complain(`cannot write: ${error.message}`)
  process.exit(3)
}

/** More about it, escaped already. */
export function explain(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${hasUnicode(process.env) ? line : asciiText(line)}\n`)
}

/** What went wrong, on stderr. */
export function complain(message: string): void {
  const text = visible(message, { keepNewlines: true })
  process.stderr.write(`rethread: ${hasUnicode(process.env) ? text : asciiText(text)}\n`)
}

async function writeAll(stream: Writable, pieces: Iterable<string>): Promise<void> {
  let buffer = ''
  for (const piece of pieces) {
    buffer += piece
    if (buffer.length < 1 << 16) continue
    if (!stream.write(buffer)) await once(stream, 'drain')
    buffer = ''
    await rest()
  }
  if (buffer !== '') await new Promise<void>(resolve => stream.write(buffer, () => resolve()))
}

function* inAscii(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield asciiText(line)
}

function* withLineEnds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`
}

/** A document in pieces: a list of a million calls never becomes one string. */
function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield `${JSON.stringify(value)}\n`
    return
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  yield '{'
  for (const [index, [key, item]] of entries.entries()) {
    yield `${index === 0 ? '' : ','}\n  ${JSON.stringify(key)}: `
    if (isList(item)) {
      let position = 0
      for (const element of item) yield `${position++ === 0 ? '[' : ','}\n    ${JSON.stringify(element)}`
      yield position === 0 ? '[]' : '\n  ]'
    } else yield JSON.stringify(item, null, 2).replaceAll('\n', '\n  ')
  }
  yield '\n}\n'
}

/** An array, or something that is made while it is written. */
function isList(item: unknown): item is Iterable<unknown> {
  return typeof item === 'object' && item !== null && Symbol.iterator in item
}

/** `$RETHREAD_PAGER` or `$PAGER`, else less; without any of them the text is printed as it is. */
async function page(lines: Iterable<string>): Promise<void> {
  const chosen = process.env['RETHREAD_PAGER'] ?? process.env['PAGER']
  if (chosen === '' || chosen === 'cat') return writeAll(process.stdout, withLineEnds(lines))
  // F: leave at once when it fits on the screen. R: our colours. X: leave the text on the screen.
  const env = { ...process.env, LESS: process.env['LESS'] ?? 'FRX' }
  const { spawn } = await import('node:child_process')
  // Ctrl-C belongs to the pager from its start on: who leaves before it takes the terminal away from under it. There is
  // no moment in which nobody listens.
  const listeners = process.rawListeners('SIGINT') as NodeJS.SignalsListener[]
  const ignore = (): void => {}
  process.on('SIGINT', ignore)
  for (const listener of listeners) process.off('SIGINT', listener)
  try {
    const child = spawn(chosen ?? 'less', { shell: chosen !== undefined, stdio: ['pipe', 'inherit', 'inherit'], env })
    const started = await new Promise<boolean>(resolve => {
      child.once('spawn', () => resolve(true))
      child.once('error', () => resolve(false))
    })
    if (!started) throw new NoPager()
    const closed = once(child, 'close')
    child.stdin.on('error', () => {}) // the reader left the pager before the end
    for (const line of lines) {
      if (child.stdin.destroyed || child.exitCode !== null) break
      if (!child.stdin.write(`${line}\n`)) await Promise.race([once(child.stdin, 'drain').catch(() => {}), closed])
    }
    child.stdin.end()
    const [code] = (await closed) as [number | null]
    // What the shell says when there is no such program: nothing was shown, and that must not pass for an answer.
    if (code === 127) throw new StorageError('pager-missing', `cannot start the pager ${JSON.stringify(chosen)}`)
    return
  } catch (error) {
    if (!(error instanceof NoPager)) throw error
  } finally {
    for (const listener of listeners) process.on('SIGINT', listener)
    process.off('SIGINT', ignore)
  }
  await writeAll(process.stdout, withLineEnds(lines))
}

/** It could not be started, and nothing was shown. */
class NoPager extends Error {}
