// What was spent over time: a bar for each day, week, month or block, where it stands in time. The table below has the figures.

import { useEffect, useRef, useState } from 'react'
import type { UsageReportName, UsageRow } from '../../../src/actions/usage/index.js'
import { money, tokens } from '../parts/units.js'

const DAY = 86_400_000
const SPANS: Partial<Readonly<Record<UsageReportName, number>>> = {
  daily: DAY,
  weekly: 7 * DAY,
  monthly: 30 * DAY,
  blocks: 5 * 3_600_000,
}
const [HEIGHT, LEFT, TOP, BOTTOM] = [150, 52, 12, 128]
const LABEL = 72
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const MONTH_AND_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

export function isOfTime(report: UsageReportName): boolean {
  return SPANS[report] !== undefined
}

export function UsageChart({ report, rows }: { readonly report: UsageReportName; readonly rows: readonly UsageRow[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const span = SPANS[report]!
  // Messages without a time are in the table only.
  const dated = rows.flatMap(row => {
    const at = Date.parse(row.key.length === 7 ? `${row.key}-01` : row.key)
    return Number.isNaN(at) ? [] : [{ row, at }]
  })
  const hasCost = dated.some(({ row }) => row.costUSD > 0)
  const sizeOf = (row: UsageRow): number => (hasCost ? row.costUSD : row.totalTokens)
  const words = (size: number): string => (hasCost ? money(size) : tokens(size))
  const most = dated.reduce((largest, { row }) => Math.max(largest, sizeOf(row)), 0)
  if (dated.length < 2 || most === 0) return null
  const from = dated.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const to = dated.reduce((latest, { at }) => Math.max(latest, at + span), 0)
  const x = (at: number): number => LEFT + ((at - from) / (to - from)) * Math.max(1, width - LEFT - 4)
  const y = (size: number): number => BOTTOM - (size / most) * (BOTTOM - TOP)
  return (
    <div ref={box} className="usage-chart">
      <svg
        role="img"
        aria-label={`${hasCost ? 'Cost' : 'Tokens'} over time, at most ${words(most)}; the table has the figures`}
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${Math.max(1, width)} ${HEIGHT}`}
      >
        {[0, most / 2, most].map(size => (
          <g key={size}>
            <line x1={LEFT} x2={width} y1={y(size)} y2={y(size)} />
            <text x={LEFT - 6} y={y(size) + 4} textAnchor="end">
              {words(size)}
            </text>
          </g>
        ))}
        {dated.map(({ row, at }) => (
          <rect
            key={row.key}
            x={x(at)}
            y={y(sizeOf(row))}
            width={Math.max(2, x(at + span) - x(at) - 1)}
            height={Math.max(1, BOTTOM - y(sizeOf(row)))}
          >
            <title>
              {row.key.slice(0, 16)}: {words(sizeOf(row))}
            </title>
          </rect>
        ))}
        {labelled(monthsIn(from, to), x, width).map((month, place) => (
          <text key={month} x={x(month)} y={HEIGHT - 5}>
            {(place === 0 || new Date(month).getUTCMonth() === 0 ? MONTH_AND_YEAR : MONTH).format(month)}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** The first of each month, and where it begins. */
function monthsIn(from: number, to: number): readonly number[] {
  const months = [from]
  const first = new Date(from)
  for (let month = 1; month < 600; month++) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1)
    if (at >= to) break
    months.push(at)
  }
  return months
}

/** Those that have room for their names. */
function labelled(months: readonly number[], x: (at: number) => number, width: number): readonly number[] {
  const shown: number[] = []
  for (const month of months) {
    const before = shown.at(-1)
    if (x(month) < width - LABEL / 2 && (before === undefined || x(month) - x(before) >= LABEL)) shown.push(month)
  }
  return shown
}
