// Where things stand in the chart of the window: requests from left to right, tokens from the bottom up.

export interface Scale {
  readonly x: (request: number) => number
  readonly y: (tokens: number) => number
  readonly left: number
  readonly right: number
  readonly bottom: number
  /** The highest that has its place to scale. */
  readonly most: number
  /** Window and limit are far above everything that was sent: they stand above a break in the axis. */
  readonly isBroken: boolean
  readonly ticks: readonly number[]
}

export const HEIGHT = 240
const LEFT = 48
const RIGHT = 12
const TOP = 36
const BOTTOM = HEIGHT - 26
/** What is above the break of the axis. */
const ABOVE = 58
/** Below that part of the window, nothing could be told apart if it were to scale. */
const BROKEN_BELOW = 0.3

export function scaleOf(
  width: number,
  { requests, largest, window }: { readonly requests: number; readonly largest: number; readonly window: number },
): Scale {
  const isBroken = largest < window * BROKEN_BELOW
  const top = isBroken ? TOP + ABOVE : TOP
  const most = Math.max(1, isBroken ? largest * 1.08 : Math.max(window, largest))
  const right = Math.max(LEFT + 1, width - RIGHT)
  return {
    x: request => LEFT + ((request - 1) / Math.max(1, requests - 1)) * (right - LEFT),
    y: tokens => BOTTOM - (tokens / most) * (BOTTOM - top),
    left: LEFT,
    right,
    bottom: BOTTOM,
    most,
    isBroken,
    ticks: ticksUpTo(most),
  }
}

/** Where a line for these tokens is drawn, also above the break. */
export function lineAt({ y, isBroken }: Scale, tokens: number, isWindow: boolean): number {
  return isBroken ? TOP + (isWindow ? 0 : 24) : y(tokens)
}

/** Where the break is drawn. */
export const BREAK_AT = TOP + 42

/** Three to six round numbers. */
function ticksUpTo(most: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [0.1, 0.2, 0.25, 0.5, 1, 2].map(one => one * power).find(one => most / one <= 5) ?? power
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step)
}
