// Summaries that take the place of what was said before.

import { bash, reply } from '../reply.js'
import { type Situation, say } from '../situation.js'

/** More than any client's window holds. */
const FULL = 985_000

export const compaction: readonly Situation[] = [
  {
    name: 'compact-print',
    shows: 'a compaction that was asked for',
    acts: [say('one'), say('two'), say('/compact'), say('after it'), say('and on')],
  },
  {
    name: 'compact-twice',
    shows: 'two compactions with turns between',
    replies: [reply(bash('echo before')), reply('ready')],
    acts: [say('one'), say('/compact'), say('two'), say('three'), say('/compact keep the numbers'), say('four')],
  },
  {
    name: 'compact-last',
    shows: 'a session that ends with a compaction',
    replies: [reply(bash('echo before')), reply('ready')],
    acts: [say('one'), say('two'), say('/compact')],
  },
  {
    name: 'autocompact',
    shows: 'a compaction before a prompt, because the window was full',
    replies: [reply(bash('echo a')), { ...reply('first'), usage: { input_tokens: FULL } }],
    acts: [say('work'), say('more'), say('again')],
  },
  {
    name: 'autocompact-midturn',
    shows: 'a compaction between a tool call and the reply to its result',
    replies: [
      { ...reply('a'), usage: { input_tokens: 5000 } },
      { ...reply(bash('echo a')), usage: { input_tokens: FULL } },
      { ...reply(bash('echo b')), usage: { input_tokens: 6000 } },
      reply('the end'),
    ],
    acts: [say('start'), say('work'), say('again')],
  },
]
