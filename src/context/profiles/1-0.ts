// Client 1.0, as observed on 1.0.128.

import type { Profile } from '../profile.js'
import { cutAtBoundary } from '../rules/compaction.js'
import { lastCopy } from '../rules/hold.js'
import { askedLeaf } from '../rules/leaf.js'
import { askedModel } from '../rules/model.js'
import { neighbours } from '../rules/neighbours.js'
import { newestRow } from '../rules/newest-row.js'
import { noAttachments } from '../rules/older-attachments.js'
import { rowsWithoutContent, wholeLines } from '../rules/older-rows.js'
import { clearsResults, summarisesFirst } from '../rules/older-size.js'
import { unmended } from '../rules/older-texts.js'
import { emptyRows, noSystemRows, unansweredCalls, userLast } from '../rules/older-tip.js'
import { nullBlocks, ringOfParents, unreadableContent } from '../rules/unreadable.js'
import { walkUp } from '../rules/walk.js'

export const CLIENT_1_0: Profile = {
  client: '1.0.128',
  defaultModel: 'claude-sonnet-4-20250514',
  tools: [],
  taskTools: [],
  takesUp: [
    // The file as the client holds it.
    rowsWithoutContent,
    wholeLines,
    lastCopy,
    // The end of the history.
    newestRow,
    askedLeaf,
    // The chain.
    walkUp,
    ringOfParents,
  ],
  sends: [
    unreadableContent,
    askedModel,
    // What of it counts, and how it ends.
    emptyRows,
    unansweredCalls,
    userLast,
    cutAtBoundary,
    noAttachments,
    nullBlocks,
    clearsResults(['Read', 'Bash', 'Grep', 'Glob', 'WebSearch', 'WebFetch', 'Edit', 'MultiEdit', 'Write']),
    summarisesFirst,
    // Messages.
    noSystemRows,
    neighbours,
    unmended,
  ],
}
