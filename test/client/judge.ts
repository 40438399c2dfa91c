// One comparison: the live client, the stored answer and the prediction for one session.

import { expect } from 'vitest'
import { type Answer, answerOf, stored } from './answer.js'
import { difference } from './difference.js'
import type { FakeApi } from './fake-api.js'
import { type GoldenPlace, readGolden, writeGolden } from './goldens.js'
import { keptAnswer } from './kept-answers.js'
import { predict } from './prediction.js'
import type { Result } from './results.js'
import { NEXT_PROMPT, type Resume, resume } from './resume.js'
import { MISSING, RECORD } from './sample.js'

export interface Case extends Resume {
  readonly suite: string
  readonly name: string
  /** Where its answer is stored; sessions from outside have none. */
  readonly golden?: GoldenPlace
}

/** Adds its outcome to `results`; then fails where the client differs from what is stored or predicted. */
export async function judge(api: FakeApi, one: Case, results: Result[]): Promise<void> {
  if (RECORD && MISSING && one.golden && readGolden(one.golden, one.session)) return
  const answer = answerOf(await keptAnswer(one, () => resume(api, one)), one.prompt ?? NEXT_PROMPT)
  if (RECORD) {
    if (one.golden) writeGolden(one.golden, one.session, answer)
    return
  }
  if (one.golden)
    expect(stored(answer), 'the client against its stored answer').toEqual(goldenOf(one.golden, one.session))
  // What a client says to the name of a file (R-F8) does not follow from what is in it.
  if (one.sessionId !== undefined && !isUuid(one.sessionId)) return
  const prediction = predict(one.session, one.version)
  const found = prediction.kind === 'unknown' ? undefined : difference(answer, prediction.answer)
  results.push({
    suite: one.suite,
    client: one.version,
    name: one.name,
    ...(prediction.kind === 'unknown' ? { unknown: true } : {}),
    ...(found === undefined ? {} : { difference: found }),
  })
  expect(found, 'the prediction against the client').toBeUndefined()
}

function goldenOf(place: GoldenPlace, session: Uint8Array): Answer | object {
  const golden = readGolden(place, session)
  if (!golden)
    throw new Error(
      `no stored answer to this session (${typeof place === 'string' ? place : place.name}): npm run client:record -- --missing`,
    )
  return golden
}

const isUuid = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)
