// What a command is given, and how it answers.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Doing, Progress } from '../actions/action.js'
import type { Place } from '../actions/session/place.js'
import { bytes, count } from '../present/units.js'
import type { Flags } from './arguments.js'
import { complain, type Output } from './output.js'
import type { BareFlags, CommandName, CommonFlags, FlagsFor } from './table.js'

export interface Call<V = CommonFlags> {
  readonly args: readonly string[]
  readonly flags: Flags<V>
  readonly place: Place
  readonly output: Output
  /** Ends with Ctrl-C, and says how far it is. */
  readonly doing: Doing
}

/** Runs a command and says how it ended: 0, or 1 where the answer is negative. Everything else is thrown. */
export type Run<N extends CommandName> = (call: Call<FlagsFor<N>>) => Promise<number>

/** Of the call without a command. */
export type RunBare = (call: Call<BareFlags>) => Promise<number>

/** Of this package, whether this is its source or a chunk of what was built. */
const SAMPLES = join(fileURLToPath(import.meta.url).replace(/[\\/](?:src|dist)[\\/]cli[\\/].*$/, ''), 'samples')

export function placeOf(configDir: string | undefined, now: number): Place {
  // Set by `npm start` on a clone.
  const samples = process.env['RETHREAD_SAMPLES']
  return {
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    now,
    ...(configDir === undefined ? {} : { configDir }),
    ...(samples === undefined ? {} : { samples }),
    bundled: SAMPLES,
    tell: complain,
  }
}

/** The value as JSON where that is asked for, else as text. */
export async function answer<Value>(
  { flags, output }: Call,
  value: Value,
  present: (value: Value, output: Output) => Iterable<string>,
): Promise<void> {
  output.progress(undefined)
  if (flags.has('json')) await output.json(value)
  else await output.text(present(value, output))
}

/** Of several sessions a list, of a single one the value itself. */
export async function answerEach<Value>(
  call: Call,
  values: readonly Value[],
  isOne: boolean,
  present: (value: Value, output: Output) => Iterable<string>,
): Promise<void> {
  const { output } = call
  const lines = () => values.flatMap((one, index) => [...(index > 0 ? [''] : []), ...present(one, output)])
  await answer(call, isOne ? values[0] : { sessions: values }, lines)
}

const LARGE = 50_000_000

/** What people see who wait. Reading a small file takes no time worth a word. */
export function waitingWords(step: Progress): string | undefined {
  switch (step.kind) {
    case 'reading':
      return step.of > LARGE && step.bytes < step.of ? `reading ${bytes(step.bytes)} of ${bytes(step.of)}` : undefined
    case 'indexing':
      return `indexing ${bytes(step.bytes)} of ${bytes(step.of)}`
    case 'sessions':
      return `${step.done + 1} of ${count(step.of, 'session')}`
    case 'summaries': {
      const left = step.secondsLeft === undefined ? '' : `, about ${step.secondsLeft} s left`
      return step.done < step.of ? `summarising: ${step.done} of ${step.of}${left}` : undefined
    }
  }
}
