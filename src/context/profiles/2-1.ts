// Client 2.1, as observed on 2.1.325.

import type { Profile } from '../profile.js'
import { bridged } from '../rules/bridge.js'
import { renamedTool, textOnlyErrors } from '../rules/changed-blocks.js'
import { cutAtBoundary, preserved } from '../rules/compaction.js'
import { noContent, thinkingOnly, unanswered } from '../rules/dropped-answers.js'
import { emptyAnswer, emptyUser } from '../rules/emptiness.js'
import { damagedLines, followed, indexRows, lastCopy } from '../rules/hold.js'
import { checkpoint, datedLeaf, lastRow, nothingToResume, wishedLeaf } from '../rules/leaf.js'
import { apiErrors, attachmentsUp, systemRows, virtualRows } from '../rules/left-out.js'
import { acrossResults, callsLast, resultsFirst, toMessages } from '../rules/messages.js'
import { sessionModel, wishedModel } from '../rules/model.js'
import { earlierCalls, openRound } from '../rules/open-round.js'
import { paired } from '../rules/pairing.js'
import { recovered } from '../rules/recover.js'
import { thinkingOfModel } from '../rules/thinking.js'
import { commandTail, noResponse } from '../rules/tip.js'
import { walkUp } from '../rules/walk.js'

export const CLIENT_2_1: Profile = {
  client: '2.1.325',
  defaultModel: 'claude-opus-5-5',
  rules: [
    // The file as the client holds it.
    damagedLines,
    followed,
    indexRows,
    lastCopy,
    preserved,
    bridged,
    // The end of the history.
    nothingToResume,
    lastRow,
    checkpoint,
    datedLeaf,
    wishedLeaf,
    // The chain.
    walkUp,
    recovered,
    cutAtBoundary,
    sessionModel,
    wishedModel,
    // What of it counts, and how it ends.
    openRound,
    earlierCalls,
    unanswered,
    noContent,
    thinkingOnly,
    commandTail,
    noResponse,
    // Messages.
    virtualRows,
    apiErrors,
    systemRows,
    attachmentsUp,
    acrossResults,
    callsLast,
    resultsFirst,
    toMessages,
    emptyUser,
    emptyAnswer,
    paired,
    thinkingOfModel,
    renamedTool,
    textOnlyErrors,
  ],
}
