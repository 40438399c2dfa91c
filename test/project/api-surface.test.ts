// The names that others build on. A name that appears or goes here is a change of the API: CHANGELOG.md says so.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const surface = async (path: string) => Object.keys(await import(path)).toSorted()

test('the package root', async () => {
  expect(await surface('../../src/index.js')).toMatchInlineSnapshot(`
    [
      "InputError",
      "Refused",
      "RethreadError",
      "SessionChanged",
      "SessionReferenceError",
      "StorageError",
      "clone",
      "compress",
      "cut",
      "redact",
      "repair",
      "session",
      "sessions",
      "strip",
      "trim",
    ]
  `)
})

test('rethread/format', async () => {
  expect(await surface('../../src/format/index.js')).toMatchInlineSnapshot(`
    [
      "InputError",
      "MAX_DEPTH",
      "MAX_MULTILINE",
      "MAX_RECORD",
      "RethreadError",
      "StorageError",
      "applyEdits",
      "decodeString",
      "decodeText",
      "eachElement",
      "eachMember",
      "encodeProjectPath",
      "entryRange",
      "entryText",
      "entryValue",
      "fieldGroups",
      "insertBefore",
      "isKnownField",
      "isSessionId",
      "knownBlockTypes",
      "knownFields",
      "knownSystemSubtypes",
      "knownTypes",
      "newScan",
      "parseSession",
      "partEnd",
      "partLength",
      "rangeOf",
      "recordReader",
      "removeEntry",
      "replaceValue",
      "resetScan",
      "scanOn",
      "serializeSession",
    ]
  `)
})

test('rethread/conversation', async () => {
  expect(await surface('../../src/conversation/index.js')).toMatchInlineSnapshot(`
    [
      "FORK_WORDS",
      "NONE",
      "USER_KINDS",
      "childrenOf",
      "contentText",
      "contextTokens",
      "contextWindow",
      "conversationBuilder",
      "kindOf",
      "layoutGraph",
      "linkAgents",
      "promptText",
      "readConversation",
      "sumUsage",
      "textOf",
      "timeOf",
      "typeOf",
      "userKind",
      "uuidOf",
    ]
  `)
})

test('rethread/disk', async () => {
  expect(await surface('../../src/disk/index.js')).toMatchInlineSnapshot(`
    [
      "BACKUP_LIMITS",
      "ChangeBusy",
      "ChangeStuck",
      "SessionChanged",
      "SessionIsLink",
      "SessionLive",
      "SessionOpen",
      "SessionReferenceError",
      "UndoRefused",
      "agentsBeside",
      "applyChanges",
      "backupUse",
      "compareFileState",
      "configDirOf",
      "configDirs",
      "dataDir",
      "directoriesOf",
      "directorySettings",
      "endUnfinished",
      "expectInsideProjects",
      "fileState",
      "filesBelow",
      "findSessionFolder",
      "foldersBelow",
      "follow",
      "isFolder",
      "isLink",
      "isPresent",
      "listReceipts",
      "listSessions",
      "liveClients",
      "moveFiles",
      "openEdited",
      "openRegular",
      "openSource",
      "peek",
      "peekText",
      "planUndo",
      "pricedReceipt",
      "profilesWith",
      "readEditedRecords",
      "readRecords",
      "readStandardInput",
      "readWhole",
      "refuseLive",
      "refuseLiveAt",
      "removeSession",
      "resolveSession",
      "sessionIdsOf",
      "sessionsIn",
      "sharedFiles",
      "sideFilesOf",
      "sizeOfFile",
      "storageError",
      "tailPosition",
      "undoChange",
      "undoneReceipts",
    ]
  `)
})

