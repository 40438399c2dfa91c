// Predictions of large sessions against what the real clients sent, and the rules that only such sessions show.

import { beforeAll, describe, expect, test } from 'vitest'
import './predictions.test.js'
import { CLIENTS } from './clients.js'
import { EXPERIMENTS } from './experiments/index.js'
import { documented, type Judged, judgePredictions } from './needed-rules.js'

const large = EXPERIMENTS.filter(one => one.large)
const ofLarge = new Set(large.flatMap(one => one.rules))

let judged: Judged
beforeAll(() => {
  const about = EXPERIMENTS.filter(one => one.large || one.rules.some(rule => ofLarge.has(rule)))
  judged = judgePredictions(about, rule => ofLarge.has(documented(rule)))
}, 600_000)

describe.each(CLIENTS)('client %s', version => {
  test('large experiments: what is predicted is what was sent', () => {
    expect(judged.wrong.get(version)).toEqual([])
  })

  test('each rule that large experiments are about is needed', () => {
    expect([...judged.idle.get(version)!]).toEqual([])
  })
})
