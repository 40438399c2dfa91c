// Numbers and times as people read them, the same as on the terminal.

export { bytes, count, duration, tokens } from '../../../src/present/units.js'

/** Made once: making one takes longer than a whole turn takes to be drawn. */
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DATE_AND_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const FIGURE = new Intl.NumberFormat('en-US')

/** "3 min ago", "2 days ago", "14 Jun 2025". */
export function age(iso: string | null | undefined, now = Date.now()): string {
  const at = Date.parse(iso ?? '')
  if (Number.isNaN(at)) return ''
  const minutes = Math.round((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  const days = Math.round(hours / 24)
  if (days < 14) return days === 1 ? 'yesterday' : `${days} days ago`
  const date = new Date(at)
  return (date.getFullYear() === new Date(now).getFullYear() ? DAY : DAY_AND_YEAR).format(date)
}

export function clock(iso: string | null | undefined): string {
  const at = Date.parse(iso ?? '')
  return Number.isNaN(at) ? '' : CLOCK.format(at)
}

export function dateAndTime(iso: string | null | undefined): string {
  const at = Date.parse(iso ?? '')
  return Number.isNaN(at) ? '' : DATE_AND_TIME.format(at)
}

export function figure(n: number): string {
  return FIGURE.format(Math.round(n))
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}

export function money(usd: number | null | undefined): string {
  return usd === null || usd === undefined ? '–' : `$${usd.toFixed(2)}`
}

/** The last part of a path: the project as people call it. */
export function projectName(path: string | null | undefined): string {
  return (
    path
      ?.split('/')
      .filter(part => part !== '')
      .at(-1) ?? 'unknown project'
  )
}
