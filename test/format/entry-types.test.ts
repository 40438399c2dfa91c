// Do the exported types fit what the five source documents show? Compiling this file is most of the test.
import { describe, expect, expectTypeOf, test } from 'vitest'
import type {
  AssistantEntry,
  AssistantMessage,
  BashResult,
  ClientEntry,
  CompactBoundaryEntry,
  CompactMetadata,
  CompactSystemEntry,
  ContentBlock,
  DialectEntry,
  FileBackup,
  FileHistorySnapshotEntry,
  FileResult,
  FlatAssistantEntry,
  FlatSystemEntry,
  FlatUserEntry,
  Open,
  QueueOperationEntry,
  SessionEntry,
  Snapshot,
  SnapshotEntry,
  SummaryEntry,
  SystemEntry,
  TextBlock,
  ThinkingBlock,
  ThinkingMetadata,
  ThinkingTrigger,
  ToolResultBlock,
  ToolUseBlock,
  ToolUseResult,
  ToolUseResults,
  UnknownEntry,
  Unlisted,
  Usage,
  UserEntry,
  UserMessage,
} from '../../src/format/entries/index.js'
import { knownBlockTypes, knownSystemSubtypes, knownTypes } from '../../src/format/known-fields.js'

const place = {
  isSidechain: false,
  userType: 'external',
  cwd: '/home/ada/orchard',
  sessionId: '7d1c0c52-3e7b-4d0e-9b53-2f6f1a0c9e10',
  version: '2.0.42',
  gitBranch: 'pruning',
} as const

