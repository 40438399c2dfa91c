// Client 2.1, as observed on 2.1.325.

import type { Profile } from '../profile.js'
import { bridged } from '../rules/bridge.js'
import { lateResults } from '../rules/broken-off.js'
import { longNames, oddResults, renamedTool, textOnlyErrors } from '../rules/changed-blocks.js'
import { checkpoints } from '../rules/checkpoint.js'
import { cutAtBoundary, preserved } from '../rules/compaction.js'
import { cutResults } from '../rules/cut-results.js'
import { withoutText, wordless, wordlessAgain } from '../rules/dropped-answers.js'
import { blankUser, emptyAnswer, emptyBetweenThinking, emptyPlace } from '../rules/emptiness.js'
import { damagedLines, followed, lastCopy } from '../rules/hold.js'
import { readsAncestors, skipsCompacted } from '../rules/large-file.js'
import { largeImage } from '../rules/large-image.js'
import { askedLeaf, endedByModel, lastRow } from '../rules/leaf.js'
import { apiErrors, attachmentsUp, retracted, systemRows, unknownAttachments, virtualRows } from '../rules/left-out.js'
import { rejectedMedia, tooManyMedia } from '../rules/media.js'
import { acrossResults, asides, callsLast, resultsFirst, toMessages } from '../rules/messages.js'
import { askedModel, sessionModel } from '../rules/model.js'
import { earlierCalls, openRound, unansweredCalls } from '../rules/open-round.js'
import { paired } from '../rules/pairing.js'
import { notesBelow, recovered } from '../rules/recover.js'
import { regrouped } from '../rules/regroup.js'
import { fullWindow } from '../rules/size.js'
import { strippedThinking, thinkingOfModel } from '../rules/thinking.js'
import { commandTail, noResponse } from '../rules/tip.js'
import { walkUp } from '../rules/walk.js'
import { oddTags, taskNotices, toolReferences } from '../rules/wrapped-texts.js'

export const CLIENT_2_1: Profile = {
  client: '2.1.325',
  defaultModel: 'claude-opus-5-5',
  tools: [
    ...['Task', 'Agent', 'Bash', 'Read', 'Edit', 'Write', 'NotebookEdit', 'WebFetch', 'WebSearch', 'Skill'],
    ...['ToolSearch', 'KillShell', 'KillBash', 'TaskStop', 'CronCreate', 'CronDelete', 'CronList', 'SendMessage'],
    ...['Monitor', 'ScheduleWakeup', 'EnterWorktree', 'ExitWorktree', 'Workflow', 'ListPeers', 'ReportFindings'],
  ],
  taskTools: ['TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet'],
  takesUp: [
    // The file as the client holds it.
    damagedLines,
    skipsCompacted,
    followed,
    lastCopy,
    preserved,
    bridged,
    // The end of the history.
    checkpoints,
    readsAncestors,
    lastRow,
    endedByModel,
    askedLeaf,
    // The chain.
    walkUp,
    recovered,
    notesBelow,
  ],
  sends: [
    // What of it counts, and how it ends.
    retracted,
    withoutText,
    unknownAttachments,
    regrouped,
    lateResults,
    earlierCalls,
    openRound,
    unansweredCalls,
    wordless,
    commandTail,
    noResponse,
    sessionModel,
    askedModel,
    cutAtBoundary,
    // Messages.
    attachmentsUp,
    virtualRows,
    rejectedMedia,
    apiErrors,
    systemRows,
    wordlessAgain,
    acrossResults,
    callsLast,
    resultsFirst,
    toolReferences,
    taskNotices,
    oddTags,
    thinkingOfModel,
    toMessages,
    emptyPlace,
    emptyBetweenThinking,
    emptyAnswer,
    textOnlyErrors,
    strippedThinking,
    tooManyMedia,
    largeImage,
    paired,
    blankUser,
    renamedTool,
    longNames,
    oddResults,
    cutResults,
    asides,
    fullWindow,
  ],
}
