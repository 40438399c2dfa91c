// The rows of a usage report as comma-separated values, for spreadsheets.

import type { UsageReport } from '../actions/usage/index.js'
import { visibleLine } from './terminal-text.js'

const COUNTERS = [
  'messages',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWrite5mTokens',
  'cacheWrite1hTokens',
  'totalTokens',
  'webSearches',
  'costUSD',
  'unpriced',
] as const

export function usageCsv(report: UsageReport): readonly string[] {
  if (report.report === 'tool')
    return [
      line(['tool', 'calls', 'estimatedCallTokens', 'estimatedResultTokens']),
      ...report.rows.map(row => line([row.key, row.calls, row.callTokens, row.resultTokens])),
    ]
  const withModels = report.rows.some(row => row.models !== undefined)
  return [
    line([report.report === 'blocks' ? 'block' : KEYS[report.report], ...(withModels ? ['model'] : []), ...COUNTERS]),
    ...report.rows.flatMap(row =>
      row.models
        ? row.models.map(one => line([row.key, one.key, ...COUNTERS.map(name => one[name])]))
        : [line([row.key, ...COUNTERS.map(name => row[name])])],
    ),
  ]
}

const KEYS = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  session: 'session',
  project: 'project',
  model: 'model',
} as const

function line(values: readonly (string | number)[]): string {
  return values.map(value => (typeof value === 'number' ? String(value) : field(value))).join(',')
}

/** A text that begins like a formula must not become one. */
function field(text: string): string {
  const safe = visibleLine(/^[=+\-@]/.test(text) ? `'${text}` : text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