describe('source document 000', () => {
  const trigger = { start: 12, end: 22, text: 'ultrathink' } satisfies ThinkingTrigger
  const thinking = { level: 'high', disabled: false, triggers: [trigger] } satisfies ThinkingMetadata
  const words = { type: 'text', text: 'Count the apple trees' } satisfies TextBlock
  const message = { role: 'user', content: [words] } satisfies UserMessage

  const prompt = {
    ...place,
    parentUuid: null,
    type: 'user',
    message,
    uuid: '0b8f5a3e-5d0c-4a53-8f0f-6f5f0f4f1a01',
    timestamp: '2025-11-20T08:15:00.120Z',
    thinkingMetadata: thinking,
  } satisfies UserEntry

  const note = {
    ...place,
    parentUuid: prompt.uuid,
    type: 'user',
    message: { role: 'user', content: 'Caveat: what follows came from local commands.' },
    isMeta: true,
    uuid: '0b8f5a3e-5d0c-4a53-8f0f-6f5f0f4f1a02',
    timestamp: '2025-11-20T08:15:01.000Z',
  } satisfies UserEntry

  const usage = {
    input_tokens: 5,
    cache_creation_input_tokens: 700,
    cache_read_input_tokens: 14000,
    cache_creation: { ephemeral_5m_input_tokens: 700, ephemeral_1h_input_tokens: 0 },
    output_tokens: 91,
    service_tier: 'standard',
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
  } satisfies Usage

  const reasoning = { type: 'thinking', thinking: 'A file lists them.', signature: 'Eq8B' } satisfies ThinkingBlock
  const call = {
    type: 'tool_use',
    id: 'toolu_01Tree',
    name: 'Read',
    input: { file_path: '/home/ada/orchard/trees.csv' },
  } satisfies ToolUseBlock

  const answerMessage = {
    model: 'claude-sonnet-4-5-20250929',
    id: 'msg_01Tree',
    type: 'message',
    role: 'assistant',
    content: [reasoning, { type: 'text', text: 'I will look.' }, call],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage,
    context_management: { applied_edits: [] },
    container: null,
  } satisfies AssistantMessage

  const answer = {
    ...place,
    parentUuid: note.uuid,
    type: 'assistant',
    message: answerMessage,
    requestId: 'req_01Tree',
    isApiErrorMessage: false,
    uuid: '0b8f5a3e-5d0c-4a53-8f0f-6f5f0f4f1a03',
    timestamp: '2025-11-20T08:15:04.500Z',
  } satisfies AssistantEntry

  const file = {
    filePath: '/home/ada/orchard/trees.csv',
    content: 'apple\npear\n',
    numLines: 2,
    startLine: 1,
    totalLines: 2,
  } satisfies FileResult

  const result = {
    ...place,
    parentUuid: answer.uuid,
    type: 'user',
    message: {
      role: 'user',
      content: [
        { tool_use_id: 'toolu_01Tree', type: 'tool_result', content: '1\tapple\n2\tpear' } satisfies ToolResultBlock,
      ],
    },
    uuid: '0b8f5a3e-5d0c-4a53-8f0f-6f5f0f4f1a04',
    timestamp: '2025-11-20T08:15:04.900Z',
    toolUseResult: { type: 'text', file },
  } satisfies UserEntry

  const backup = { backupFileName: null, version: 1, backupTime: '2025-11-20T08:15:05.000Z' } satisfies FileBackup
  const state = {
    messageId: prompt.uuid,
    trackedFileBackups: { 'trees.csv': backup },
    timestamp: '2025-11-20T08:15:05.000Z',
  } satisfies Snapshot
  const history = {
    type: 'file-history-snapshot',
    messageId: prompt.uuid,
    snapshot: state,
    isSnapshotUpdate: false,
  } satisfies FileHistorySnapshotEntry

  const queued = {
    type: 'queue-operation',
    operation: 'enqueue',
    timestamp: '2025-11-20T08:16:00.000Z',
    content: 'and the pears, please',
    sessionId: place.sessionId,
  } satisfies QueueOperationEntry

  const title = { type: 'summary', summary: 'Counting trees', leafUuid: result.uuid } satisfies SummaryEntry

  const metadata = { trigger: 'manual', preTokens: 120400 } satisfies CompactMetadata
  const boundary = {
    ...place,
    parentUuid: null,
    logicalParentUuid: result.uuid,
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    isMeta: false,
    level: 'info',
    uuid: '0b8f5a3e-5d0c-4a53-8f0f-6f5f0f4f1a05',
    timestamp: '2025-11-20T09:00:00.000Z',
    compactMetadata: metadata,
  } satisfies SystemEntry

  test('its samples are entries', () => {
    const entries: readonly SessionEntry[] = [prompt, note, answer, result, history, queued, title, boundary]
    expect(entries.every(entry => knownTypes.has(String(entry.type)))).toBe(true)
  })

  test('a tool result takes four forms', () => {
    const forms: readonly ToolUseResult[] = [
      { type: 'create', filePath: '/tmp/pears.csv', content: 'pear', structuredPatch: [] },
      'Error: no such file',
      [{ type: 'text', text: 'from an MCP server' }],
      null,
    ]
    expect(forms).toHaveLength(4)
    expectTypeOf<ToolUseResults['Bash']>().toEqualTypeOf<BashResult>()
  })
})

describe('source document 001', () => {
  test('its user message carries the fields of an answer, its results an error flag', () => {
    const entry = {
      ...place,
      type: 'user',
      uuid: 'u-1',
      parentUuid: 'a-1',
      timestamp: '2025-11-27T10:00:00.000Z',
      slug: 'quiet-humming-finch',
      todos: [{ content: 'Prune', status: 'pending', activeForm: 'Pruning' }],
      message: {
        id: 'msg_01Pear',
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_01Pear', content: 'cut', is_error: false }],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1, service_tier: 'standard', cache_read_input_tokens: 0 },
      },
    } satisfies UserEntry
    expectTypeOf(entry).toExtend<SessionEntry>()
  })

  test('its system entry has two forms', () => {
    const retry = {
      type: 'system',
      uuid: 's-1',
      parentUuid: 'u-1',
      timestamp: '2025-11-27T10:00:03.000Z',
      sessionId: place.sessionId,
      level: 'error',
      subtype: 'retry_scheduled',
      error: 'overloaded',
      cause: 'busy',
      retryAttempt: 2,
      retryInMs: 900,
      maxRetries: 5,
    } satisfies SystemEntry
    const text = { type: 'system', uuid: 's-2', parentUuid: 's-1', content: 'Back again' } satisfies SystemEntry
    expectTypeOf(retry).toExtend<SessionEntry>()
    expectTypeOf(text).toExtend<SessionEntry>()
  })
})

