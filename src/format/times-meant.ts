// Times as people write them: a day, a minute, or so long ago.

export interface TimesMeant {
  readonly from: number
  /** Behind it: of a day the beginning of the next one. */
  readonly to: number
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** From when to when that is; undefined where it is no time. Without a zone it is local time. */
export function timesMeant(text: string, now: number): TimesMeant | undefined {
  const ago = /^(\d{1,5})(m|h|d|w)$/.exec(text)
  if (ago) {
    const from = now - Number(ago[1]) * UNITS[ago[2]!]!
    return { from, to: from }
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const isMinute = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.test(text)
  // A day alone would be read as one of Greenwich.
  const from = isDay || isMinute ? Date.parse(isDay ? `${text}T00:00` : text) : Number.NaN
  if (Number.isNaN(from)) return undefined
  return { from, to: isDay ? nextDay(from) : from }
}

/** Not always after 24 hours. */
function nextDay(start: number): number {
  const day = new Date(start)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime()
}
