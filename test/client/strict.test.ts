// The form in which histories are compared.

import { expect, test } from 'vitest'
import { strict } from './strict.js'

const user = (...content: Readonly<Record<string, unknown>>[]) => ({ role: 'user', content })
const text = (words: string) => ({ type: 'text', text: words })

test('cache marks, reminders and the next prompt are left out', () => {
  const sent = [
    user({ ...text('one'), cache_control: { type: 'ephemeral' } }, text('<system-reminder>\ndate\n</system-reminder>')),
    user({ type: 'tool_result', tool_use_id: 'x', content: 'out\n\n<system-reminder>r</system-reminder>' }),
    user(text('NEXT'), text('NEXT')),
  ]
  expect(strict(sent, 'NEXT')).toEqual([
    { role: 'user', content: [text('one')] },
    { role: 'user', content: [{ type: 'tool_result', id: 'x', error: false, content: [text('out')] }] },
    { role: 'user', content: [text('NEXT')] },
  ])
})

test('a reminder inside a reminder goes with it; an end without a beginning stays', () => {
  const inner = '<system-reminder>of the file</system-reminder>'
  expect(strict([user(text(`a<system-reminder>file ${inner}\n"</system-reminder> b`))])[0]!.content).toEqual([
    text('ab'),
  ])
  const open = 'a<system-reminder>one <system-reminder>two</system-reminder> b'
  expect(strict([user(text(open))])[0]!.content).toEqual([text('ab')])
  expect(strict([user(text('a</system-reminder>'))])[0]!.content).toEqual([text('a</system-reminder>')])
})

test('a prediction has no next prompt; a request without one is not accepted', () => {
  expect(strict([user(text('NEXT'))])).toHaveLength(1)
  expect(() => strict([user(text('other'))], 'NEXT')).toThrow('does not end with the prompt')
})

test('system messages are left out, but not the words of a queued prompt, wherever they stand (N34)', () => {
  const template =
    'The user sent a new message while you were working:\nfirst\n\nthen\n\nThis is how Claude Code surfaces it.'
  const older = 'The user sent the following message:\nfirst\n\nthen\n\nPlease address this message and continue.'
  const queued = { type: 'queued', text: 'first\n\nthen' }
  expect(strict([{ role: 'system', content: 'environment' }])).toEqual([])
  expect(strict([{ role: 'system', content: template }])).toEqual([{ role: 'system', content: [queued] }])
  const result = { type: 'tool_result', tool_use_id: 'x', content: `out<system-reminder>${older}</system-reminder>` }
  expect(strict([user(result)])[0]!.content[0]!['content']).toEqual([text('out'), queued])
})

test('an image is compared by its hash, an unknown block by all its fields', () => {
  const image = (data: string) => user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })
  expect(strict([image('AAAA')])).toEqual(strict([image('AAAA')]))
  expect(strict([image('AAAA')])).not.toEqual(strict([image('AAAB')]))
  expect(strict([user({ type: 'odd', b: { d: 1, c: 2 }, a: 3 })])[0]!.content).toEqual([
    { a: 3, b: { c: 2, d: 1 }, type: 'odd' },
  ])
})