describe('source document 002', () => {
  test('uuids may be null, timestamps numbers, a snapshot without detail', () => {
    const chunk = {
      type: 'assistant',
      uuid: null,
      parentUuid: null,
      sessionId: place.sessionId,
      timestamp: 1763625600123,
      message: {
        id: 'msg_01Plum',
        role: 'assistant',
        model: 'claude-opus-4-5-20251101',
        stop_reason: null,
        content: [],
      },
    } satisfies AssistantEntry
    const prompt = {
      type: 'user',
      userType: 'user',
      message: { role: 'user', content: [{ type: 'text', text: 'And plums?' }] },
    } satisfies UserEntry
    const history = { type: 'file-history-snapshot', snapshot: {}, isSnapshotUpdate: true } satisfies SessionEntry
    const entries: readonly SessionEntry[] = [chunk, prompt, history]
    expect(entries).toHaveLength(3)
  })
})

describe('source document 003', () => {
  test('a summary has a version, a snapshot names a role', () => {
    const summary = { type: 'summary', summary: 'Plums', leafUuid: 'leaf-1', version: '1' } satisfies SummaryEntry
    const snapshot = {
      type: 'snapshot',
      messageId: 'leaf-1',
      snapshot: 'assistant',
      isExtensionMessage: false,
      timestamp: '2024-03-02T07:00:00Z',
    } satisfies SnapshotEntry
    const entries: readonly SessionEntry[] = [summary, snapshot]
    expect(entries.map(entry => entry.type)).toEqual(['summary', 'snapshot'])
  })
})

describe('source document 004', () => {
  const flat = { timestamp: '2025-02-01T06:00:00Z', sessionId: 'orchard-9' } as const

  test('messages are flat', () => {
    const prompt = {
      ...flat,
      type: 'user',
      uuid: 'n-1',
      parentUuid: 'n-0',
      message: 'Draw the orchard',
      userType: 'human',
    } satisfies FlatUserEntry
    const reply = {
      ...flat,
      type: 'assistant',
      uuid: 'n-2',
      parentUuid: 'n-1',
      message: 'Drawing.',
      subtype: 'response',
    } satisfies FlatAssistantEntry
    const call = {
      ...flat,
      type: 'assistant',
      uuid: 'n-3',
      parentUuid: 'n-2',
      subtype: 'tool_use',
      toolName: 'Write',
      toolArguments: { file_path: '/home/ada/orchard.svg' },
      isAborted: true,
    } satisfies FlatAssistantEntry
    const done = {
      ...flat,
      type: 'system',
      uuid: 'n-4',
      parentUuid: 'n-3',
      message: 'Written',
    } satisfies FlatSystemEntry
    const gone = {
      ...flat,
      type: 'user',
      uuid: 'n-5',
      parentUuid: 'n-4',
      logicalParentUuid: 'n-1',
      isDeleted: true,
      isSidechain: true,
      userType: 'external',
      message: '[removed]',
    } satisfies FlatUserEntry
    const entries: readonly SessionEntry[] = [prompt, reply, call, done, gone]
    expect(entries).toHaveLength(5)
  })

  test('a compaction is a trio of entries of their own type', () => {
    const trio = [
      { ...flat, type: 'compact_system', uuid: 'n-6', message: 'conversation_compacting' },
      {
        ...flat,
        type: 'compact_system',
        uuid: 'n-7',
        message: 'conversation_compacted',
        metadata: { preservedMessages: 4, totalMessages: 90 },
      },
      { ...flat, type: 'compact_system', uuid: 'n-8', message: 'conversation_restored' },
    ] satisfies readonly CompactSystemEntry[]
    expectTypeOf(trio[0]!).toExtend<SessionEntry>()
  })
})

