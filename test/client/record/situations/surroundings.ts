// What the project and the user's settings add: hooks, instructions, files, servers, skills, commands.

import { bash, read, reply, use } from '../reply.js'
import { PROJECT, type Situation, say } from '../situation.js'
import { ECHO_SERVER } from './echo-server.js'

const command = (text: string, matcher?: string) => [
  { ...(matcher ? { matcher } : {}), hooks: [{ type: 'command', command: text }] },
]

export const surroundings: readonly Situation[] = [
  {
    name: 'hooks',
    shows: 'what hooks of five kinds add',
    settings: {
      hooks: {
        SessionStart: command('echo from the start'),
        UserPromptSubmit: command('echo from the prompt'),
        PreToolUse: command('echo before', 'Bash'),
        PostToolUse: command(
          `echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"from after the tool"}}'`,
          'Bash',
        ),
        Stop: command('echo stopped'),
      },
    },
    replies: [reply(bash('echo hooked')), reply('done')],
    acts: [say('with hooks'), say('next')],
  },
  {
    name: 'hook-blocks-tool',
    shows: 'a hook that forbids a call',
    settings: { hooks: { PreToolUse: command('echo not here >&2; exit 2', 'Bash') } },
    replies: [reply(bash('echo never')), reply('it was blocked')],
    acts: [say('with a hook'), say('next')],
  },
  {
    name: 'hook-blocks-prompt',
    shows: 'a hook that keeps a prompt back',
    settings: { hooks: { UserPromptSubmit: command('grep -q secret && { echo not this >&2; exit 2; } || true') } },
    acts: [say('one'), say('the secret'), say('three')],
  },
  {
    name: 'hook-blocks-stop',
    shows: 'a hook that sends the model on when it wanted to stop',
    settings: {
      hooks: { Stop: command(`grep -q '"stop_hook_active":true' || { echo go on >&2; exit 2; }`) },
    },
    replies: [reply('I stop'), reply('I went on'), reply('next one'), reply('and went on')],
    acts: [say('one'), say('two')],
  },
  {
    name: 'at-mention',
    shows: 'a file and a folder named in a prompt',
    files: { 'a.txt': 'AAA\n', 'folder/b.txt': 'BBB\n' },
    acts: [say('look at @a.txt please'), say('and at @folder'), say('next')],
  },
  {
    name: 'instructions',
    shows: 'instructions of the project, of the user and of a folder that a tool read in',
    files: {
      'CLAUDE.md': 'Project rule: be brief.\n',
      'folder/CLAUDE.md': 'Folder rule: be kind.\n',
      'folder/b.txt': 'BBB\n',
    },
    home: { 'CLAUDE.md': 'User rule: be clear.\n' },
    replies: [reply(read(`${PROJECT}/folder/b.txt`)), reply('read')],
    acts: [say('read b'), say('next')],
  },
  {
    name: 'skill',
    shows: 'a skill that the model asked for',
    since: '2.0',
    files: {
      '.claude/skills/greeting/SKILL.md':
        '---\nname: greeting\ndescription: Says hello in a set form.\n---\n\nSay hello twice.\n',
    },
    replies: [reply('I take the skill.', use('Skill', { skill: 'greeting' })), reply('hello hello')],
    acts: [{ act: 'say', prompt: 'greet', allow: ['Skill', 'Bash', 'Read'] }, say('next')],
  },
  {
    name: 'command',
    shows: 'a command of the project, with arguments and the output of a program',
    files: {
      '.claude/commands/greet.md':
        '---\nallowed-tools: Bash(echo:*)\ndescription: Greets\n---\nGreet $ARGUMENTS. Output: !`echo ran`\n',
    },
    acts: [say('/greet the world'), say('next')],
  },
  {
    name: 'mcp',
    shows: 'tools of a server: called, answered with text and with an image, failed',
    files: { 'echo-server.mjs': ECHO_SERVER },
    env: { ENABLE_TOOL_SEARCH: 'false' },
    replies: [
      reply(use('mcp__echo__say', { text: 'hello' }), use('mcp__echo__draw', {})),
      reply(use('mcp__echo__fail', {})),
      reply('the server answered'),
    ],
    acts: [
      {
        act: 'say',
        prompt: 'use the server',
        args: ['--mcp-config', `{"mcpServers":{"echo":{"command":"node","args":["${PROJECT}/echo-server.mjs"]}}}`],
        allow: ['mcp__echo__say', 'mcp__echo__draw', 'mcp__echo__fail'],
      },
      say('next'),
    ],
  },
  {
    name: 'mcp-tool-search',
    shows: 'a tool of a server that the model had to look up first',
    since: '2.1',
    files: { 'echo-server.mjs': ECHO_SERVER },
    replies: [
      reply(use('ToolSearch', { query: 'select:mcp__echo__say,CronList', max_results: 5 })),
      reply(use('mcp__echo__say', { text: 'found' })),
      reply('it was found'),
    ],
    acts: [
      {
        act: 'say',
        prompt: 'find the tool',
        args: ['--mcp-config', `{"mcpServers":{"echo":{"command":"node","args":["${PROJECT}/echo-server.mjs"]}}}`],
        allow: ['mcp__echo__say', 'ToolSearch'],
      },
      say('next'),
    ],
  },
  {
    name: 'plan-mode',
    shows: 'a turn in plan mode and one after it',
    replies: [reply(read(`${PROJECT}/a.txt`)), reply('this is the plan')],
    files: { 'a.txt': 'AAA\n' },
    acts: [say('make a plan', '--permission-mode', 'plan'), say('do it')],
  },
]
