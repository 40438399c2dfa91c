// The commands that make files for people out of sessions, as rows of the table (table.ts).

import type { CommandRow } from './table.js'
import { TEAM } from './team-commands.js'

export const SHARING_COMMANDS = [
  {
    name: 'export',
    args: '[session …]',
    summary: 'write a session as a web page, Markdown, JSON or text',
    details: [
      'Defaults to the latest session, and to one HTML file that works without network or script. Secrets are replaced',
      'unless --redact is off; on a terminal, they are listed first and you are asked. What is left out is not in the file.',
      'Images cannot be scanned and are left out of a redacted page. Several sessions become a folder with an index.',
      'See docs/export.md.',
    ],
    flags: [
      {
        name: 'to',
        value: 'FORMAT',
        choices: ['html', 'md', 'json', 'txt'],
        text: 'html (default), md, json or txt; default: by the ending of -o',
      },
      {
        name: 'out',
        short: 'o',
        value: 'FILE',
        text: 'write to FILE, for several sessions to the folder FILE; - is standard output',
      },
      { name: 'force', text: 'overwrite files that exist' },
      { name: 'turns', value: 'N|A..B', text: 'only these turns' },
      {
        name: 'leaf',
        value: 'POINT',
        text: 'another branch: its number, a request such as 3.12, or the uuid (or a prefix) of an entry on it',
      },
      {
        name: 'depth',
        value: 'DEPTH',
        choices: ['prompts', 'answers', 'narration', 'tools', 'all'],
        text: 'how much to include: prompts, final answers, narration between calls, tools (default) or all',
      },
      { name: 'agents', text: 'include subagents’ conversations where they were started' },
      { name: 'title', value: 'TITLE', text: 'set the title of the page' },
      {
        name: 'redact',
        value: 'WHEN',
        choices: ['on', 'off', 'ask'],
        text: 'replace secrets: on (default, except on a terminal), off, or ask (default on a terminal)',
      },
      { name: 'paths', text: 'also replace home directories' },
      { name: 'names', text: 'also replace user names, as found in home directories' },
      { name: 'images', text: 'include images in a redacted page, although they cannot be scanned' },
      TEAM,
    ],
    examples: [
      ['rethread export latest -o session.html', 'share a session as one web page'],
      ['rethread export 91a1 --to md --depth answers -o -', 'print prompts and answers as Markdown'],
      ['rethread export 91a1 2b7c -o shared', 'write two pages and an index'],
    ],
  },
  {
    name: 'serve',
    args: '',
    summary: 'open the app: find, read and reshape sessions in a browser',
    details: [
      'Serves the app on 127.0.0.1 and opens it, until Ctrl-C. Only a browser with the token of the printed address gets',
      'an answer. Without sessions, it shows copies of the samples. A second start opens the page of the first.',
      'See docs/app.md.',
    ],
    flags: [
      {
        name: 'port',
        value: 'N',
        text: 'listen on port N; 0 takes any free port (default: 4180, or any if it is in use)',
      },
      { name: 'no-open', text: 'do not start a browser; print the address only' },
      { name: 'read-only', text: 'allow no changes' },
      { name: 'allow-in-place', text: 'also allow changing and removing sessions in place' },
      { name: 'team', text: 'serve the sessions of the team store you joined, read-only, and no local ones' },
      {
        name: 'token-file',
        value: 'FILE',
        text: 'with --team: take the token from FILE, for a proxy that signs people in',
      },
    ],
    examples: [
      ['rethread serve', 'open the app'],
      ['rethread serve --no-open --port 0', 'print the address of a server on any free port'],
      ['rethread serve --team', 'read the sessions of your team'],
    ],
  },
] as const satisfies readonly CommandRow[]
