// What a command is given.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenOptions } from '../actions/open-session.js'
import type { Place } from '../actions/place.js'
import { dataDir } from '../disk/index.js'
import { bytes } from '../present/units.js'
import type { Flags } from './arguments.js'
import { complain, type Output } from './output.js'

export interface Call {
  readonly args: readonly string[]
  readonly flags: Flags
  readonly place: Place
  readonly output: Output
  /** Ends with Ctrl-C. */
  readonly signal: AbortSignal
}

/** Runs a command and says how it ended: 0, or 1 where the answer is negative. Everything else is thrown. */
export type Run = (call: Call) => Promise<number>

/** Of this package, whether this is its source or a chunk of what was built. */
const SAMPLES = join(fileURLToPath(import.meta.url).replace(/[\\/](?:src|dist)[\\/]cli[\\/].*$/, ''), 'samples')

export function placeOf(flags: Flags): Place {
  const configDir = flags.value('config-dir')
  // Set by `npm start` on a clone.
  const samples = process.env['RETHREAD_SAMPLES']
  return {
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    ...(configDir === undefined ? {} : { configDir }),
    ...(samples === undefined ? {} : { samples }),
    bundled: SAMPLES,
    tell: complain,
  }
}

/** Opening a large file takes a moment: say how far it is. */
export function openOptions({ output, signal, place }: Call): OpenOptions {
  return {
    signal,
    dataDir: dataDir(place),
    onProgress: (done, size) => {
      if (size > 50_000_000) output.progress(done < size ? `reading ${bytes(done)} of ${bytes(size)}` : undefined)
    },
  }
}
