// What is wrong between entries: fields, parents, tool calls, checkpoints, compactions.

import type { CodeEntry } from './code-entry.js'

const FIELD_CODES = {
  'timestamp-tip': {
    severity: 'refuses',
    title: 'the last entry has no usable timestamp',
    cause: 'A tool wrote or rewrote the entry without a timestamp, or as a number.',
    effect: 'Client 2.1 says "No conversation found" (R-L9).',
    remedy: 'Give the entry an ISO 8601 timestamp, for instance that of the entry before it.',
  },
  'timestamp-bad': {
    severity: 'cosmetic',
    title: 'an entry without a usable timestamp',
    cause: 'A tool wrote or rewrote the entry without a timestamp, or as a number.',
    effect: 'Fine for client 2.1 as long as it is not the last entry (R-L9); a gap before it cannot be bridged (N1).',
    remedy: 'Give the entry the timestamp of the one before it.',
  },
  'uuid-missing': {
    severity: 'loses',
    title: 'a prompt or answer without uuid',
    cause: 'A tool wrote the entry, or took the field away.',
    effect: 'Nothing can hang on it, so it is on no path and is not sent (R-F9).',
    remedy: 'Give it a uuid and let the entry behind it name that as its parent.',
  },
  'message-missing': {
    severity: 'cosmetic',
    title: 'a prompt or answer without message',
    cause: 'A tool took the message away.',
    effect: 'Client 2.1 passes over it and goes on to its parent (N2); 2.0 and 1.0 fail to resume (R-M10).',
    remedy: 'Remove the entry and hang its children on its parent.',
  },
  'content-invalid': {
    severity: 'loses',
    title: 'content that is neither text nor a list of blocks',
    cause: 'A tool wrote null, an object or a number where the content should be.',
    effect: 'The entry is left out (N12), whatever its content holds.',
    remedy: 'Make it a text or a list of blocks, or remove the entry and hang its children on its parent.',
  },
  'type-missing': {
    severity: 'loses',
    title: 'an entry without type',
    cause: 'A tool wrote the entry, or took the field away.',
    effect: 'It is not sent, and for its children their parent is missing (N2, N1).',
    remedy: 'Give it the type that its message has as role.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>

const PARENT_CODES = {
  'parent-missing': {
    severity: 'loses',
    title: 'the parent is not in the file, and the history before is lost',
    cause: 'The parent was on a line that got lost, or a tool removed it without hanging its children elsewhere.',
    effect: 'No entry is at most 5 seconds older, so the client takes this one as the beginning (N1).',
    remedy: 'Name the last entry before it as parentUuid.',
  },
  'parent-bridged': {
    severity: 'cosmetic',
    title: 'the parent is not in the file, but the client finds the way',
    cause: 'The parent was on a line that got lost, or a tool removed it without hanging its children elsewhere.',
    effect:
      'Client 2.1 goes on to the newest entry at most 5 seconds older (N1), which may be of a branch that was left; ' +
      '2.0 and 1.0 lose the history before it (R-L10).',
    remedy: 'Name the last entry before it as parentUuid.',
  },
  'parent-missing-aside': {
    severity: 'cosmetic',
    title: 'the parent is not in the file, on a path that is not resumed',
    cause: 'As for parent-missing; the entry is on a branch that was left, before a compaction or in a subagent.',
    effect: 'None on resume: the client does not come by (N1).',
    remedy:
      'Nothing needs to be done, unless that path is to be continued: `repair` hangs it on what stands before it.',
  },
  'parent-null': {
    severity: 'loses',
    title: 'an entry in the middle that has no parent',
    cause: 'A tool took the parent away, or two sessions were joined.',
    effect: 'The client takes it as the beginning: the history before it is not sent (R-L11).',
    remedy: 'Name the last entry before it as parentUuid, if they belong together.',
  },
  'parent-cycle': {
    severity: 'loses',
    title: 'entries that are their own ancestors',
    cause: 'A tool gave an entry a parent that hangs on it.',
    effect: 'Client 2.1 cuts the history at the ring (N1); 2.0 and 1.0 hang (R-L13).',
    remedy: 'Name the last entry before the ring as parentUuid of its first entry.',
  },
  'parent-cycle-bridged': {
    severity: 'cosmetic',
    title: 'entries that are their own ancestors, without a loss',
    cause: 'A tool gave an entry a parent that hangs on it.',
    effect:
      'Client 2.1 finds an entry at most 5 seconds older and goes on there, or never comes by (N1); ' +
      '2.0 and 1.0 hang (R-L13).',
    remedy: 'Name the last entry before the ring as parentUuid of its first entry.',
  },
  'parent-forward': {
    severity: 'cosmetic',
    title: 'an entry that stands before its parent',
    cause: 'Two processes wrote the file, or a tool sorted it.',
    effect: 'None in a file of this size (R-L7); see parent-forward-large.',
    remedy: 'Write parents before their children, if the file may grow over 5 MiB.',
  },
  'parent-forward-large': {
    severity: 'loses',
    title: 'entries in another order in a large file',
    cause: 'A tool sorted the file, so that its last entry is not the end of the conversation.',
    effect: 'In files over 5 MiB only the ancestors of the last entry are loaded (B1).',
    remedy: 'Write parents before their children, and the end of the conversation last.',
  },
  'uuid-duplicate': {
    severity: 'cosmetic',
    title: 'the same entry more than once',
    cause: 'The client wrote it again, or a file was appended to itself.',
    effect: 'It counts once (N7, R-L14).',
    remedy: 'Remove the copies, if other tools are to read the session.',
  },
  'uuid-duplicate-differs': {
    severity: 'loses',
    title: 'two entries with the same uuid and other content',
    cause: 'A tool copied an entry and changed it without a new uuid.',
    effect: 'The last one counts, in the place of the first; the content of the others is not sent (N7).',
    remedy: 'Give each its own uuid and hang it where it belongs.',
  },
  'parent-unknown-type': {
    severity: 'loses',
    title: 'the parent is of a type that the client does not follow',
    cause: 'A tool wrote entries of its own type into the chain.',
    effect:
      'The client acts as if the parent were missing; none is at most 5 seconds older, so the history is cut (N2).',
    remedy: 'Hang the entry on the parent of its parent.',
  },
  'parent-unknown-type-bridged': {
    severity: 'cosmetic',
    title: 'the parent is of a type that the client does not follow, without a loss',
    cause: 'A tool, or a newer client, wrote entries of its own type into the chain.',
    effect: 'Client 2.1 goes on to the newest entry at most 5 seconds older (N2, N1), or never comes by.',
    remedy: 'Hang the entry on the parent of its parent.',
  },
  'parent-sidechain': {
    severity: 'cosmetic',
    title: 'an entry that hangs on a subagent',
    cause: 'A tool joined the main conversation and that of a subagent.',
    effect: "The client walks into the subagent's entries and sends them as part of the conversation (N3).",
    remedy: 'Hang the entry on the result of the call that started the subagent.',
  },
  'parent-sidechain-cut': {
    severity: 'loses',
    title: 'an entry that hangs on a subagent without a way back',
    cause: 'A tool joined the main conversation and that of a subagent.',
    effect: "The client walks into the subagent's entries, and the history before is not sent (N3, R-L11).",
    remedy: 'Hang the entry on the result of the call that started the subagent.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>

const TOOL_CODES = {
  'tool-call-lost': {
    severity: 'loses',
    title: 'a tool call without result',
    cause: 'The client was stopped while the tool ran, or the result was on a line that got lost.',
    effect: 'The client leaves out the whole entry, its text included, if none of its calls has a result (R-T2, N17).',
    remedy: 'Add a result for the call that says that it is unknown.',
  },
  'tool-call-unanswered': {
    severity: 'cosmetic',
    title: 'a tool call whose result is replaced by a note',
    cause: 'One of several calls was stopped, or its result got lost.',
    effect: 'The call stays; the client answers it with "[Tool result missing due to internal error]" (N16, N18).',
    remedy: 'Add a result that says that it is unknown, if an older client is to read the session.',
  },
  'tool-call-pending': {
    severity: 'cosmetic',
    title: 'a tool call at the end that waits for its result',
    cause: 'The client was stopped, or is running just now.',
    effect: 'The call stays; the client tells the model that the session ended before its result (R-T1, N15).',
    remedy: 'Nothing needs to be done.',
  },
  'tool-call-aside': {
    severity: 'cosmetic',
    title: 'a tool call without result on a path that is not resumed',
    cause: 'As for tool-call-lost; on a branch that was left, before a compaction or in a subagent.',
    effect: 'None on resume (N17).',
    remedy: 'Nothing needs to be done.',
  },
  'tool-result-orphan': {
    severity: 'loses',
    title: 'a result without its call',
    cause: 'The entry with the call was on a line that got lost, or a tool removed it.',
    effect:
      'Client 2.1 puts "(no content)" in its place (R-T4), or does not send it where the call was one of several (N8); 2.0 and 1.0 send it, and the API refuses (A2.2).',
    remedy: 'Bring the call back, or keep what the result says as a text.',
  },
  'tool-result-aside': {
    severity: 'cosmetic',
    title: 'a result without its call on a path that is not resumed',
    cause: 'As for tool-result-orphan; on a branch that was left, before a compaction or in a subagent.',
    effect: 'None on resume (R-T4).',
    remedy: 'Nothing needs to be done.',
  },
  'tool-result-apart': {
    severity: 'loses',
    title: 'a result that stands apart from its call',
    cause: 'Another answer stands between the call and its result, or the result stands before its call.',
    effect: 'The result is replaced by "(no content)", and the call is answered with a note (N18, N19).',
    remedy: 'Move the result right behind its call.',
  },
  'tool-result-displaced': {
    severity: 'cosmetic',
    title: 'a result that is not next to its call',
    cause: 'A prompt stands between them, or the result was written before its call.',
    effect: 'Client 2.1 moves it behind the call (R-T7, N19); 2.0 and 1.0 send a result before its call as it stands.',
    remedy: 'Move the result right behind its call, if an older client is to read the session.',
  },
  'tool-id-duplicate': {
    severity: 'loses',
    title: 'two calls with the same id',
    cause: 'A tool copied entries within the session, or joined two copies of one.',
    effect: 'The later call is sent as interrupted, and its result as "(no content)" (R-T9, A2.5).',
    remedy: 'Give the later call and its result an id of their own.',
  },
  'tool-result-duplicate': {
    severity: 'loses',
    title: 'a second result that says something else',
    cause: 'The client was resumed while the tool ran, or a tool copied the entry and changed it.',
    effect:
      'The first result is kept; the second is not sent (R-T8). 2.0 and 1.0 send both, and the API refuses (A2.6).',
    remedy: 'Remove the one that is not wanted.',
  },
  'tool-result-repeated': {
    severity: 'cosmetic',
    title: 'the same result twice',
    cause: 'The client wrote it again.',
    effect: 'The first is kept (R-T8). 2.0 and 1.0 send both, and the API refuses (A2.6).',
    remedy: 'Remove the second, if an older client is to read the session.',
  },
  'tool-results-parallel': {
    severity: 'cosmetic',
    title: 'results of parallel calls beside the path',
    cause: 'Client 2.1 hangs each result on its own call.',
    effect: 'Client 2.1 sends them all (R-T5, N8); 2.0 and 1.0 lose the calls whose result is not on the path.',
    remedy: 'Nothing needs to be done for client 2.1.',
  },
  'tool-id-invalid': {
    severity: 'refuses',
    title: 'a tool id with characters that the API does not take',
    cause: 'The session was made through another provider, or a tool rewrote the ids.',
    effect: 'The client sends it, and the API refuses every request: ids are letters, digits, _ and - (A2.7).',
    remedy: 'Rewrite the id in the call and in its result.',
  },
  'tool-input-invalid': {
    severity: 'refuses',
    title: 'a tool input that is not an object',
    cause: 'A tool wrote the input as text, or took it away.',
    effect: 'The client sends it, and the API refuses every request (A2.8).',
    remedy: 'Make the input an object; `{}` will do.',
  },
  'server-tool-orphan': {
    severity: 'refuses',
    title: "a server tool's result without its call",
    cause: 'A tool removed the call, or moved it behind the result or into another message.',
    effect: 'The client sends the result, and the API refuses every request (A2.13).',
    remedy: 'Remove the result as well, or bring the call back before it.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>

const CHECKPOINT_CODES = {
  'checkpoint-unknown': {
    severity: 'cosmetic',
    title: 'a checkpoint that names no entry of the conversation',
    cause: 'The entry was on a line that got lost, or a tool removed or renamed it.',
    effect: 'The client ignores it and takes the last entry of the file (R-L4, N6).',
    remedy: 'Nothing needs to be done, unless another leaf is wanted.',
  },
  'checkpoint-elsewhere': {
    severity: 'loses',
    title: 'a checkpoint on another branch, and work after it',
    cause: 'Two clients wrote the session at once, or a tool added entries without a new checkpoint.',
    effect: 'The client takes up the branch of the checkpoint; what was written after it is not sent (N5).',
    remedy: 'Add a checkpoint on the last entry, or remove this one.',
  },
  'checkpoint-rewound': {
    severity: 'cosmetic',
    title: 'the conversation goes on at an earlier entry',
    cause: 'Somebody rewound the conversation or went to another branch.',
    effect:
      'The client takes up the entry that the checkpoint names; what follows is left behind (R-L2, R-L5, N5, N6).',
    remedy: 'Nothing needs to be done, unless what was left behind is wanted.',
  },
  'checkpoint-sidechain': {
    severity: 'refuses',
    title: 'a checkpoint on an entry of a subagent',
    cause: 'A tool wrote the checkpoint.',
    effect: 'Client 2.1 says "No conversation found" (N6).',
    remedy: 'Let it name an entry of the main conversation, or remove it.',
  },
  'checkpoint-before-compaction': {
    severity: 'loses',
    title: 'a checkpoint behind a compaction that names an entry before it',
    cause: 'A tool kept an old checkpoint, or moved it to the end.',
    effect: 'The client takes up the conversation from before the compaction; all since is not sent (R-C9).',
    remedy: 'Remove the checkpoint, or let it name the last entry.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>

const COMPACTION_CODES = {
  'preserved-missing': {
    severity: 'loses',
    title: 'an entry that the compaction kept is missing',
    cause: 'A tool removed or renamed it without mending the list in the boundary.',
    effect: 'One missing uuid, and all entries that the compaction kept are left out (R-C8).',
    remedy: 'Take the uuid off the list in `compactMetadata.preservedMessages`.',
  },
  'preserved-anchor-missing': {
    severity: 'loses',
    title: 'the anchor of the kept entries is missing',
    cause: 'A tool removed or renamed the summary without mending the boundary.',
    effect: 'All entries that the compaction kept are left out (R-C8).',
    remedy: 'Let `anchorUuid` name the entry with the summary.',
  },
  'compaction-no-summary': {
    severity: 'loses',
    title: 'a compaction without summary',
    cause: 'The entry with the summary got lost or was removed.',
    effect: 'The history before the boundary is left out, and nothing stands for it (R-C1).',
    remedy: 'Bring the summary back, or hang the entry behind the boundary on the last one before it.',
  },
  'compaction-unfinished': {
    severity: 'cosmetic',
    title: 'a compaction that was not finished',
    cause: 'The client was stopped between the boundary and the summary.',
    effect: 'Client 2.1 sends the old history as if there were no compaction (R-C10, N4); 2.0 and 1.0 send nothing.',
    remedy: 'Remove the boundary, if an older client is to read the session.',
  },
  'boundary-bypassed': {
    severity: 'cosmetic',
    title: 'a compaction that the conversation goes around',
    cause: 'A tool hung an entry behind the boundary on one before it.',
    effect: 'The old history is sent, as if there were no compaction (R-C5, R-C6), as long as the file is small.',
    remedy: 'Hang the entry on the summary, if the compaction is meant.',
  },
  'boundary-bypassed-large': {
    severity: 'loses',
    title: 'a compaction that the conversation goes around, in a large file',
    cause: 'A tool hung an entry behind the boundary on one before it.',
    effect: 'In files over 5 MiB everything before the boundary is skipped (R-C6, B1).',
    remedy: 'Hang the entry on the summary, or remove the boundary.',
  },
  'compacting-unfinished': {
    severity: 'cosmetic',
    title: 'a compaction was begun and never ended',
    cause: 'The dialect of source document 004: `conversation_compacting` without `conversation_compacted`.',
    effect: 'The conversation is read as if there were no compaction (D14).',
    remedy: 'Nothing needs to be done.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>

export const TREE_CODES = {
  ...FIELD_CODES,
  ...PARENT_CODES,
  ...TOOL_CODES,
  ...CHECKPOINT_CODES,
  ...COMPACTION_CODES,
} as const satisfies Readonly<Record<string, CodeEntry>>
