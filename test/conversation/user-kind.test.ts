// D3: every user entry has a kind. The texts are the client's own (resume-rules.md §3), written out here.

import { expect, test } from 'vitest'
import { kindOf } from '../../src/conversation/rows.js'
import { answers, attachment, image, type Line, queuedCommand, read, side, text, user } from './lines.js'

const kind = (line: Line): string | undefined => kindOf(read(line).rows, 0)
const u = (content: unknown, more: Line = {}): Line => user('u', content, more)
const ide = '<ide_opened_file>The user opened /src/tide.ts in the IDE.</ide_opened_file>'
const selection = `<ide_selection>${'let tide = 1;\\n'.repeat(200)}</ide_selection>`
const notice = '<task-notification>\n<task-id>b1</task-id></task-notification>'

test.each([
  ['a string', u('Fix the clock'), 'prompt'],
  ['a text block', u([text('Fix the clock')]), 'prompt'],
  ['a picture alone', u([image()]), 'prompt'],
  ['a document alone', u([{ type: 'document', source: {} }]), 'prompt'],
  ['a picture with words', u([image(), text('What is this?')]), 'prompt'],
  ['white space alone', u(' \n\t '), 'meta'],
  ['white space in a block', u([text('  ')]), 'meta'],
  ['nothing', u(''), 'meta'],
  ['no blocks', u([]), 'meta'],
  ['words behind much white space', u(`${'\n'.repeat(900)}Fix it`), 'prompt'],
  ['words that speak of a tag', u('What is <command-name> for?'), 'prompt'],
  ['words that speak of an interruption', u('Why "[Request interrupted by user]"?'), 'prompt'],
  ['a person’s origin', u('Go', { origin: { kind: 'human' } }), 'prompt'],
  ['an accepted plan', u('Implement the following plan:', { planContent: '# Plan' }), 'prompt'],
  ['the name first', u('<command-name>/clear</command-name>\n<command-message>clear</command-message>'), 'command'],
  [
    'the message first',
    u('<command-message>review</command-message>\n<command-name>/review</command-name>'),
    'command',
  ],
  ['the arguments first', u('<command-args>x</command-args><command-name>/a</command-name>'), 'command'],
  ['a command in a block', u([text('<command-name>/cost</command-name>')]), 'command'],
  ['a command that a tool call ran', u('<command-name>/a</command-name>', { sourceToolUseID: 'toolu_1' }), 'meta'],
  ['its output', u('<local-command-stdout>4 USD</local-command-stdout>'), 'command-output'],
  ['its error output', u('<local-command-stderr>no</local-command-stderr>'), 'command-output'],
  ['a caveat that is marked', u('Caveat: The messages below were generated', { isMeta: true }), 'meta'],
  ['a caveat that is not marked', u('<local-command-caveat>Caveat</local-command-caveat>'), 'meta'],
  ['bash mode', u('<bash-input>ls</bash-input>'), 'bash'],
  ['its output in bash mode', u('<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>'), 'command-output'],
  ['an interruption', u([text('[Request interrupted by user]')]), 'interrupt'],
  ['an interruption as a string', u('[Request interrupted by user for tool use]'), 'interrupt'],
  ['a hook that stopped the work', u('Operation stopped by hook: tests fail'), 'meta'],
  ['words about such a hook', u('Why "Operation stopped by hook: x"?'), 'prompt'],
  ['no content', u('(no content)'), 'meta'],
  ['no content in a block', u([text('(no content)')]), 'meta'],
  ['no content beside a picture', u([text('(no content)'), image()]), 'prompt'],
  ['words about no content', u('(no content) is what I get'), 'prompt'],
  ['a compact summary', u('Whatever', { isCompactSummary: true }), 'compact-summary'],
  [
    'a summary that is not marked',
    u('This session is being continued from a previous conversation that'),
    'compact-summary',
  ],
  ['a notice by its origin', u('Agent finished', { origin: { kind: 'task-notification' } }), 'notification'],
  ['a notice by its words', u(notice), 'notification'],
  ['an editor’s note alone', u([text(ide)]), 'meta'],
  ['an editor’s note, then words', u([text(ide), text('Fix this')]), 'prompt'],
  ['an editor’s note before words in one text', u(`${ide}\nFix this`), 'prompt'],
  ['a long selection before words in one text', u(`${selection}\nFix this`), 'prompt'],
  ['a long selection before a command', u([text(selection), text('<command-name>/a</command-name>')]), 'command'],
  ['a long selection alone', u([text(selection)]), 'meta'],
  ['a tool result', u([answers('c1')]), 'tool-result'],
  ['words beside a tool result', u([answers('c1'), text('and be quick')]), 'tool-result'],
  ['words before a tool result', u([text('no, wait'), answers('c1')]), 'tool-result'],
  ['a result without its block', u([], { toolUseResult: { stdout: '' } }), 'tool-result'],
  ['a result marked meta', u([answers('c1')], { isMeta: true }), 'tool-result'],
  ['an agent’s prompt', side(u('Look for tides'))[0]!, 'agent-prompt'],
  ['a result in a sidechain', side(u([answers('c1')]))[0]!, 'tool-result'],
  ['an interruption in a sidechain', side(u([text('[Request interrupted by user]')]))[0]!, 'interrupt'],
  ['a note in a sidechain', side(u('note', { isMeta: true }))[0]!, 'meta'],
  ['a queued prompt', queuedCommand('q', 'and the moon'), 'queued'],
  ['a queued prompt of a person', queuedCommand('q', 'and the moon', { origin: { kind: 'human' } }), 'queued'],
  ['a queued prompt in prompt mode', queuedCommand('q', 'and the moon', { commandMode: 'prompt' }), 'queued'],
  ['a queued prompt with a picture', queuedCommand('q', [text('this'), image()]), 'queued'],
  ['a queued notice', queuedCommand('q', notice, { commandMode: 'task-notification' }), 'notification'],
  ['a queued notice by its origin', queuedCommand('q', 'x', { origin: { kind: 'task-notification' } }), 'notification'],
  ['a queued notice by its words', queuedCommand('q', notice), 'notification'],
  ['another attachment', attachment('a', 'file', { prompt: 'no' }), undefined],
  ['no user entry', { type: 'assistant', uuid: 'a', message: { content: 'Fix' } }, undefined],
])('D3 %s', (_, line, expected) => expect(kind(line)).toBe(expected))

test.each([
  ['D14 a flat message', { message: 'Hello' }, 'prompt'],
  ['D14 a flat message of a person', { message: 'Hello', userType: 'human' }, 'prompt'],
  ['D14 subtype command', { message: '/compact', subtype: 'command' }, 'command'],
  ['D14 white space', { message: ' ' }, 'meta'],
  ['D14 a sidechain', { message: 'Check', userType: 'external', isSidechain: true }, 'agent-prompt'],
  ['no message at all', {}, 'meta'],
  ['a message that is no object', { message: 7 }, 'meta'],
])('%s', (_, fields, expected) => expect(kind({ type: 'user', uuid: 'u', ...fields })).toBe(expected))
