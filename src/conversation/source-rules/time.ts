// Times as the documents compare them: ISO text, or a number of seconds or milliseconds (002, 004).

export function comparableTime(value: unknown): number | undefined {
  const time =
    typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? fromNumber(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** A count of seconds stays below 1e11 until the year 5138. */
function fromNumber(value: number): number {
  return Math.abs(value) < 1e11 ? value * 1000 : value
}
