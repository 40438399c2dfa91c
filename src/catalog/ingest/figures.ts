// Counting record by record.

import type { Figures } from '../store.js'

export type Counting = { -readonly [K in keyof Figures]: Figures[K] }

export const NO_FIGURES: Figures = {
  entries: 0,
  damaged: 0,
  damagedAnswers: 0,
  prompts: 0,
  answers: 0,
  toolCalls: 0,
  failedCalls: 0,
  images: 0,
  compactions: 0,
  firstAt: null,
  lastAt: null,
  models: {},
  branches: {},
  cwd: null,
}

export function countingFrom(figures: Figures): Counting {
  return { ...figures, models: { ...figures.models }, branches: { ...figures.branches } }
}

export function noteTime(counting: Counting, time: number): void {
  if (Number.isNaN(time)) return
  if (counting.firstAt === null || time < counting.firstAt) counting.firstAt = time
  if (counting.lastAt === null || time > counting.lastAt) counting.lastAt = time
}

/** One more of that name; names are data, also `__proto__`. */
export function oneMore(counts: Readonly<Record<string, number>>, name: string): void {
  if (name === '') return
  if (Object.hasOwn(counts, name)) (counts as Record<string, number>)[name]!++
  else Object.defineProperty(counts, name, { value: 1, enumerable: true, configurable: true, writable: true })
}
