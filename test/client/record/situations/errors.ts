// The API says no, or the connection breaks.

import { bash, failure, failureUntil, reply, thought } from '../reply.js'
import { type Situation, say } from '../situation.js'

export const errors: readonly Situation[] = [
  {
    name: 'api-retry',
    shows: 'errors that a retry got over',
    replies: [
      failure(529, 'overloaded_error', 'Overloaded', 2),
      failure(500, 'api_error', 'made up'),
      reply('after retries'),
    ],
    acts: [say('try'), say('again')],
  },
  {
    name: 'api-error',
    shows: 'a request that was refused, and the prompt after it',
    replies: [failureUntil('again', 400, 'invalid_request_error', 'made up: a bad request')],
    acts: [say('try'), say('again')],
  },
  {
    name: 'api-error-last',
    shows: 'a session whose last row is an error',
    replies: [reply('fine'), failureUntil('never', 400, 'invalid_request_error', 'made up: a bad end')],
    acts: [say('one'), say('two')],
  },
  {
    name: 'api-error-after-tool',
    shows: 'an error in the middle of a turn, after a tool had run',
    replies: [
      reply('running', bash('echo hi')),
      failureUntil('again', 400, 'invalid_request_error', 'made up: no'),
      reply('fine again'),
    ],
    acts: [say('run'), say('again')],
  },
  {
    name: 'too-long',
    shows: 'a request that the API found too long',
    replies: [
      reply('fine'),
      failure(400, 'invalid_request_error', 'prompt is too long: 300000 tokens > 200000 maximum', 6),
    ],
    acts: [say('one'), say('two'), say('three')],
  },
  {
    name: 'thinking-refused',
    shows: 'a request that was refused for its thinking and sent again without',
    replies: [
      reply(thought('the first'), bash('echo 1')),
      reply(thought('the second'), 'one is done'),
      failure(400, 'invalid_request_error', 'messages.1.content.0: Invalid `signature` in `thinking` block'),
      reply(thought('the third'), 'two is done'),
    ],
    acts: [say('one'), say('two'), say('three')],
  },
  {
    name: 'stream-dropped',
    shows: 'a stream that broke off after some text',
    replies: [{ ...reply('part of a text'), end: 'drop' }, reply('recovered')],
    acts: [say('drop'), say('next')],
  },
  {
    name: 'fallback-model',
    shows: 'an overloaded model and the one that took over',
    since: '2.0',
    replies: [reply('first'), failure(529, 'overloaded_error', 'Overloaded', 3), reply('from the other model')],
    acts: [say('one'), { act: 'say', prompt: 'two', args: ['--fallback-model', 'claude-haiku-4-5'] }, say('three')],
  },
]
