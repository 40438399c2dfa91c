// The commands that keep sessions and give them back, as rows of the table (table.ts).

import type { CommandRow, Flag } from './table.js'

/** Of commands that go over all sessions. */
export const ARCHIVED = {
  name: 'archived',
  text: 'also read sessions that are only in the archive',
} as const satisfies Flag

export const ARCHIVE_COMMANDS = [
  {
    name: 'archive',
    args: '[session …]',
    summary: 'keep sessions safe from Claude Code’s cleanup, compressed and deduplicated',
    details: [
      'Defaults to the latest session. Keeps the session with its subagents, tool results, file history, tasks and all',
      'other side files in the data directory. Archiving a session again stores only what is new, and files that Claude',
      'Code has deleted in the meantime are kept. Every command that reads a session also finds it in the archive by id',
      'or title. `archive verify` reads the whole archive back against its hashes and exits with 1 if anything is',
      'damaged. `archive prune` frees what is no longer needed: earlier versions, and with sessions or --older-than those',
      'sessions. `archive status` is the same as --status. See docs/archive.md, also for the hook that archives every',
      'session when it ends.',
    ],
    flags: [
      { name: 'all', text: 'archive all sessions' },
      {
        name: 'older-than',
        value: 'AGE',
        text: 'archive (or prune) all sessions not written since: an age such as 20d, or a date',
      },
      { name: 'status', text: 'show what Claude Code will delete next, what is safe, and the size of the archive' },
      { name: 'limit', short: 'n', value: 'N', text: 'with --status: list at most N sessions (default 10; 0 for all)' },
      {
        name: 'hook',
        text: 'archive the session that a Claude Code hook names on standard input',
      },
      { name: 'max-size', value: 'SIZE', text: 'archive nothing more at this size, such as 500M or 5G (default 20G)' },
      { name: 'dry-run', text: 'show what would be archived or pruned without changing anything' },
    ],
    examples: [
      ['rethread archive --all', 'archive every session'],
      ['rethread archive --status', 'see what will be deleted soon and is not archived'],
      ['rethread archive verify', 'check the whole archive'],
      ['rethread archive prune --older-than 52w --dry-run', 'preview forgetting sessions older than a year'],
    ],
  },
  {
    name: 'restore',
    args: '[session …]',
    summary: 'restore archived sessions with all their side files',
    details: [
      'Writes the files back to where they were, byte for byte, with their times and permissions. Files so old that',
      'Claude Code’s cleanup would delete them at once get the current time unless --keep-times is given. Never',
      'overwrites a file that is different. Each session is one change, which undo reverts. Exits with 1 if a session',
      'was refused, or if some of its files are damaged in the archive.',
    ],
    flags: [
      { name: 'deleted', text: 'restore all archived sessions that are no longer on disk' },
      { name: 'to-project', value: 'DIR', text: 'restore to the project in DIR' },
      {
        name: 'earlier',
        value: 'N',
        text: 'restore an earlier version, from before the session was rewritten',
      },
      { name: 'keep-times', text: 'keep all file times, even if Claude Code will then delete the files again' },
      { name: 'dry-run', text: 'list what would be restored without writing anything' },
    ],
    examples: [
      ['rethread restore --deleted --dry-run', 'list what can be restored'],
      ['rethread restore 91a1', 'restore one session'],
    ],
  },
] as const satisfies readonly CommandRow[]
