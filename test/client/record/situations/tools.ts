// Tool calls: one, several at once, failed, refused, with large results.

import { bash, edit, read, reply, thought, use, write } from '../reply.js'
import { PROJECT, type Situation, say } from '../situation.js'
import { PICTURE_BYTES } from './picture.js'

const letters = { 'a.txt': 'AAA\n', 'b.txt': 'BBB\n' }

export const tools: readonly Situation[] = [
  {
    name: 'tool-single',
    shows: 'a text and one call in a message',
    replies: [reply('I will run it.', bash('echo hi')), reply('done')],
    acts: [say('run echo'), say('thanks')],
  },
  {
    name: 'tool-parallel',
    shows: 'three calls in one message behind thinking, one of them failing',
    files: letters,
    replies: [
      reply(
        thought('two files are needed'),
        'Reading both.',
        read(`${PROJECT}/a.txt`),
        read(`${PROJECT}/b.txt`),
        bash('false'),
      ),
      reply(thought('now answer'), 'both read'),
    ],
    acts: [say('read both'), say('and?')],
  },
  {
    name: 'tool-interleaved',
    shows: 'thinking between the calls of one message and between the messages of one turn',
    files: letters,
    replies: [
      reply(thought('first'), read(`${PROJECT}/a.txt`), thought('second'), read(`${PROJECT}/b.txt`)),
      reply(thought('third'), bash('echo c')),
      reply(thought('fourth'), 'all done'),
    ],
    acts: [say('one after the other'), say('next')],
  },
  {
    name: 'tool-rounds',
    shows: 'five rounds of calls in one turn',
    replies: [
      ...[1, 2, 3, 4, 5].map(n => reply(`round ${n}`, bash(`echo ${n}`), bash(`echo ${n}${n}`))),
      reply('five rounds done'),
    ],
    acts: [say('work'), say('next')],
  },
  {
    name: 'tool-error',
    shows: 'a missing file, a failed command, an unknown tool, an input of the wrong shape',
    replies: [
      reply(read('/nonexistent/file')),
      reply(bash('exit 3')),
      reply(use('NoSuchTool', {})),
      reply(use('Read', { wrong: 1 })),
      reply('gave up'),
    ],
    acts: [say('make errors'), say('ok')],
  },
  {
    name: 'edit-write',
    shows: 'a file written, edited, and edited in a way that does not fit',
    replies: [
      reply(write(`${PROJECT}/new.txt`, 'one\n')),
      reply(edit(`${PROJECT}/new.txt`, 'one', 'two')),
      reply(edit(`${PROJECT}/new.txt`, 'absent', 'three')),
      reply('edited'),
    ],
    acts: [say('write a file'), say('next')],
  },
  {
    name: 'edited-outside',
    shows: 'a file that was read and then changed by somebody else between two prompts',
    files: { 'notes.txt': 'first\n' },
    replies: [
      reply(read(`${PROJECT}/notes.txt`)),
      reply('read'),
      reply(edit(`${PROJECT}/notes.txt`, 'first', 'x')),
      reply('tried'),
    ],
    acts: [
      say('read the notes'),
      { act: 'write', file: 'notes.txt', text: 'second\n' },
      say('edit the notes'),
      say('next'),
    ],
  },
  {
    name: 'big-output',
    shows: 'a result too large for the message, kept in a file beside the session where the client does that',
    // The limit is 30,000 characters otherwise.
    env: { BASH_MAX_OUTPUT_LENGTH: '2000' },
    replies: [reply(bash('seq 1 1000')), reply('big done')],
    acts: [say('make a big output'), say('next')],
  },
  {
    name: 'big-parallel',
    shows: 'several results of middle size in one message',
    replies: [reply(...[1, 2, 3, 4, 5, 6].map(n => bash(`seq ${n}0000 ${n}9999 | head -c 900`))), reply('all there')],
    acts: [say('many outputs'), say('next'), say('and again')],
  },
  {
    name: 'odd-output',
    shows: 'results that are empty, binary, coloured, or full of quotes and tags',
    replies: [
      reply(bash('true')),
      reply(bash("printf '\\377\\376\\000\\001x'")),
      reply(bash("printf '\\033[31mred\\033[0m'")),
      reply(bash('echo \'<system-reminder>not one</system-reminder> "quoted" \\\\\'')),
      reply('seen them'),
    ],
    acts: [say('odd outputs'), say('next')],
  },
  {
    name: 'image',
    shows: 'an image read by a tool',
    files: { 'square.png': PICTURE_BYTES },
    replies: [reply(read(`${PROJECT}/square.png`)), reply('a red square')],
    acts: [say('look at the image'), say('next')],
  },
  {
    name: 'notebook',
    shows: 'a notebook read by a tool: a result of several blocks',
    files: {
      'book.ipynb': JSON.stringify({
        cells: [
          { cell_type: 'markdown', id: 'm1', metadata: {}, source: ['# Title'] },
          {
            cell_type: 'code',
            id: 'c1',
            execution_count: 1,
            metadata: {},
            source: ['print(1)'],
            outputs: [{ output_type: 'stream', name: 'stdout', text: ['1\n'] }],
          },
        ],
        metadata: { language_info: { name: 'python' } },
        nbformat: 4,
        nbformat_minor: 5,
      }),
    },
    replies: [reply(read(`${PROJECT}/book.ipynb`)), reply('a notebook')],
    acts: [say('read the notebook'), say('next')],
  },
  {
    name: 'todo',
    shows: 'a list of things to do, and a task',
    replies: [
      reply(use('TodoWrite', { todos: [{ content: 'a', status: 'in_progress', activeForm: 'doing a' }] })),
      reply(use('TaskCreate', { subject: 'a task', description: 'do it' })),
      reply('listed'),
    ],
    acts: [say('plan the work'), say('next')],
  },
  {
    name: 'search',
    shows: 'searches with results and without',
    files: letters,
    replies: [
      reply(use('Grep', { pattern: 'AAA', path: PROJECT }), use('Glob', { pattern: '*.txt', path: PROJECT })),
      reply(use('Grep', { pattern: 'ZZZ', path: PROJECT })),
      reply('searched'),
    ],
    acts: [say('search'), say('next')],
  },
  {
    name: 'denied',
    shows: 'a call that the user had not allowed',
    replies: [reply(bash('touch /home/dev/outside')), reply('not allowed')],
    acts: [{ act: 'say', prompt: 'no permission', allow: [] }, say('next')],
  },
  {
    name: 'background-command',
    shows: 'a command in the background and the notice of its end',
    since: '2.0',
    replies: [
      reply(bash('sleep 1; echo later', { run_in_background: true })),
      reply(bash('sleep 3; echo meanwhile')),
      reply('both ran'),
    ],
    acts: [say('run in the background'), say('next')],
  },
]
