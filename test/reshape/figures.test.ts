// A full session, made smaller, is not compacted by the client all the same: the last answer has the figures of what is
// left, and keeps those that were recorded. (N30, O18, O19)

import { describe, expect, test } from 'vitest'
import { contextEstimate, findContext, PROFILES, readForContext } from '../../src/context/index.js'
import { contextTokens } from '../../src/conversation/index.js'
import { entryValue, parseSession } from '../../src/format/index.js'
import { planForFigures, planReshape } from '../../src/reshape/plan/reshape.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { trim } from '../../src/reshape/trim/trim.js'
import { runs } from '../runs.js'
import { fullSession, fullSessions } from './full-sessions.js'
import { FULL_WAYS } from './full-ways.js'
import { change, examine, folderOf, IN_PLACE, newTarget, sourceOf } from './in-memory.js'
import { trimmable } from './trimmed.js'

/** They take their time: most of this is for the slow suite. */
const SESSIONS = fullSessions(runs(0, 4), 8)

interface Answer {
  readonly message?: { readonly id?: string; readonly usage?: { readonly input_tokens: number } }
  readonly rethread?: { readonly usage?: object }
}

const answersIn = (bytes: Uint8Array): readonly Answer[] => {
  const session = parseSession(bytes)
  return session.entries.map(entry => entryValue(session, entry) as Answer).filter(entry => entry?.message?.id)
}

describe.skipIf(SESSIONS.length === 0).each(Object.keys(FULL_WAYS))('%s', way => {
  test.for(SESSIONS)(
    '$name: no client compacts what fits, and what was recorded is still told',
    async ({ bytes, sessionId }, { skip }) => {
      const changed = await FULL_WAYS[way]!(bytes, sessionId)
      if (!changed) return skip('nothing to take')
      expect(changed.verdict.broken).toEqual([])
      for (const client of PROFILES) {
        const context = findContext(changed.after.reading, { client })
        const { estimate } = contextEstimate(changed.after.reading, context)
        if (context.outcome.kind !== 'compacts') continue
        expect(estimate, `${client.client}: ${context.outcome.reason}`).toBeGreaterThan(context.outcome.limit)
      }
      expectRecorded(bytes, changed.bytes)
    },
  )
})

/** The entries of an answer may have figures of their own. */
function expectRecorded(before: Uint8Array, after: Uint8Array): void {
  const recorded = new Set(answersIn(before).map(({ message }) => JSON.stringify([message!.id, message!.usage])))
  for (const { message, rethread } of answersIn(after))
    expect(recorded).toContain(JSON.stringify([message!.id, rethread?.usage ?? message!.usage]))
  // And that is what is counted.
  const total = (bytes: Uint8Array): ReadonlyMap<string, number> => {
    const { rows, messages } = readForContext(bytes).conversation
    return new Map(messages.flatMap(({ id, usage }) => (usage ? [[rows.names.text(id), contextTokens(usage)]] : [])))
  }
  const [then, now] = [total(before), total(after)]
  const marked = new Set(answersIn(after).flatMap(({ message, rethread }) => (rethread ? [message!.id!] : [])))
  for (const id of marked) expect(Math.abs(now.get(id)! - then.get(id)!)).toBeLessThan(1_000)
}

test('a session of 167k tokens, trimmed to 60k, is sent as it is, and the plan names the change', async () => {
  const full = fullSession(32)
  const session = trimmable(full.bytes, full.sessionId)
  expect(findContext(readForContext(full.bytes)).outcome.kind).toBe('compacts')
  const { chosen } = await session.trim(60_000)
  const { bytes, plan, verdict } = change(full.bytes, { verbs: [trim(chosen)], target: IN_PLACE }, full.sessionId)
  expect(verdict.after.outcome.kind).toBe('resumes')
  const step = plan.steps.find(({ action }) => action === 'update token counts')!
  expect(step.why).toMatch(/^with the recorded 1\d\d,\d\d\d tokens, the client would compact the session/)
  // One answer has other figures, whose sum is what is left; all others have theirs.
  const changed = answersIn(bytes).filter(({ rethread }) => rethread)
  expect(new Set(changed.map(({ message }) => message!.id)).size).toBe(1)
  expect(verdict.after.counted!.tokens).toBeLessThan(61_000)
  expect(verdict.after.counted!.tokens + verdict.after.counted!.since).toBeGreaterThan(40_000)
  expectRecorded(full.bytes, bytes)
  if (SESSIONS.length === 0) return
  // Trimmed again, what is kept is still what the client had recorded.
  const again = trimmable(bytes, full.sessionId)
  const more = (await again.trim(40_000)).chosen
  const twice = change(bytes, { verbs: [trim(more)], target: IN_PLACE }, full.sessionId)
  expectRecorded(full.bytes, twice.bytes)
})

test('a change that takes nothing away leaves all figures alone', () => {
  const { bytes, sessionId } = fullSession(32)
  const { plan } = change(bytes, {}, sessionId)
  expect(plan.steps.map(({ action }) => action)).not.toContain('update token counts')
})

test.each(['in place', 'a copy', 'one chain'])(
  'figures that come later make the plan that they would have made at once: %s',
  how => {
    const { bytes, sessionId } = fullSession(32)
    const source = sourceOf(bytes, examine(bytes, folderOf(sessionId)), sessionId)
    const { messages } = source.conversation
    const answers = messages.filter(message => message.usage !== undefined)
    const figures = [answers[2]!, answers.at(-1)!].map((message, at) => {
      return { rows: [...message.rows], recorded: 150_000 + at, tokens: 20_000 + at }
    })
    const request = {
      target: how === 'in place' ? IN_PLACE : newTarget(sessionId),
      verbs: [strip([{ kind: 'tools', where: { oldest: 0.5, by: 'calls' } }])],
      ...(how === 'one chain' ? { linear: true } : {}),
    }
    const atOnce = planReshape(source, { ...request, figures })
    const { plan, withFigures } = planForFigures(source, request)
    const found = [...plan.changes.edits]
    let read = 0
    const later = withFigures(figures, {
      *[Symbol.iterator]() {
        read++
        yield* found
      },
    })
    const edits = [...later.changes.edits]
    expect(read).toBe(1)
    expect(edits).toEqual([...atOnce.changes.edits])
    expect(edits.length).toBeGreaterThan(found.length)
    expect(later.steps).toEqual(atOnce.steps)
    expect(later.steps.some(({ action }) => action === 'update token counts')).toBe(true)
    expect([...later.named.figures]).toEqual([...atOnce.named.figures].toSorted((a, b) => a - b))
    expect(later.sourceRows).toEqual(atOnce.sourceRows)
  },
)
