// What it costs an agent to look something up: search, then read the best place, against reading the file.

import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { search } from '../../src/actions/search/index.js'
import { sharedSamplesHome } from '../actions/samples-home.js'
import { agentOf } from './agent.js'
import { lookUp } from './look-up.js'
import { QUESTIONS, writeLongSessions } from './questions.js'

test('19 of 20 questions are answered within 4,000 tokens', async () => {
  const { place, config } = sharedSamplesHome()
  writeLongSessions(config)
  const agent = await agentOf(place)
  try {
    const rows: {
      readonly asks: string
      readonly tokens: number
      readonly file: number
      readonly isAnswered: boolean
    }[] = []
    for (const { asks, query, answer } of QUESTIONS) {
      const looked = await lookUp(agent, query, text => text.includes(answer))
      const { sessions } = await search(place, { query, limit: 1 })
      const file = sessions[0] ? Math.ceil(statSync(sessions[0].path).size / 3) : 0
      rows.push({ asks, file, ...looked })
    }
    const missed = rows.filter(row => !row.isAnswered)
    const mean = (of: (row: (typeof rows)[number]) => number): number =>
      Math.round(rows.reduce((sum, row) => sum + of(row), 0) / rows.length)
    console.log(
      `${rows.length - missed.length} of ${rows.length} answered; ${mean(row => row.tokens)} tokens each, the files have ${mean(row => row.file)}`,
    )
    for (const { asks, tokens } of missed) console.log(`missed: ${asks} (${tokens} tokens)`)
    expect(rows.length - missed.length).toBeGreaterThanOrEqual(19)
    expect(mean(row => row.tokens)).toBeLessThan(2000)
  } finally {
    await agent.close()
  }
})
