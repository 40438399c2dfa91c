// Client 2.0, as observed on 2.0.42.

import type { Profile } from '../profile.js'
import { cutAtBoundary } from '../rules/compaction.js'
import { lastCopy } from '../rules/hold.js'
import { askedLeaf } from '../rules/leaf.js'
import { askedModel } from '../rules/model.js'
import { neighbours, resultsToFront } from '../rules/neighbours.js'
import { newestMainRow } from '../rules/newest-row.js'
import { attachmentsToResult, wordsInResult } from '../rules/older-attachments.js'
import { rowsWithoutContent, wholeLines } from '../rules/older-rows.js'
import { clearsResults, summarisesFirst } from '../rules/older-size.js'
import { unmended } from '../rules/older-texts.js'
import { emptyRows, noSystemRows, unansweredCalls, userLast } from '../rules/older-tip.js'
import { nullBlocks, ringOfParents, unreadableContent, unshownAttachments } from '../rules/unreadable.js'
import { walkUp } from '../rules/walk.js'

export const CLIENT_2_0: Profile = {
  client: '2.0.42',
  defaultModel: 'claude-sonnet-4-5-20250929',
  tools: [],
  taskTools: [],
  takesUp: [
    // The file as the client holds it.
    rowsWithoutContent,
    wholeLines,
    lastCopy,
    // The end of the history.
    newestMainRow,
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
    nullBlocks,
    unshownAttachments,
    clearsResults(['Read', 'Bash', 'Grep', 'Glob', 'WebSearch', 'WebFetch', 'Edit', 'Write']),
    summarisesFirst,
    // Messages.
    attachmentsToResult,
    noSystemRows,
    neighbours,
    wordsInResult,
    resultsToFront,
    unmended,
  ],
}
