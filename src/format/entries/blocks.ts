// What can stand in `message.content`?
//
// The blocks of the Messages API as the client stores them. Only `type` is required: a field that the API demands may
// still be missing in a damaged or hand-made file. Blocks are sent back to the API as they stand, unknown fields
// included (A2.14), so nothing of ours ever goes into one.

import type { OneOf, Open, Unlisted } from './open.js'

export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock
  | SearchResultBlock
  | ServerToolUseBlock
  | ServerToolResultBlock
  | ToolReferenceBlock
  | ContainerUploadBlock
  | CompactionBlock
  | UnknownBlock

interface Block extends Open {
  /** A cache mark that was stored with the block; the request may hold four (A2.15). */
  readonly cache_control?: CacheControl | null
}

export interface CacheControl extends Open {
  readonly type?: OneOf<'ephemeral'>
  readonly ttl?: OneOf<'5m' | '1h'>
}

export interface TextBlock extends Block {
  readonly type: 'text'
  readonly text?: string
  readonly citations?: readonly unknown[] | null
}

/** Signed reasoning. An empty text beside a signature is normal (A3.3); the block is kept whole or removed whole. */
export interface ThinkingBlock extends Block {
  readonly type: 'thinking'
  readonly thinking?: string
  readonly signature?: string
}

export interface RedactedThinkingBlock extends Block {
  readonly type: 'redacted_thinking'
  readonly data?: string
}

export interface ToolUseBlock extends Block {
  readonly type: 'tool_use'
  readonly id?: string
  readonly name?: string
  /** An object by the API's rules; a string has been seen and is sent as it is (A2.8). */
  readonly input?: Readonly<Record<string, unknown>> | string
  readonly caller?: ToolCaller
}

/** What made the call: the model itself, or code that runs on the API's side. */
export interface ToolCaller extends Open {
  readonly type?: OneOf<'direct'>
  readonly tool_id?: string
}

export interface ToolResultBlock extends Block {
  readonly type: 'tool_result'
  readonly tool_use_id?: string
  /** Mostly a string; blocks for images, MCP and agents; absent for a tool without output; rarely a bare object. */
  readonly content?: string | readonly ContentBlock[] | Open | null
  readonly is_error?: boolean | null
}

export interface ImageBlock extends Block {
  readonly type: 'image'
  readonly source?: MediaSource
}

export interface DocumentBlock extends Block {
  readonly type: 'document'
  readonly source?: MediaSource
  readonly title?: string | null
  readonly context?: string | null
  readonly citations?: unknown
}

/** The bytes of an image or document in base64, or where they are. */
export interface MediaSource extends Open {
  readonly type?: OneOf<'base64' | 'url' | 'file' | 'text' | 'content'>
  readonly media_type?: string
  readonly data?: string
  readonly url?: string
  readonly file_id?: string
}

export interface SearchResultBlock extends Block {
  readonly type: 'search_result'
  readonly source?: string
  readonly title?: string
  readonly content?: readonly ContentBlock[]
}

/** A call that the API answers itself, inside the same assistant message (A2.13). */
export interface ServerToolUseBlock extends Block {
  readonly type: 'server_tool_use' | 'mcp_tool_use'
  readonly id?: string
  readonly name?: string
  readonly server_name?: string
  readonly input?: unknown
  readonly caller?: ToolCaller
}

export interface ServerToolResultBlock extends Block {
  readonly type:
    | 'web_search_tool_result'
    | 'web_fetch_tool_result'
    | 'code_execution_tool_result'
    | 'bash_code_execution_tool_result'
    | 'text_editor_code_execution_tool_result'
    | 'tool_search_tool_result'
    | 'advisor_tool_result'
    | 'mcp_tool_result'
  readonly tool_use_id?: string
  /** Partly encrypted; it must go back unchanged. */
  readonly content?: unknown
  readonly is_error?: boolean
  readonly caller?: ToolCaller
}

/** A tool that a search made available. It must be among the request's tools (A2.12). */
export interface ToolReferenceBlock extends Block {
  readonly type: 'tool_reference'
  readonly tool_name?: string
}

export interface ContainerUploadBlock extends Block {
  readonly type: 'container_upload'
  readonly file_id?: string
}

/** A summary that the API wrote in place of earlier turns. */
export interface CompactionBlock extends Block {
  readonly type: 'compaction'
  readonly content?: string | null
}

/** Any other block, kept as it is. */
export interface UnknownBlock extends Open {
  readonly type?: Unlisted
}