test('rethread/reshape', async () => {
  expect(await surface('../../src/reshape/index.js')).toMatchInlineSnapshot(`
    [
      "PRESETS",
      "STRIP_KINDS",
      "TRIM_STEPS",
      "TRIM_STEP_TEXTS",
      "beforeCompaction",
      "chooseTurns",
      "climb",
      "compress",
      "compressBands",
      "cutOut",
      "endOfTurn",
      "messageRows",
      "planRepair",
      "planReshape",
      "presetRules",
      "sentTurns",
      "softStrip",
      "strip",
      "trim",
      "trimLadder",
      "turnRows",
    ]
  `)
})

test('rethread/summarize', async () => {
  expect(await surface('../../src/summarize/index.js')).toMatchInlineSnapshot(`
    [
      "extract",
      "shorten",
      "summaryTokens",
      "transcriptOf",
      "turnEvents",
    ]
  `)
})

test('rethread/schemas', async () => {
  expect(await surface('../../src/actions/schemas.js')).toMatchInlineSnapshot(`
    [
      "answerSchema",
      "archivePruneSchema",
      "archiveSchema",
      "archiveStatusSchema",
      "archiveVerifySchema",
      "blameSchema",
      "checkSchema",
      "compactionsSchema",
      "compressSchema",
      "contextBySchema",
      "contextSchema",
      "diffSchema",
      "driftSchema",
      "explainSchema",
      "exportSchema",
      "fileDiffSchema",
      "filesAcrossSchema",
      "filesSchema",
      "findingSchema",
      "graphSchema",
      "indexSchema",
      "lsSchema",
      "manyRedactSchema",
      "manyRestoreSchema",
      "manyRmSchema",
      "manySourceRulesSchema",
      "manyStatsSchema",
      "manyUndoSchema",
      "moveSchema",
      "receiptsSchema",
      "redactSchema",
      "repairSchema",
      "reshapeSchema",
      "restoreSchema",
      "resumeSchema",
      "rmSchema",
      "searchSchema",
      "severitySchema",
      "showSchema",
      "sourceRulesSchema",
      "statsSchema",
      "teamForgetSchema",
      "teamInviteSchema",
      "teamJoinSchema",
      "teamLeaveSchema",
      "teamMigrateSchema",
      "teamSchema",
      "teamShipSchema",
      "tokensSchema",
      "toolsSchema",
      "trackedFilesSchema",
      "trimSchema",
      "turnsSchema",
      "undoSchema",
      "usageSchema",
    ]
  `)
})

test('rethread/secrets', async () => {
  expect(await surface('../../src/secrets/index.js')).toMatchInlineSnapshot(`
    [
      "HEAD_SIZE",
      "MIN_KNOWN",
      "SECRET_KINDS",
      "SECRET_RULES",
      "at",
      "contentKind",
      "homeRules",
      "nameRules",
      "secretScanner",
      "utf16Kind",
    ]
  `)
})

test('rethread/context', async () => {
  expect(await surface('../../src/context/index.js')).toMatchInlineSnapshot(`
    [
      "PART_KINDS",
      "PROFILES",
      "WHOLE",
      "bindsThinking",
      "blockAsSent",
      "contentAsSent",
      "contextAlong",
      "contextCalibration",
      "contextEstimate",
      "contextReader",
      "findContext",
      "findPath",
      "invalidThinking",
      "profileFor",
      "readContext",
      "readForContext",
      "rulesOf",
      "textWeight",
      "weighedParts",
      "withoutRule",
    ]
  `)
})

test('rethread/check', async () => {
  expect(await surface('../../src/check/index.js')).toMatchInlineSnapshot(`
    [
      "CODES",
      "REMEDIES",
      "remedyCall",
      "sessionChecker",
    ]
  `)
})

test('every entrance of the package is here', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const tested = readFileSync(import.meta.filename, 'utf8')
  const entrances = Object.keys(exports).filter(name => name !== './package.json')
  const missing = entrances.filter(
    name => !tested.includes(name === '.' ? "'the package root'" : `'rethread${name.slice(1)}'`),
  )
  expect(missing).toEqual([])
})
