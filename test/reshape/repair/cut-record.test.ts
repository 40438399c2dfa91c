// A record broken at any byte: what is made of it can be read, says no more than it did, and is taken by the API.

import { describe, expect, test } from 'vitest'
import { LOST_REST, salvageRecord } from '../../../src/reshape/repair/cut-record.js'
import { closeJson } from '../../../src/reshape/repair/open-json.js'
import { answer, prompt, result, text, thinking, use } from '../entries.js'
import type { Json } from '../in-memory.js'

const around = { child: undefined, timestamp: '2026-01-01T00:00:00.000Z', sessionId: 's', newId: () => 'new' }

describe('a JSON text that breaks off', () => {
  const value = { a: [1, -2.5e3, true, null, { b: 'x"\\\u00e4\ud83d\ude00' }, []], text: 'häß', c: { d: {} }, e: false }
  const json = JSON.stringify(value)

  test('is closed at any place, and is what there was of it', () => {
    for (let length = 1; length <= json.length; length++) {
      const closed = closeJson(json.slice(0, length))
      expect(closed, json.slice(0, length)).toBeDefined()
      // Whatever is there is there in the whole value as well.
      expectPart(closed!.value, value)
    }
    expect(closeJson(json)?.value).toEqual(value)
  })

  test('is none where it does not begin an object', () => {
    expect(closeJson('"a')).toBeUndefined()
    expect(closeJson('[{"a":1}')).toBeUndefined()
  })

  test('ends at a byte that cannot be in it', () => {
    expect(closeJson('{"text":"one\u0000two","b":1}')?.value).toEqual({ text: 'one' })
  })
})

function expectPart(part: unknown, whole: unknown): void {
  if (typeof part === 'string') expect((whole as string).startsWith(part.replace(/[\ud800-\udbff]$/, ''))).toBe(true)
  else if (Array.isArray(part)) part.forEach((one, at) => void expectPart(one, (whole as unknown[])[at]))
  else if (typeof part === 'object' && part !== null)
    for (const [key, one] of Object.entries(part)) expectPart(one, (whole as Record<string, unknown>)[key])
  else expect(part).toBe(whole)
}

const entries: Readonly<Record<string, Json>> = {
  prompt: prompt('11111111-0000-4000-8000-000000000001', null, 'please go on'),
  answer: answer('11111111-0000-4000-8000-000000000002', 'p', 'm', [text('so it goes')]),
  thought: answer('11111111-0000-4000-8000-000000000003', 'p', 'm', [thinking('hm'), text('so')]),
  call: answer('11111111-0000-4000-8000-000000000004', 'p', 'm', [use('t1', 'Bash', { command: 'ls -l' })]),
  result: result('11111111-0000-4000-8000-000000000005', 'p', 't1', 'a\nb'),
}

describe.each(Object.entries(entries))('%s, cut', (_, entry) => {
  test('anywhere: an entry that the API takes, or nothing', () => {
    const json = JSON.stringify(entry)
    for (let length = 1; length < json.length; length++) {
      const salvaged = salvageRecord(json.slice(0, length), around)
      if (!salvaged) continue
      const made = JSON.parse(salvaged.json) as Json
      expect(made['type']).toBe(entry['type'])
      expect(made['timestamp']).toBeDefined()
      expect([entry['uuid'], 'new']).toContain(made['uuid'])
      const content: unknown = made['message'].content
      expect(content).not.toEqual('')
      expect(content).not.toEqual([])
      for (const block of Array.isArray(content) ? (content as Json[]) : []) {
        if (block['type'] === 'text') expect(block['text'].trim()).not.toBe('')
        if (block['type'] === 'thinking') expect(block).toEqual(entry['message'].content[0])
        if (block['type'] === 'tool_use') expect(block).toMatchObject({ id: 't1', name: 'Bash' })
        if (block['type'] === 'tool_result') expect(block['tool_use_id']).toBe('t1')
      }
      // All that is sent, or a note that something is missing.
      if (!salvaged.isLossy) expect(content).toEqual(entry['message'].content)
    }
  })
})

test('the id that another entry misses, and the call that it answers', () => {
  const json = JSON.stringify(entries['call']).slice(0, 60)
  const child = { missing: 'missed', role: 'user' as const, answers: ['t1'] }
  const made = JSON.parse(salvageRecord(json, { ...around, child })!.json) as Json
  expect(made).toMatchObject({ uuid: 'missed', type: 'assistant' })
  expect(made['message'].content).toEqual([{ type: 'tool_use', id: 't1', name: 'unknown', input: {} }])
})

test('words that break off are followed by a note', () => {
  const json = JSON.stringify(entries['answer'])
  const made = JSON.parse(salvageRecord(json.slice(0, json.indexOf('goes')), around)!.json) as Json
  expect(made['message'].content).toEqual([{ type: 'text', text: `so it \n${LOST_REST}` }])
})
