// Which day a moment belongs to, somewhere on earth.

import { InputError } from '../../format/error.js'
import { timesMeant } from '../../format/times-meant.js'

/** `2026-11-17` */
export type DayOf = (time: number) => string

const QUARTER_MS = 900_000

/** In the zone of this machine where none is named. Clocks are set to another time at a quarter of an hour only. */
export function dayTeller(zone: string | undefined): DayOf {
  const tell = zone === undefined ? localDay : zonedDay(zone)
  const known = new Map<number, string>()
  /** One text a day: texts that say the same are compared letter by letter. */
  const days = new Map<string, string>()
  let lastQuarter = Number.NaN
  let lastDay = ''
  return time => {
    const quarter = Math.floor(time / QUARTER_MS)
    if (quarter === lastQuarter) return lastDay
    let day = known.get(quarter)
    if (day === undefined) {
      const told = tell(quarter * QUARTER_MS)
      day = days.get(told) ?? told
      days.set(day, day)
      known.set(quarter, day)
    }
    lastQuarter = quarter
    return (lastDay = day)
  }
}

function localDay(time: number): string {
  const date = new Date(time)
  return dayText(date.getFullYear(), date.getMonth() + 1, date.getDate())
}

function zonedDay(zone: string): DayOf {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
  } catch {
    throw new InputError('usage', `--timezone must be a zone such as Europe/Berlin or UTC, not ${JSON.stringify(zone)}`)
  }
  return time => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    return dayText(parts.get('year')!, parts.get('month')!, parts.get('day')!)
  }
}

function dayText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The Monday of the week that a day is in. */
export function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

export function monthOf(day: string): string {
  return day.slice(0, 7)
}

export type TimeTest = (time: number | null) => boolean

/** Days are those of the zone, both ends included; what has no time is in no span. */
export function spanTest(
  since: string | undefined,
  until: string | undefined,
  dayOf: DayOf,
  now: number,
): TimeTest | undefined {
  if (since === undefined && until === undefined) return undefined
  const after = since === undefined ? () => true : edge('since', since, dayOf, now)
  const before = until === undefined ? () => true : edge('until', until, dayOf, now)
  return time => time !== null && after(time) && before(time)
}

function edge(flag: 'since' | 'until', value: string, dayOf: DayOf, now: number): (time: number) => boolean {
  const day = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(value)?.slice(1).join('-')
  if (day !== undefined && !Number.isNaN(Date.parse(day)))
    return flag === 'since' ? time => dayOf(time) >= day : time => dayOf(time) <= day
  const meant = day === undefined ? timesMeant(value, now) : undefined
  if (meant === undefined)
    throw new InputError(
      'usage',
      `--${flag} must be a date such as 2026-06-18, a time such as 2026-06-18T14:30, or an age such as 7d, not ${JSON.stringify(value)}`,
    )
  return flag === 'since' ? time => time >= meant.from : time => time <= meant.to
}
