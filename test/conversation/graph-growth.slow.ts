// Drawing ten times the entries takes about ten times as long.

import { expect, test } from 'vitest'
import { type Conversation, readConversation } from '../../src/conversation/conversation.js'
import { layoutGraph } from '../../src/conversation/graph-layout.js'
import { growth, MOST_POWER } from '../cpu-time.js'
import { bytesOf, type Line, last, prompt } from './lines.js'

const many = (count: number, parent: (index: number) => string | null): Conversation => {
  const lines: Line[] = []
  for (let index = 0; index < count / 2; index++) {
    lines.push(prompt(`p${index}`, { parent: parent(index) }), last(`a${index}`))
  }
  return readConversation(bytesOf(lines))
}

test.each<[string, (index: number) => string | null]>([
  ['a chain', index => (index === 0 ? null : `a${index - 1}`)],
  ['all from one point', index => (index === 0 ? null : 'a0')],
  ['a comb', index => (index === 0 ? null : `a${index - 1 - (index % 2)}`)],
])('%s', (_, parent) => {
  const [small, large] = [many(2000, parent), many(20_000, parent)]
  const draw = (conversation: Conversation) => () => layoutGraph(conversation, { all: true })
  expect(growth({ small: draw(small), large: draw(large), times: 10 })).toBeLessThan(MOST_POWER)
})
