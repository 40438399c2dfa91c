// The token estimate against the figures that real sessions recorded. Each request is predicted from the file as it was
// just before it: the bytes up to the first line of its answer, and nothing else. What it then had is read from the
// answer's usage by a plain JSON.parse.

import { describe, expect, test } from 'vitest'
import {
  type Context,
  contextCalibration,
  contextEstimate,
  findContext,
  readForContext,
} from '../../src/context/index.js'
import { bytesOf, listed, noCorpus } from './corpus-files.js'

const ENOUGH = 5

interface Recorded {
  /** Where the first line of the answer begins. */
  readonly offset: number
  readonly prompt: number
}

interface Predicted {
  readonly file: string
  readonly errors: readonly number[]
  /** The session cut short, at the price of the whole: how a change of a session is estimated. Since its compaction. */
  readonly shortened: readonly number[]
  /** What the estimate itself says of its error, before the last request. */
  readonly said: number
}

if (listed.length === 0) console.log(noCorpus)

describe.skipIf(listed.length === 0)('predicting request k from the requests before k', () => {
  const predicted = listed
    .filter(({ file }) => file.startsWith('real/') && !file.includes('/subagents/'))
    .flatMap(({ file }) => predict(file) ?? [])
  const all = predicted.flatMap(one => one.errors)

  test('within 10 % in the middle of the requests, in at least 80 % of the sessions', () => {
    const good = predicted.filter(one => quantile(one.errors, 0.5) <= 0.1)
    console.log(
      `${predicted.length} sessions with at least ${ENOUGH} requests: ${good.length} with a median error within 10 %`,
    )
    expect(predicted.length).toBeGreaterThan(60)
    expect(good.length / predicted.length).toBeGreaterThanOrEqual(0.8)
  })

  test('stricter: nine of ten requests within 10 %, in at least 80 % of the sessions', () => {
    const good = predicted.filter(one => quantile(one.errors, 0.9) <= 0.1)
    console.log(`${good.length} of ${predicted.length} sessions with nine of ten requests within 10 %`)
    for (const { file, errors } of predicted.filter(one => !good.includes(one)))
      console.log(`  ${file}: ${percent(share(errors, 0.1))} of ${errors.length} within 10 %`)
    expect(good.length / predicted.length).toBeGreaterThanOrEqual(0.8)
  })

  test('all requests together', () => {
    const figures = [0.01, 0.02, 0.05, 0.1].map(limit => `${percent(share(all, limit))} within ${percent(limit)}`)
    console.log(`${all.length} requests: ${figures.join(', ')}; median ${percent(quantile(all, 0.5))}`)
    expect(share(all, 0.1)).toBeGreaterThan(0.97)
  })

  test('the error that it says of itself is not too small', () => {
    const kept = predicted.filter(one => quantile(one.errors, 0.9) <= Math.max(one.said * 2, 0.02))
    console.log(`${kept.length} of ${predicted.length} sessions: nine of ten errors within twice what it says`)
    expect(kept.length / predicted.length).toBeGreaterThan(0.8)
  })

  test('a session cut short, at the price of the whole', () => {
    const errors = predicted.flatMap(one => one.shortened)
    const figures = [0.05, 0.1, 0.2].map(limit => `${percent(share(errors, limit))} within ${percent(limit)}`)
    console.log(`${errors.length} shortened sessions: ${figures.join(', ')}`)
    expect(share(errors, 0.1)).toBeGreaterThan(0.95)
  })
})

function predict(file: string): Predicted | undefined {
  const bytes = bytesOf(file)
  const requests = recorded(bytes)
  if (requests.length < ENOUGH) return undefined
  const whole = readForContext(bytes)
  const contextOfWhole = findContext(whole)
  const price = contextCalibration(whole, contextOfWhole)
  const errors: number[] = []
  const shortened: number[] = []
  let said = 0
  for (const { offset, prompt } of requests.slice(1)) {
    const reading = readForContext(bytes.subarray(0, offset))
    const context = findContext(reading)
    const { estimate, error } = contextEstimate(reading, context)
    errors.push(Math.abs(estimate - prompt) / prompt)
    if (firstRow(context) === firstRow(contextOfWhole))
      shortened.push(Math.abs(contextEstimate(reading, context, price).estimate - prompt) / prompt)
    said = error
  }
  return { file, errors, shortened, said }
}

function firstRow({ messages }: Context): number | undefined {
  return messages[0]?.parts[0]?.row
}

/** Every API message of the main conversation once, with all that its request had. */
function recorded(bytes: Uint8Array): readonly Recorded[] {
  const found = new Map<string, Recorded>()
  let offset = 0
  for (const line of new TextDecoder('latin1').decode(bytes).split('\n')) {
    const one = requestIn(line)
    if (one && one.prompt > 0 && !found.has(one.id)) found.set(one.id, { offset, prompt: one.prompt })
    offset += line.length + 1
  }
  return [...found.values()]
}

function requestIn(line: string): { readonly id: string; readonly prompt: number } | undefined {
  if (!line.includes('"assistant"')) return undefined
  let entry: { type?: string; isSidechain?: boolean; message?: { id?: string; model?: string; usage?: Usage } }
  try {
    entry = JSON.parse(line)
  } catch {
    return undefined // damaged: no request can be read from it
  }
  const { id, model, usage } = entry.message ?? {}
  if (entry.type !== 'assistant' || entry.isSidechain || model === '<synthetic>' || !id || !usage) return undefined
  const { input_tokens = 0, cache_read_input_tokens = 0, cache_creation_input_tokens = 0 } = usage
  return { id, prompt: input_tokens + cache_read_input_tokens + cache_creation_input_tokens }
}

interface Usage {
  readonly input_tokens?: number
  readonly cache_read_input_tokens?: number
  readonly cache_creation_input_tokens?: number
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)]!
}

function share(values: readonly number[], limit: number): number {
  return values.filter(value => value <= limit).length / values.length
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`
}
