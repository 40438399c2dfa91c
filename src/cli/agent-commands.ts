// The commands that other programs use, as rows of the table (table.ts).

import type { CommandRow } from './table.js'

export const AGENT_COMMANDS = [
  {
    name: 'mcp',
    args: '',
    summary: 'serve past sessions to coding agents over the Model Context Protocol',
    details: [
      'Speaks the protocol on standard input and output until the client closes it. Tools: search, sessions, outline, read,',
      'calls, files, context, compactions, check, usage and plan; each answer stays within a budget of tokens. Nothing is',
      'written unless --allow-write adds the tool apply, which writes new sessions only. See docs/agents.md.',
    ],
    flags: [{ name: 'allow-write', text: 'also offer apply: carry out a plan as a new session' }],
    examples: [
      ['claude mcp add rethread -- rethread mcp', 'add it to Claude Code'],
      ['rethread mcp --allow-write', 'let agents write trimmed copies'],
    ],
  },
] as const satisfies readonly CommandRow[]
