// One comparison: the live client, the stored answer and the prediction for one session.

import { existsSync } from 'node:fs'
import { expect } from 'vitest'
import { type Answer, answerOf, stored } from './answer.js'
import { difference } from './difference.js'
import type { FakeApi } from './fake-api.js'
import { readGolden, writeGolden } from './goldens.js'
import { predict } from './prediction.js'
import type { Result } from './results.js'
import { NEXT_PROMPT, type Resume, resume } from './resume.js'
import { MISSING, RECORD } from './sample.js'

export interface Case extends Resume {
  readonly suite: string
  readonly name: string
  /** Where its answer is stored; sessions from outside have none. */
  readonly golden?: string
}

/** Adds its outcome to `results`; then fails where the client differs from what is stored or predicted. */
export async function judge(api: FakeApi, one: Case, results: Result[]): Promise<void> {
  if (RECORD && MISSING && one.golden && existsSync(one.golden)) return
  const answer = answerOf(await resume(api, one), one.prompt ?? NEXT_PROMPT)
  if (RECORD) {
    if (one.golden) writeGolden(one.golden, answer)
    return
  }
  const prediction = await predict(one.session, one.version)
  const found = prediction.kind === 'unknown' ? undefined : difference(answer, prediction.answer)
  results.push({
    suite: one.suite,
    client: one.version,
    name: one.name,
    ...(prediction.kind === 'unknown' ? { unknown: true } : {}),
    ...(found === undefined ? {} : { difference: found }),
  })
  if (one.golden) expect(stored(answer), 'the client against its stored answer').toEqual(goldenOf(one.golden))
  expect(found, 'the prediction against the client').toBeUndefined()
}

function goldenOf(path: string): Answer | object {
  const golden = readGolden(path)
  if (!golden) throw new Error(`no stored answer at ${path}: npm run client:record`)
  return golden
}
