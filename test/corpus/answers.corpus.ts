// Answers within a budget over every session of the corpus: never more than that; and what was asked and answered once is
// found again by a few of its words, within 4,000 tokens.

import { cpSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { show } from '../../src/actions/read/index.js'
import type { Place } from '../../src/actions/session/index.js'
import { sizeOf } from '../../src/present/answers/budget.js'
import { agentOf, structureOf, textOf } from '../mcp/agent.js'
import { lookUp } from '../mcp/look-up.js'
import { corpus, listed } from './corpus-files.js'

const TOKENS = { unit: 'tokens' } as const

/** The main sessions, as in a config dir. */
function corpusHome(): { readonly place: Place; readonly ids: readonly string[] } {
  const home = realpathSync.native(mkdtempSync(join(tmpdir(), 'rethread-answers-')))
  const ids: string[] = []
  for (const [at, { file }] of listed.filter(one => /^real\/.*\/[0-9a-f-]{36}\.jsonl$/.test(one.file)).entries()) {
    const id = /([0-9a-f-]{36})\.jsonl$/.exec(file)![1]!
    const path = join(home, '.claude', 'projects', `-p${at}`, `${id}.jsonl`)
    mkdirSync(dirname(path), { recursive: true })
    cpSync(join(corpus, file), path)
    if (!ids.includes(id)) ids.push(id)
  }
  return { place: { env: {}, home, cwd: home }, ids }
}

test.skipIf(listed.length === 0)('no answer takes more than its budget, whatever the session', async () => {
  const { place, ids } = corpusHome()
  const agent = await agentOf(place)
  let asked = 0
  try {
    for (const session of ids)
      for (const name of ['outline', 'read', 'calls', 'files', 'context', 'compactions', 'check'])
        for (const budget of [300, 2000]) {
          const result = await agent.call(name, { session, budget })
          // Copies of one session in several projects have one id: then it is said, and what to do.
          if (result.isError) expect(structureOf(result).error?.kind, textOf(result)).toMatch(/^session-ambiguous$/)
          expect(sizeOf(textOf(result), TOKENS)).toBeLessThanOrEqual(result.isError ? 1000 : budget)
          expect(sizeOf(JSON.stringify(structureOf(result)), TOKENS)).toBeLessThanOrEqual(
            result.isError ? 1000 : budget,
          )
          asked++
        }
  } finally {
    await agent.close()
  }
  expect(asked).toBeGreaterThan(500)
})

test.skipIf(listed.length === 0)(
  'what a prompt was answered with is found by words of the prompt: 19 of 20 times at least, within 4,000 tokens',
  async () => {
    const { place, ids } = corpusHome()
    const agent = await agentOf(place)
    const missed: string[] = []
    let asked = 0
    try {
      for (const session of ids) {
        const question = await questionOf(place, session)
        if (!question || asked === 20) continue
        asked++
        const looked = await lookUp(agent, question.query, text => squeezed(text).includes(question.answer))
        if (!looked.isAnswered) missed.push(`${session} t${question.turn}: ${looked.tokens} tokens`)
      }
    } finally {
      await agent.close()
    }
    expect(asked).toBe(20)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1)
  },
)

const squeezed = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ')

/** A turn in the middle with words in its prompt, and how its answer begins. */
async function questionOf(place: Place, session: string) {
  const { turns } = await show(place, { session, depth: 'answers' }).catch(() => ({ turns: [] }))
  const told = turns.flatMap(({ number, items }) => {
    const prompt = items.find(item => item.kind === 'prompt')?.text ?? ''
    const answer = items.findLast(item => item.kind === 'text' && item.by === 'model')
    const words = [...new Set(prompt.slice(0, 400).match(/[\p{L}]{5,}/gu) ?? [])].toSorted(
      (a, b) => b.length - a.length,
    )
    const begins = answer?.kind === 'text' ? squeezed(answer.text.slice(0, 60)).trim().slice(0, 30) : ''
    return words.length >= 5 && begins.length >= 20
      ? [{ turn: number, query: words.slice(0, 4).join(' '), answer: begins }]
      : []
  })
  return told[Math.floor(told.length / 2)]
}