describe('narrowing', () => {
  test('a listed type rules the unknown arm out', () => {
    const entry = { type: 'last-prompt', leafUuid: 'leaf-1', explicit: true } as SessionEntry
    if (entry.type !== 'last-prompt') throw new Error('not narrowed')
    expectTypeOf(entry.leafUuid).toEqualTypeOf<string | null | undefined>()

    const system = { type: 'system', subtype: 'compact_boundary' } as SystemEntry
    if (system.subtype !== 'compact_boundary') throw new Error('not narrowed')
    expectTypeOf(system).toEqualTypeOf<CompactBoundaryEntry>()

    const block = { type: 'text', text: 'plum' } as ContentBlock
    if (block.type !== 'text') throw new Error('not narrowed')
    expectTypeOf(block).toEqualTypeOf<TextBlock>()
  })

  test('an entry of another type, or of none, is an entry with all its fields', () => {
    const record: Open = { type: 'moon-phase', phase: 'full' }
    const future = record as UnknownEntry
    expectTypeOf(future.type).toExtend<string | undefined>()
    const untyped: SessionEntry = { phase: 'new' }
    expectTypeOf(future).toExtend<SessionEntry>()
    expect([future.phase, untyped.phase]).toEqual(['full', 'new'])
  })
})

describe('the table of known names', () => {
  // The objects must name every member of the type, or they do not compile.
  type Listed<Name> = Name extends Unlisted ? never : Name extends string ? Name : never

  test('has every entry type', () => {
    const types: Record<Listed<(ClientEntry | DialectEntry)['type']>, true> = {
      user: true,
      assistant: true,
      system: true,
      attachment: true,
      progress: true,
      summary: true,
      'last-prompt': true,
      'queue-operation': true,
      'file-history-snapshot': true,
      'file-history-delta': true,
      'custom-title': true,
      'ai-title': true,
      'agent-name': true,
      'agent-color': true,
      'agent-setting': true,
      tag: true,
      mode: true,
      'permission-mode': true,
      'pr-link': true,
      'frame-link': true,
      'cost-state': true,
      'tools-used': true,
      'api-request': true,
      'api-request-shape': true,
      'api-request-blob': true,
      'content-replacement': true,
      'worktree-state': true,
      relocated: true,
      'ended-by-model': true,
      'atis-latch': true,
      'attribution-snapshot': true,
      'bridge-session': true,
      'fork-context-ref': true,
      'continued-in': true,
      'history-suppression': true,
      'isolation-latch': true,
      'session-owner': true,
      'dev-mods': true,
      'memory-mode': true,
      'repl-mode': true,
      'data-flow-records': true,
      'data-flow-incomplete': true,
      'derived-from': true,
      'observer-ref': true,
      'artifact-comment-monitor': true,
      'artifact-autoreact-ledger': true,
      'resume-head-vouch': true,
      snapshot: true,
      compact_system: true,
    }
    expect([...knownTypes].sort()).toEqual(Object.keys(types).sort())
  })

  test('has every system subtype', () => {
    const subtypes: Record<Listed<SystemEntry['subtype']>, true> = {
      compact_boundary: true,
      microcompact_boundary: true,
      turn_duration: true,
      local_command: true,
      api_error: true,
      stop_hook_summary: true,
      informational: true,
      away_summary: true,
      model_fallback: true,
      model_refusal_fallback: true,
      file_snapshot: true,
      scheduled_task_fire: true,
      permission_retry: true,
      retry_scheduled: true,
    }
    expect([...knownSystemSubtypes].sort()).toEqual(Object.keys(subtypes).sort())
  })

  test('has every block type', () => {
    const blocks: Record<Listed<ContentBlock['type']>, true> = {
      text: true,
      thinking: true,
      redacted_thinking: true,
      tool_use: true,
      tool_result: true,
      image: true,
      document: true,
      search_result: true,
      server_tool_use: true,
      mcp_tool_use: true,
      web_search_tool_result: true,
      web_fetch_tool_result: true,
      code_execution_tool_result: true,
      bash_code_execution_tool_result: true,
      text_editor_code_execution_tool_result: true,
      tool_search_tool_result: true,
      advisor_tool_result: true,
      mcp_tool_result: true,
      tool_reference: true,
      container_upload: true,
      compaction: true,
    }
    expect([...knownBlockTypes].sort()).toEqual(Object.keys(blocks).sort())
  })
})
