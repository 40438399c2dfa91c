// How a run finds its session, and where the session goes: resume, continue, fork, another place, another model.

import { bash, read, reply, thought, use } from '../reply.js'
import { PROJECT, type Situation, say } from '../situation.js'

export const paths: readonly Situation[] = [
  {
    name: 'continue',
    shows: 'runs that went on with the newest session',
    acts: [
      say('one'),
      { act: 'say', prompt: 'two', how: 'continue' },
      { act: 'say', prompt: 'three', how: 'continue' },
    ],
  },
  {
    name: 'fork',
    shows: 'a session that was forked from another, and continued',
    replies: [reply(thought('at the start'), bash('echo before the fork')), reply('ready')],
    acts: [say('one'), say('two'), say('three, in the fork', '--fork-session'), say('four')],
  },
  {
    name: 'resume-at',
    shows: 'a session that was taken up again at an earlier reply: two branches',
    since: '2.0',
    replies: [reply('answer one'), reply('answer two'), reply('answer three'), reply('another answer')],
    acts: [
      say('one'),
      say('two'),
      say('three'),
      { act: 'say', prompt: 'three, otherwise', at: 'answer two' },
      say('four'),
    ],
  },
  {
    name: 'named',
    shows: 'a session with a name given at its start',
    since: '2.1',
    acts: [say('hello', '--name', 'my named session'), say('two')],
  },
  {
    name: 'model-switch',
    shows: 'thinking of one model in a session that went on with another',
    files: { 'a.txt': 'AAA\n' },
    replies: [
      reply(thought('by the first model'), read(`${PROJECT}/a.txt`)),
      reply(thought('again by the first'), 'one'),
      reply(thought('by the second model'), 'two'),
      reply(thought('again by the second'), 'three'),
    ],
    acts: [
      say('one', '--model', 'claude-sonnet-4-5-20250929'),
      say('two', '--model', 'claude-haiku-4-5-20251001'),
      say('three', '--model', 'claude-haiku-4-5-20251001'),
    ],
  },
  {
    name: 'other-model',
    shows: 'a session with a queued prompt and a task on a model of the generation before',
    since: '2.1',
    replies: [reply(thought('first'), bash('sleep 2; echo z')), reply('both seen'), reply(thought('more'), 'the end')],
    acts: [
      {
        act: 'stream',
        args: ['--model', 'claude-opus-4-6'],
        lines: [{ content: 'the first prompt' }, { seen: 'tool_use', content: 'queued while it worked' }],
      },
      say('next', '--model', 'claude-opus-4-6'),
    ],
  },
  {
    name: 'worktree',
    shows: 'a session that moved into a worktree',
    since: '2.1',
    git: true,
    files: { 'a.txt': 'AAA\n' },
    replies: [
      reply(use('ToolSearch', { query: 'select:EnterWorktree', max_results: 3 })),
      reply(use('EnterWorktree', { name: 'side' })),
      reply(bash('pwd')),
      reply('in the worktree'),
    ],
    acts: [{ act: 'say', prompt: 'work beside', allow: ['EnterWorktree', 'ToolSearch', 'Bash'] }, say('next')],
  },
]
