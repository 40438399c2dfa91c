// Prompts and replies without tools.

import { bash, redacted, reply, thought } from '../reply.js'
import { type Situation, say } from '../situation.js'
import { PICTURE } from './picture.js'

export const conversation: readonly Situation[] = [
  {
    name: 'plain',
    shows: 'three prompts with their replies, each from a run of its own',
    acts: [say('hello one'), say('hello two'), say('hello three')],
  },
  {
    name: 'thinking',
    shows: 'thinking and redacted thinking before a text',
    replies: [
      reply(thought('the first thought'), 'answer one'),
      reply(redacted('c2VhbGVk'), thought('the second thought'), 'answer two'),
    ],
    acts: [say('think please'), say('again'), say('once more')],
  },
  {
    name: 'max-tokens',
    shows: 'a reply that stopped at the limit of tokens',
    replies: [{ ...reply('cut off'), stop: 'max_tokens' }, reply('the rest')],
    acts: [say('tell a long story'), say('next')],
  },
  {
    name: 'refusal',
    shows: 'a reply that the model refused',
    replies: [reply('fine'), { ...reply('I had begun'), stop: 'refusal' }],
    acts: [say('one'), say('two'), say('three')],
  },
  {
    name: 'slow-stream',
    shows: 'blocks of one message that were written a second apart',
    replies: [
      {
        ...reply(thought('slow thoughts'), 'slow text', bash('echo 1'), bash('echo 2')),
        gap: 900,
      },
      { ...reply(thought('the end'), 'finished'), gap: 900 },
    ],
    acts: [say('slowly'), say('next')],
  },
  {
    name: 'stream-input',
    shows: 'a prompt with an image, and one that was queued while a tool ran',
    replies: [reply(bash('sleep 2; echo z')), reply('both seen')],
    acts: [
      {
        act: 'stream',
        lines: [
          {
            content: [
              { type: 'text', text: 'a prompt with an image' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } },
            ],
          },
          { seen: 'tool_use', content: 'queued while it worked' },
        ],
      },
      say('next'),
    ],
  },
  {
    name: 'odd-text',
    shows: 'characters outside the common: emoji, combining marks, right-to-left, control characters, white space',
    replies: [reply('né — 🧵👩‍👩‍👧 שלום \u200b\u2028|'), reply('\n\n  indented\n\n'), reply('tab\there \u0007 bell')],
    acts: [say('é 🧶 مرحبا'), say('  surrounded by spaces  '), say('two\n\nlines')],
  },
]
