// Entries in the transcripts of agents are found by their uuid, in the first agent that has them.

import { describe, expect, test } from 'vitest'
import { readForContext } from '../../src/context/read-context.js'
import { idsInAgents } from '../../src/reshape/ids/ids-in-agents.js'
import { newIds } from '../../src/reshape/ids/new-ids.js'
import type { AgentTranscript } from '../../src/reshape/plan/plan.js'
import { answer, bytesOf, prompt } from '../conversation/lines.js'

const text = (id: Uint8Array | undefined): string | undefined => id && new TextDecoder().decode(id)
const made = (agent: number, old: string): string => `${agent}-${old}`.padEnd(36, '.')

function agents(uuids: readonly (readonly string[])[]) {
  const files = uuids.map((own): AgentTranscript => {
    const bytes = bytesOf(own.map((uuid, at) => (at % 2 === 0 ? prompt(uuid) : answer(uuid))))
    const read = (offset: number, length: number) => bytes.subarray(offset, offset + length)
    return { conversation: readForContext(bytes).conversation, size: bytes.length, read }
  })
  const ids = files.map(({ conversation }, agent) => newIds(conversation.rows, old => made(agent, old)))
  return { files, ids }
}

describe('agents', () => {
  const many = Array.from({ length: 700 }, (_, agent) => [`first-${agent}`, `second-${agent}`, 'in-all-of-them'])
  const { files, ids } = agents([['a', 'b'], [], ['b', 'c'], ...many])
  const find = idsInAgents(ids, files)

  test('every entry is found', () => {
    expect(['a', 'c'].map(uuid => text(find(uuid)))).toEqual([made(0, 'a'), made(2, 'c')])
    for (let agent = 0; agent < many.length; agent++)
      expect(text(find(`second-${agent}`))).toBe(made(agent + 3, `second-${agent}`))
  })

  test('of several the first', () => {
    expect(text(find('b'))).toBe(made(0, 'b'))
    expect(text(find('in-all-of-them'))).toBe(made(3, 'in-all-of-them'))
  })

  test('what is no entry is not found, though it is a word', () => {
    for (const word of ['user', 'd', '', 'say a', 'ä']) expect(find(word)).toBeUndefined()
  })
})

test('without agents nothing is found', () => {
  expect(idsInAgents([], [])('a')).toBeUndefined()
})
