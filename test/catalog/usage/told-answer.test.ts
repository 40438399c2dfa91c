// What the quick scanner tells of an answer is what the plain reader finds, however the entry is written.

import { expect, test } from 'vitest'
import { type Random, randomFrom } from '../../../tools/generator/random.js'
import { runs } from '../../runs.js'
import { foundIn } from './found-in.js'

/** Members in the order in which they are written: keys may come twice. */
type Members = [key: string, value: string][]

const json = (value: unknown): string => JSON.stringify(value)

function someWord(random: Random): string {
  return random.pick([
    json('msg_1'),
    json('msg_2'),
    json('a word of more than sixteen letters'),
    json('a word of more than sixteen letterS'),
    json(''),
    json('x'.repeat(random.int(250, 262))),
    json('caf\u00e9'),
    json('C:\\work\\p'),
    '"msg\\u005f1"',
    json('say "assistant"'),
    'null',
    '7',
    'true',
    '{"a":"msg_1"}',
    '["msg_1"]',
  ])
}

function someFigure(random: Random): string {
  const odd = ['null', '-3', '1.5', '1e3', '0', '"12"', '{}', '[7]', 'true', '123456789012345', '12345678901234567']
  return random.chance(0.93) ? String(random.int(0, 100_000)) : random.pick(odd)
}

function someTime(random: Random): string {
  const odd = [
    'null',
    '1760000000',
    '1760000000000',
    '"yesterday"',
    '"2026-02-30T10:00:00.000Z"',
    '"2026-10-31T10:00:00Z"',
  ]
  return random.chance(0.9) ? json(`2026-10-0${random.int(1, 9)}T10:00:0${random.int(0, 9)}.000Z`) : random.pick(odd)
}

function someUsage(random: Random): string {
  const requests = [
    { type: 'message', input_tokens: 3, output_tokens: 4 },
    { type: 'advisor_message', model: 'm2', input_tokens: 5, cache_creation: { ephemeral_1h_input_tokens: 2 } },
    { type: 'compaction', output_tokens: 6 },
    7,
  ]
  const members: Members = [
    ['input_tokens', someFigure(random)],
    ['output_tokens', someFigure(random)],
    ['cache_read_input_tokens', someFigure(random)],
    ['cache_creation_input_tokens', someFigure(random)],
    [
      'cache_creation',
      random.chance(0.9)
        ? object(random, [
            ['ephemeral_5m_input_tokens', someFigure(random)],
            ['ephemeral_1h_input_tokens', someFigure(random)],
          ])
        : random.pick(['null', '[]', '{}', '3']),
    ],
    ['service_tier', random.chance(0.8) ? json('standard') : someWord(random)],
  ]
  const others: Members = [
    [
      'server_tool_use',
      object(random, [
        ['web_search_requests', someFigure(random)],
        ['web_fetch_requests', '2'],
      ]),
    ],
    ['inference_geo', someWord(random)],
    ['speed', someWord(random)],
    ['iterations', random.pick(['null', '[]', json(requests.slice(0, random.int(0, 4)))])],
    ['input_tokens_of_others', '3'],
  ]
  return object(random, [...members, ...others.filter(() => random.chance(0.2))])
}

function someMessage(random: Random): string {
  return object(random, [
    ['model', random.chance(0.9) ? json(random.pick(['m1', 'claude-sonnet-4-5', '<synthetic>'])) : someWord(random)],
    ['id', random.chance(0.8) ? json(`msg_${random.int(1, 5)}`) : someWord(random)],
    ['role', json('assistant')],
    ['content', json([{ type: 'text', text: 'usage: {"id":"x"} '.repeat(random.int(0, 5)) }])],
    ['stop_reason', random.pick([json('end_turn'), 'null', someWord(random)])],
    ['usage', random.chance(0.93) ? someUsage(random) : random.pick(['null', '7', '[]', '"usage"'])],
  ])
}

