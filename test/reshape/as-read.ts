// A verdict that was reached without reading the result, beside the one that was reached by reading it.

import { expect } from 'vitest'
import { contextCalibration, contextEstimate } from '../../src/context/index.js'
import type { Verdict } from '../../src/reshape/verdict/verify.js'
import type { Changed } from './in-memory.js'

export function expectAsRead({ verdict, before, after }: Changed, proven: Verdict, what = ''): void {
  expect(proven.broken, what).toEqual(verdict.broken)
  expect(proven.findings, what).toEqual(verdict.findings)
  const { messages, outcome, omitted } = proven.after
  expect(JSON.stringify(messages) === JSON.stringify(verdict.after.messages), what).toBe(true)
  expect(outcome, what).toEqual(verdict.after.outcome)
  expect(omitted, what).toEqual(verdict.after.omitted)
  const price = contextCalibration(before.reading, verdict.before)
  const [told, read] = [
    contextEstimate(before.reading, proven.after, price),
    contextEstimate(after.reading, verdict.after, price),
  ]
  expect(told, what).toEqual(read)
  const named = (findings: Changed['before']['findings']) => findings.map(({ code, line }) => `${code} ${line}`)
  expect(named(after.findings), what).toEqual(named(before.findings).filter(one => !one.startsWith('session-id-')))
}
