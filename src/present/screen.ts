// What a presentation needs to know of where it is shown.

import type { Paint } from './paint.js'

export interface Screen {
  readonly width: number
  readonly paint: Paint
  readonly now: number
}
