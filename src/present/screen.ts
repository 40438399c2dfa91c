// What a presentation needs to know of where it is shown.

import type { Paint } from './paint.js'

export interface Screen {
  /** Columns; Infinity where nothing is cut or broken, into a pipe or a file. */
  readonly width: number
  readonly paint: Paint
  readonly now: number
  /** `--config-dir`, where it was given: calls that are suggested need it too. */
  readonly configDir?: string
}
