// Runs that were ended before their time.

import { bash, reply, thought } from '../reply.js'
import { type Situation, say } from '../situation.js'

export const endings: readonly Situation[] = [
  {
    name: 'interrupted-tool',
    shows: 'a run that was asked to stop while a tool ran, and the next prompt',
    replies: [reply('starting', bash('sleep 20'))],
    acts: [{ act: 'say', prompt: 'sleep', end: { signal: 'SIGINT', seen: 'tool_use', ms: 800 } }, say('next')],
  },
  {
    name: 'killed-tool',
    shows: 'a session whose last row is a tool call: the client was killed',
    replies: [reply('fine'), reply('starting', bash('sleep 20'))],
    acts: [say('one'), { act: 'say', prompt: 'sleep', end: { signal: 'SIGKILL', seen: 'tool_use', ms: 800 } }],
  },
  {
    name: 'killed-tool-resumed',
    shows: 'a session that was resumed after its client had been killed in a tool call',
    replies: [reply('starting', bash('sleep 20'))],
    acts: [
      { act: 'say', prompt: 'sleep', end: { signal: 'SIGKILL', seen: 'tool_use', ms: 800 } },
      say('next'),
      say('and on'),
    ],
  },
  {
    name: 'killed-parallel',
    shows: 'a session that ends with two results of three calls: the client was killed',
    replies: [reply(thought('three at once'), 'starting', bash('echo 1'), bash('echo 2'), bash('sleep 20'))],
    acts: [{ act: 'say', prompt: 'three calls', end: { signal: 'SIGKILL', seen: 'tool_result', ms: 1000 } }],
  },
  {
    name: 'killed-waiting',
    shows: 'a session whose last row is a prompt: the client was killed before the reply',
    replies: [reply('fine'), { ...reply('never seen'), delay: 15_000 }],
    acts: [say('one'), { act: 'say', prompt: 'two', end: { signal: 'SIGKILL', seen: '"init"', ms: 1200 } }],
  },
  {
    name: 'killed-streaming',
    shows: 'a session whose client was killed in the middle of a reply: what of it had been written',
    replies: [reply('fine'), { ...reply(thought('begun'), 'a text that came', 'a text that did not'), gap: 6000 }],
    acts: [say('one'), { act: 'say', prompt: 'two', end: { signal: 'SIGKILL', seen: '"init"', ms: 9000 } }],
  },
  {
    name: 'killed-between',
    shows: 'a session whose last row is a tool result: the client was killed before the reply',
    replies: [reply('running', bash('echo hi')), { ...reply('never seen'), delay: 15_000 }],
    acts: [{ act: 'say', prompt: 'run', end: { signal: 'SIGKILL', seen: 'tool_result', ms: 1000 } }],
  },
]
