// The command for a team's store, as a row of the table (table.ts), and the flag of those that read it.

import type { CommandRow, Flag } from './table.js'

/** Of commands that can read what the team has shipped. */
export const TEAM = {
  name: 'team',
  text: 'read the sessions in the team store instead of local ones',
} as const satisfies Flag

export const TEAM_COMMANDS = [
  {
    name: 'team',
    args: '[command] [argument …]',
    summary: 'share sessions with a team through a PostgreSQL database',
    details: [
      'Commands: status (default), join <address> [directory …], ship, leave [directory …] and forget <session>; for',
      'the owner of the database also migrate <address> and invite <address> <name>. Only sessions of the directories',
      'given to join are shipped, never those in a directory with a file .rethread-private. Secrets are replaced',
      'locally, before anything is sent; a session that cannot be searched for secrets is not shipped. With --team, ls,',
      'search, usage, files, blame, show and export read the store. Exits with 1 if ship had to hold a session back.',
      'See docs/team.md.',
    ],
    flags: [
      { name: 'watch', text: 'with ship: keep shipping as sessions grow; stop with Ctrl-C' },
      { name: 'group', value: 'NAME', text: 'with invite: the team that the new device ships to or the reader reads' },
      { name: 'reader', text: 'with invite: allow reading instead of shipping' },
    ],
    examples: [
      [
        'rethread team join postgres://rethread_device_ada:TOKEN@db.example/rethread .',
        'ship the sessions of this directory',
      ],
      ['rethread team ship', 'ship what is new'],
      ['rethread search --team barometer', 'search the sessions of the team'],
    ],
  },
] as const satisfies readonly CommandRow[]
