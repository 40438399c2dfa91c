// Numbers, sizes and times as people read them.

/** "812 B", "34 kB", "1.2 MB": steps of 1000, as file managers count. */
export function bytes(n: number): string {
  return scaled(n, [' B', ' kB', ' MB', ' GB', ' TB'])
}

/** "950", "12.3k", "1.2M". */
export function tokens(n: number): string {
  return scaled(n, ['', 'k', 'M', 'G'])
}

function scaled(n: number, units: readonly string[]): string {
  let value = Math.abs(n)
  let unit = 0
  // 999.5 would be printed as 1000 of the smaller unit.
  while (value >= (unit === 0 ? 1000 : 999.5) && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  const digits = unit === 0 || value >= 99.95 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, '')
  return `${n < 0 ? '-' : ''}${digits}${units[unit]}`
}

/** "350 ms", "4.2 s", "1m 12s", "2h 5m", "3d 4h": two units at most. */
export function duration(ms: number): string {
  if (!Number.isFinite(ms)) return '?'
  if (ms < 0) return `-${duration(-ms)}`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return two(Math.floor(seconds / 60), 'm', seconds % 60, 's')
  const minutes = Math.round(ms / 60_000)
  if (minutes < 24 * 60) return two(Math.floor(minutes / 60), 'h', minutes % 60, 'm')
  const hours = Math.round(ms / 3_600_000)
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`
}

/** ISO text or milliseconds; a time that cannot be read is NaN. */
export type Time = string | number | Date

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Local date and time: "14:03" today, "12 Nov 14:03" this year, "12 Nov 2025 14:03" before. */
export function when(time: Time, now: Time): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return '?'
  const today = new Date(now)
  const clock = clockTime(date)
  return date.toDateString() === today.toDateString() ? clock : `${day(date, today)} ${clock}`
}

/** Local date: "12 Nov", with the year where it is another one. */
export function day(time: Time, now: Time): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return '?'
  const short = `${date.getDate()} ${MONTHS[date.getMonth()]}`
  return date.getFullYear() === new Date(now).getFullYear() ? short : `${short} ${date.getFullYear()}`
}

/** Local "14:03". */
export function clockTime(time: Time): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return '?'
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}

/** For lists: "just now", "5 min ago", "2 h ago", "3 days ago", then the date. */
export function ago(time: Time, now: Time): string {
  const then = new Date(time).getTime()
  const passed = new Date(now).getTime() - then
  if (Number.isNaN(passed)) return '?'
  if (passed < 0) return when(time, now)
  if (passed < 60_000) return 'just now'
  if (passed < 3_600_000) return `${Math.floor(passed / 60_000)} min ago`
  if (passed < 86_400_000) return `${Math.floor(passed / 3_600_000)} h ago`
  if (passed < 14 * 86_400_000) return `${count(Math.floor(passed / 86_400_000), 'day')} ago`
  return when(time, now).replace(/ \d\d:\d\d$/, '')
}

/** "1 turn", "3 turns", "1,204 entries". */
export function count(n: number, noun: string, plural = pluralOf(noun)): string {
  return `${grouped(n)} ${n === 1 ? noun : plural}`
}

/** "1,204" */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',')
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/** "42 %", "0.4 %" below one; "0 %" of nothing. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %'
  const value = (part / whole) * 100
  const digits = value === 0 || Math.abs(value) >= 1 ? value.toFixed(0) : value.toFixed(1)
  return `${digits} %`
}