function someEntry(random: Random): string {
  const types = ['assistant', 'assistant', 'assistant', 'assistant', 'assistant', 'user', 'progress', '']
  const members: Members = [
    ['isSidechain', random.pick(['true', 'false', 'null', '"true"'])],
    ['sessionId', random.chance(0.8) ? json('s1') : someWord(random)],
    ['cwd', random.chance(0.8) ? json('/home/ada/project') : someWord(random)],
    [
      'type',
      random.chance(0.95) ? json(random.pick(types)) : random.pick(['"assist\\u0061nt"', 'null', someWord(random)]),
    ],
    ['message', random.chance(0.95) ? someMessage(random) : random.pick(['null', '"assistant"', '[]', '{}'])],
    ['requestId', random.chance(0.8) ? json(`req_${random.int(1, 5)}`) : someWord(random)],
    ['timestamp', someTime(random)],
    ['note', json('the word "assistant" \u00e9')],
  ]
  const others: Members = [
    ['agentId', someWord(random)],
    ['costUSD', random.pick(['0.25', '1', 'null', '"1"'])],
    ['forkedFrom', random.pick(['null', json({ sessionId: 's0' }), json({ messageUuid: 'u', sessionId: 's2' })])],
    ['rethread', random.pick(['null', '{}', `{"usage":${someUsage(random)}}`])],
    ['data', json({ type: 'agent_progress', message: { type: 'assistant' } })],
    ['version', json('2.1.29')],
  ]
  const written = object(random, [...members, ...others.filter(() => random.chance(0.12))])
  // Lines without this word are passed over: that is looked at in passed-over.test.ts.
  return written.includes('"assistant"') ? written : someEntry(random)
}

/** Mostly as it comes; now and then in another order, with blanks, a key twice, or one that is escaped. */
function object(random: Random, members: Members): string {
  const all = members.filter(() => random.chance(0.97))
  if (random.chance(0.1)) all.sort(() => random.int(0, 2) - 1)
  if (random.chance(0.04) && all.length > 0) all.push([random.pick(all)[0], random.pick(members)[1]])
  const blank = (): string => (random.chance(0.02) ? random.pick([' ', '\t', '  ']) : '')
  const key = (word: string): string =>
    random.chance(0.005) ? `"\\u00${word.charCodeAt(0).toString(16)}${word.slice(1)}"` : json(word)
  const parts = all.map(([word, value]) => `${blank()}${key(word)}${blank()}:${blank()}${value}${blank()}`)
  return `{${parts.join(',') || blank()}}`
}

test('whatever an entry says, and however it is written', () => {
  let [told, events] = [0, 0]
  for (let seed = 1; seed <= runs(300, 4000); seed++) {
    const random = randomFrom(seed)
    const ending = random.pick(['\n', '\n', '\r\n', ' \n'])
    const lines = Array.from({ length: random.int(1, 30) }, () => someEntry(random))
    const bytes = Buffer.from(lines.join(ending) + (random.chance(0.8) ? ending : ''))
    const whole = foundIn(bytes, false, randomFrom(seed))
    const quick = foundIn(bytes, true, randomFrom(seed))
    expect(quick.events, `seed ${seed}`).toEqual(whole.events)
    expect(quick.damaged, `seed ${seed}`).toBe(whole.damaged)
    told += quick.told
    events += whole.events.length
  }
  // Most are known, others are left to the plain reader: both ways were gone.
  expect(told).toBeGreaterThan(events / 3)
  expect(told).toBeLessThan(events)
})

test('a word that nobody was told of is not the same as one that comes later', () => {
  const entry = (request: string, type: string): string =>
    json({
      type,
      requestId: request,
      message: { role: 'assistant', id: request, model: 'm', usage: { input_tokens: 1 } },
    })
  const lines = [entry('r1', 'assistant'), entry('r2', 'user'), entry('r2', 'assistant'), entry('r1', 'assistant')]
  const { events, told } = foundIn(Buffer.from(`${lines.join('\n')}\n`), true, randomFrom(1))
  expect(events.map(event => event.requestId)).toEqual(['r1', 'r2', 'r1'])
  expect(told).toBeGreaterThan(0)
})
