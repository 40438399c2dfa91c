// The file itself and what lies beside it (check/families/session-name.ts, side-files.ts, cleanup.ts, drift.ts), and
// files that cannot be read at all (disk/regular-file.ts).

import type { CodeEntry } from './code-entry.js'

const NOT_READ = 'What it holds is not part of the answer.'

export const FILE_CODES = {
  'file-not-regular': {
    severity: 'loses',
    title: 'a file that is no regular file',
    cause: 'A folder, FIFO, socket, device or link stands under the name of a file.',
    effect: `It is not opened: reading it could hang or lead elsewhere. ${NOT_READ}`,
    remedy: 'Put the file itself in its place.',
  },
  'file-outside-root': {
    severity: 'loses',
    title: 'a link out of the folder of sessions',
    cause: 'A symbolic link inside the config dir leads outside of it.',
    effect: `It is not followed. ${NOT_READ}`,
    remedy: 'Name the file by its own path.',
  },
  'file-unreadable': {
    severity: 'loses',
    title: 'a file that the system does not let us read',
    cause: 'Permissions, or a fault of the disk.',
    effect: NOT_READ,
    remedy: 'Look at the permissions of the file and the folders above it.',
  },
  'file-vanished': {
    severity: 'loses',
    title: 'a file that is no longer there',
    cause: 'It was deleted or renamed since it was listed, or is named by something but was never there.',
    effect: NOT_READ,
    remedy: 'Try again.',
  },
  'file-link-loop': {
    severity: 'loses',
    title: 'links that lead in a circle',
    cause: 'A symbolic link that leads to itself, perhaps through others.',
    effect: NOT_READ,
    remedy: 'Remove the link.',
  },
  'file-name-not-utf8': {
    severity: 'loses',
    title: 'a file name that is not UTF-8',
    cause: 'It was made with another character set.',
    effect: `It cannot be opened by its name. ${NOT_READ}`,
    remedy: 'Rename it.',
  },
  'file-changed': {
    severity: 'loses',
    title: 'a file that became shorter while it was read',
    cause: 'Another program replaced or cut it.',
    effect: 'What was read may be half old and half new, so nothing is said about it.',
    remedy: 'Try again when nobody writes to it.',
  },
  'file-too-large': {
    severity: 'loses',
    title: 'a file too large for memory',
    cause: 'A side file that has to be read whole.',
    effect: NOT_READ,
    remedy: 'Read it with another tool.',
  },

  'name-not-uuid': {
    severity: 'refuses',
    title: 'a file name that is no uuid',
    cause: 'The file was renamed or exported.',
    effect: 'The client resumes sessions by uuid only (R-F8).',
    remedy: 'Rename the file to a new uuid, with `.jsonl`.',
  },
  'session-ended': {
    severity: 'refuses',
    title: 'a session that the model ended',
    cause: 'The model closed the conversation; the client wrote `ended-by-model`.',
    effect: 'The client refuses: "Claude ended this conversation" (R-F16).',
    remedy: 'None that we recommend: the session can still be read.',
  },
  'session-empty': {
    severity: 'refuses',
    title: 'no conversation in the file',
    cause: 'The client was closed before anything was said, or wrote a title for another session.',
    effect: 'The client finds no conversation (R-F14).',
    remedy: 'Nothing is lost: there is nothing in it.',
  },
  'session-all-sidechain': {
    severity: 'refuses',
    title: 'only the conversation of a subagent',
    cause: 'The file is a subagent’s own transcript.',
    effect: 'The client finds no conversation (R-F15).',
    remedy: 'Resume the session that started the subagent.',
  },
  'session-id-differs': {
    severity: 'cosmetic',
    title: 'the entries name another session',
    cause: 'The file was copied or renamed.',
    effect: 'It resumes; new entries get the id of the file (R-F7).',
    remedy: 'Nothing to do.',
  },
  'session-id-mixed': {
    severity: 'cosmetic',
    title: 'entries of several sessions',
    cause: 'Older clients copied a session’s entries when they resumed it; or two files were joined.',
    effect: 'It resumes; new entries get the id of the file (R-F7).',
    remedy: 'Nothing to do.',
  },

  'backup-missing': {
    severity: 'loses',
    title: 'backups of edited files are gone',
    cause: 'The client’s cleanup deletes them by their own age (B5), or the session was copied without them.',
    effect: 'A rewind says that it restored the files, but does not, and deletes those that it made.',
    remedy: 'Copy `file-history/<session>` from a backup; do not rewind files before that.',
  },
  'output-missing': {
    severity: 'loses',
    title: 'a big tool output is gone',
    cause: 'The client’s cleanup deletes tool outputs by their own age (B5), or the session was copied without them.',
    effect: 'The model sees the beginning that stands in the entry, and a path that leads nowhere.',
    remedy: 'Copy `<session>/tool-results` from a backup.',
  },
  'output-elsewhere': {
    severity: 'cosmetic',
    title: 'tool outputs in the folder of another session',
    cause: 'The session is a fork or a copy, and a fork copies no side files.',
    effect: 'They can be read as long as that session exists.',
    remedy: 'Copy them, and rewrite the paths.',
  },
  'agent-missing': {
    severity: 'loses',
    title: 'transcripts of subagents are gone',
    cause: 'The session was copied without them, or they were deleted.',
    effect: 'The session resumes, but these subagents can be neither read nor continued: "No transcript found".',
    remedy: 'Copy `<session>/subagents`, or the `agent-….jsonl` files beside the session.',
  },
  'agent-unlinked': {
    severity: 'cosmetic',
    title: 'a subagent that no call started',
    cause: 'The call was removed from the session, or stands in a part that was cut off.',
    effect: 'It is shown by itself (D9).',
    remedy: 'Nothing to do.',
  },
  'side-files-unnamed': {
    severity: 'cosmetic',
    title: 'side files that nothing names',
    cause: 'The entries that named them were removed.',
    effect: 'None; the client’s cleanup deletes them some day (B5).',
    remedy: 'Nothing to do.',
  },

  'cleanup-transcript': {
    severity: 'loses',
    title: 'the session is about to be deleted',
    cause: 'The client deletes sessions that were not written to for `cleanupPeriodDays` days (B5).',
    effect: 'The file goes, with everything in its folder.',
    remedy: 'Raise `cleanupPeriodDays` in settings.json, resume the session, or copy it elsewhere.',
  },
  'cleanup-tool-results': {
    severity: 'loses',
    title: 'tool outputs are about to be deleted',
    cause: 'The client deletes them one by one by their own age, however young the session is (B5).',
    effect: 'The model sees the beginning that stands in the entry, and a path that leads nowhere.',
    remedy: 'Raise `cleanupPeriodDays` in settings.json, or copy them elsewhere.',
  },
  'cleanup-file-history': {
    severity: 'loses',
    title: 'backups of edited files are about to be deleted',
    cause: 'The client deletes the folder by its own age, however young the session is (B5).',
    effect: 'A rewind can no longer restore the files.',
    remedy: 'Raise `cleanupPeriodDays` in settings.json, or copy them elsewhere.',
  },
  'cleanup-others': {
    severity: 'loses',
    title: 'tasks, to-do lists, cached images or environments are about to be deleted',
    cause: 'The client deletes them by their own age, however young the session is (B5).',
    effect: 'The session resumes without them.',
    remedy: 'Raise `cleanupPeriodDays` in settings.json, or copy them elsewhere.',
  },

  'unknown-type': {
    severity: 'cosmetic',
    title: 'a type that this version does not know',
    cause: 'A newer client, or another program.',
    effect: 'It is kept, shown and counted (D16); the client ignores entries that it does not know (R-F6).',
    remedy: '`rethread check --drift` prints a table to report it with.',
  },
  'unknown-field': {
    severity: 'cosmetic',
    title: 'a field that this version does not know',
    cause: 'A newer client, or another program.',
    effect: 'It is kept, shown and counted (D16).',
    remedy: '`rethread check --drift` prints a table to report it with.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
