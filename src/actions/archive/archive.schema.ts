import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'

const useSchema = z.object({
  folder: z.string(),
  bytes: z.int().describe('on disk'),
  maxBytes: z.int().describe('nothing more is archived at this size'),
  sessions: z.int(),
})

export const archiveSchema = z.object({
  dryRun: z.boolean(),
  sessions: z
    .array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string().nullable(),
        outcome: z
          .enum(['new', 'more', 'same', 'planned', 'failed'])
          .describe('archived for the first time; archived again; unchanged; dry run; could not be read'),
        why: z.string().optional().describe('why it failed'),
        files: z.int(),
        bytes: z.int().describe('of its files'),
        written: z.int().describe('bytes added to the archive'),
      }),
    )
    .describe('oldest first with --all'),
  bytes: z.int(),
  written: z.int(),
  parts: z
    .array(
      z.object({
        part: z.enum(['transcript', 'agents', 'tool results', 'file history', 'other files']),
        bytes: z.int(),
        fresh: z.int().describe('bytes that the archive did not have yet, before compression'),
      }),
    )
    .describe('what was read'),
  left: z.int().describe('not archived because of the size limit'),
  archive: useSchema,
  findings: z.array(findingSchema).describe('side files that were not archived because they are not regular files'),
})

export const archiveStatusSchema = z.object({
  archive: useSchema,
  deleted: z.int().describe('archived sessions that are no longer on disk'),
  originalBytes: z.int().describe('size of the archived files'),
  configDirs: z.array(
    z.object({
      path: z.string(),
      cleanupDays: z.number().describe('Claude Code deletes what has not changed for so long'),
      lastCleanup: z.iso.datetime().nullable().describe('it cleans up at most once a day'),
      sessions: z.int(),
      safe: z.int().describe('archived as they are'),
      changed: z.int().describe('archived, but written since'),
    }),
  ),
  next: z
    .array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string().nullable(),
        bytes: z.int(),
        deletedAt: z.iso.datetime().describe('when Claude Code may delete it'),
        sideFilesFrom: z.iso.datetime().nullable().describe('when it starts to delete side files, if that is earlier'),
        safe: z.enum(['yes', 'changed', 'no']).describe('archived; archived, but written since; not archived'),
      }),
    )
    .describe('soonest first'),
  more: z.int().describe('not listed because of the limit'),
})

export const archiveVerifySchema = z.object({
  packs: z.int(),
  sessions: z.int(),
  bytes: z.int().describe('read'),
  damage: z.array(
    z.object({
      path: z.string(),
      what: z.string(),
      harmless: z.boolean().describe('there is a second copy, so nothing is lost'),
    }),
  ),
  sessionsHit: z
    .array(
      z.object({
        id: z.string(),
        path: z.string(),
        version: z.int().optional().describe('of an earlier version'),
        files: z.array(z.string()).describe('that cannot be restored'),
      }),
    )
    .describe('sessions that lost something'),
  unread: z.int().describe('parts compressed with zstd that this Node cannot unpack; only their hashes were checked'),
})

export const archivePruneSchema = z.object({
  dryRun: z.boolean(),
  sessions: z
    .array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string().nullable(),
        bytes: z.int(),
        onlyCopy: z.boolean().describe('the session is no longer on disk'),
      }),
    )
    .describe('removed from the archive'),
  versions: z.int().describe('earlier versions that were removed'),
  freed: z.int().describe('bytes'),
  archive: useSchema,
})
