// What the model gets when a session is resumed, as a value: which blocks of which entries, in which messages, and what
// the client adds, changes and leaves out. It holds no text of the file; `block.ts` makes the blocks from entries that
// are read when they are wanted.

import type { Finding } from '../format/finding.js'

export interface Context {
  /** The client generation whose rules were applied. */
  readonly client: string
  /** The model that the resumed request asks (N28). */
  readonly model: string
  readonly outcome: Outcome
  /** The row that the history ends at; NONE where there is none. */
  readonly leaf: number
  readonly messages: readonly ContextMessage[]
  /** What is not sent, stretch by stretch. With what the messages name it accounts for every entry of the conversation. */
  readonly omitted: readonly Omitted[]
  readonly findings: readonly Finding[]
  /** The size that the client takes the history to have; undefined where it does not get that far. */
  readonly counted: Counted | undefined
}

/** By which figures the client judges whether the history fills the window (N30, O18). */
export interface Counted {
  /** The answer whose figures it takes; undefined where none has any. */
  readonly row: number | undefined
  readonly tokens: number
  /** The client's own guess of what was added since. */
  readonly since: number
  /** From so many on it compacts before it sends anything; undefined where that is not known of the model. */
  readonly limit: number | undefined
}

export type Outcome =
  | { readonly kind: 'resumes' }
  /** The client summarises the history before it sends anything (N30). */
  | {
      readonly kind: 'compacts'
      readonly reason: string
      /** Tokens of a history that would still be sent as it is. */
      readonly limit: number
    }
  /** The client starts nothing, and says why. */
  | { readonly kind: 'refuses'; readonly reason: string }
  /** How the client acts on such a file is not known; the messages are the best guess. */
  | { readonly kind: 'unknown'; readonly reason: string }

export interface ContextMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly parts: readonly Part[]
  /** The rule that made it, where the client wrote the whole message. */
  readonly rule?: string
  /** Halves of surrogate pairs are sent as they are stored; else they are mended (N31). */
  readonly unmended?: true
}

/** One block of a message. */
export type Part =
  | {
      readonly kind: 'stored'
      readonly row: number
      /** Place in the entry's content; WHOLE where the content is a text. */
      readonly block: number
      /** What the client does to it on the way; absent where it is sent as it stands. */
      readonly change?: BlockChange
    }
  | {
      readonly kind: 'written'
      readonly block: WrittenBlock
      readonly rule: string
      /** The row that it was written for. */
      readonly row?: number
    }

export const WHOLE = -1

/** A block that the client writes itself. */
export type WrittenBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string; readonly is_error?: true }

/** What the client does to a stored block on the way, and the rule that asks for it. */
export type BlockChange =
  /** A tool call under another name (N21). */
  | { readonly rule: string; readonly kind: 'renamed'; readonly name: string }
  /** A tool call without some fields of its input (N21). */
  | { readonly rule: string; readonly kind: 'input-without'; readonly fields: readonly string[] }
  /** A result of which only the text is left (N23). */
  | { readonly rule: string; readonly kind: 'text-only' }
  /** A result whose content is neither text nor blocks: its JSON text (R-T10). */
  | { readonly rule: string; readonly kind: 'as-text' }
  /** A result without the references to tools that are not there (N22). */
  | { readonly rule: string; readonly kind: 'references'; readonly available: readonly string[]; readonly none: string }
  /** A result without images or documents; `none` stands there when nothing is left (A5). */
  | { readonly rule: string; readonly kind: 'without-media'; readonly types: readonly string[]; readonly none: string }
  /** A result with texts in place of its images and documents, one by one; null where one stays (A4.4). */
  | { readonly rule: string; readonly kind: 'media-texts'; readonly texts: readonly (string | null)[] }
  /** A result of which another text is sent (B2). */
  | { readonly rule: string; readonly kind: 'stand-in'; readonly text: string }
  /** A text whose first character is written as `&lt;` (N27). */
  | { readonly rule: string; readonly kind: 'escaped' }
  /** Words between words of the client (N34). */
  | { readonly rule: string; readonly kind: 'framed'; readonly before: string; readonly after: string }
  /** As the entry says that it was shown to the model (N34). */
  | { readonly rule: string; readonly kind: 'rendered'; readonly joins?: true }
  /** Words inside a reminder (N27, N34). */
  | {
      readonly rule: string
      readonly kind: 'reminder'
      readonly before: string
      readonly after: string
      /** Not a block of its own: it stands in the text of the result before it (O15). */
      readonly joins?: true
      /** Not a block of its own: it goes on in the text before it (A1.6). */
      readonly goesOn?: true
      /** What is no text among the blocks leaves an empty line (O15). */
      readonly emptyLines?: true
    }

export interface Omitted {
  readonly rows: readonly number[]
  readonly why: string
}
