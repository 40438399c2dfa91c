// What `show` answers: the turns of one path of a session, each with what happened in it, in reading order.
// Plain values only, so that the same report is printed, exported or written as JSON.

/** How much is shown; each one shows what those before it show, and more. */
export const DEPTHS = ['prompts', 'answers', 'narration', 'tools', 'all'] as const
export type Depth = (typeof DEPTHS)[number]

export interface ShowReport {
  readonly session: ShownSession
  readonly depth: Depth
  /** What stands before the first turn; absent where that turn was not asked for. */
  readonly opening?: { readonly items: readonly ShownItem[]; readonly leftOut: LeftOut } | undefined
  /** Made one by one while they are read, so that a long session is never held as a whole. */
  readonly turns: Iterable<ShownTurn>
  /** What the report does not go into. */
  readonly elsewhere: Elsewhere
}

/** The report as one JSON document. */
export interface ShowDocument extends Omit<ShowReport, 'turns'> {
  readonly turns: readonly ShownTurn[]
}

export interface ShownSession {
  readonly id: string
  readonly path?: string | undefined
  readonly title?: string | undefined
  readonly project?: string | undefined
  readonly gitBranch?: string | undefined
  readonly startedAt?: string | undefined
  readonly endedAt?: string | undefined
  /** Turns of the path that is read, shown or not. */
  readonly turns: number
  /** The branch that is read; 1 is the active one. */
  readonly branch: number
  readonly branches: number
}

export interface ShownTurn {
  /** As in `turns`; 0 for work in a file without any prompt. */
  readonly number: number
  /** `implicit`: work without a prompt, or cut off from it. */
  readonly kind: 'prompt' | 'queued' | 'command' | 'bash' | 'implicit'
  readonly state: 'finished' | 'open' | 'interrupted'
  readonly startedAt?: string | undefined
  readonly endedAt?: string | undefined
  readonly durationMs?: number | undefined
  readonly models: readonly string[]
  readonly lines: readonly [number, number]
  readonly items: readonly ShownItem[]
  readonly leftOut: LeftOut
}

/** What stands in the file and is not shown at this depth. */
export interface LeftOut {
  /** Entries of which nothing is shown. */
  readonly entries: number
  /** How many of what: blocks of answers, entries of other kinds. */
  readonly what: Readonly<Record<string, number>>
}

export interface Elsewhere {
  readonly turns: number
  readonly branches: readonly {
    readonly number: number
    readonly state: 'active' | 'abandoned' | 'detached'
    readonly turns: number
    readonly entries: number
  }[]
  /** Agents that no tool call could be found for. */
  readonly agents: readonly ShownAgent[]
  /** Lines of the file that hold no good record. */
  readonly damagedLines: number
}

export type ShownItem =
  | ShownPrompt
  | ShownQueuedPrompt
  | ShownCommand
  | ShownOutput
  | ShownText
  | ShownThinking
  | ShownTool
  | ShownOrphanResult
  | ShownInterruption
  | ShownCompaction
  | ShownRetry
  | ShownNotice
  | ShownAttachment
  | ShownRaw

interface Item {
  /** Lines of the file that it is made from. */
  readonly lines: readonly number[]
  readonly at?: string | undefined
}

/** The user's words; `remark` are words typed while approving or refusing a tool call. */
export interface ShownPrompt extends Item {
  readonly kind: 'prompt'
  readonly how: 'typed' | 'queued' | 'agent' | 'remark'
  readonly text: string
  readonly media: readonly Media[]
  /** Words that asked for more thinking, with their places in the text. */
  readonly triggers: readonly { readonly start: number; readonly end: number; readonly text: string }[]
  /** Marks of source document 004. */
  readonly marks: readonly string[]
}

/** A prompt typed ahead that left no entry of its own: taken back, or lost. */
interface ShownQueuedPrompt extends Item {
  readonly kind: 'queued-prompt'
  readonly state: 'removed' | 'lost'
  readonly text: string
}

/** A slash command, or a command in bash mode. */
interface ShownCommand extends Item {
  readonly kind: 'command'
  readonly mode: 'slash' | 'bash'
  readonly name: string
  readonly args: string
}

/** What a command of the user printed. */
interface ShownOutput extends Item {
  readonly kind: 'output'
  readonly text: Excerpt
  readonly errors: Excerpt
}

/** Words of the model; `error` where the client wrote an error in the place of an answer. */
export interface ShownText extends Item {
  readonly kind: 'text'
  readonly by: 'model' | 'client' | 'error'
  readonly text: string
  readonly model?: string | undefined
  readonly marks: readonly string[]
}

interface ShownThinking extends Item {
  readonly kind: 'thinking'
  /** `signed`: only the signature is left. */
  readonly state: 'readable' | 'signed' | 'redacted'
  readonly text: string
}

export interface ShownTool extends Item {
  readonly kind: 'tool'
  readonly id: string
  readonly name: string
  readonly state: 'paired' | 'pending' | 'lost'
  readonly durationMs?: number | undefined
  readonly form: ToolForm
  /** Input that the form does not tell. */
  readonly details: Readonly<Record<string, unknown>>
  readonly result?: ShownResult | undefined
  readonly agents: readonly ShownAgent[]
}

export interface ShownResult {
  readonly lines: readonly number[]
  readonly isError: boolean
  /** The user did not let it run. */
  readonly refused: boolean
  readonly text: Excerpt
  readonly media: readonly Media[]
  /** Where the whole output was kept when it was too long for the session. */
  readonly persisted?: { readonly path: string; readonly bytes?: number | undefined } | undefined
}

/** What a call did, told in the words of its tool. */
export type ToolForm =
  | { readonly form: 'shell'; readonly command: string; readonly note?: string | undefined }
  | {
      readonly form: 'edit'
      readonly path: string
      readonly created: boolean
      readonly hunks: readonly Hunk[]
      readonly added: number
      readonly removed: number
      readonly moreLines: number
    }
  | {
      readonly form: 'read'
      readonly path: string
      readonly from?: number | undefined
      readonly to?: number | undefined
      readonly total?: number | undefined
      readonly note?: string | undefined
    }
  | {
      readonly form: 'search'
      readonly pattern: string
      readonly where?: string | undefined
      readonly hits?: number | undefined
      readonly unit: 'file' | 'line' | 'match'
    }
  | { readonly form: 'todos'; readonly todos: readonly { readonly text: string; readonly status: string }[] }
  | {
      readonly form: 'agent'
      readonly description: string
      readonly type?: string | undefined
      readonly prompt: Excerpt
      readonly background: boolean
    }
  | {
      readonly form: 'web'
      readonly action: 'fetch' | 'search'
      readonly target: string
      readonly status?: number | undefined
      /** What was asked of the page. */
      readonly question?: string | undefined
    }
  | {
      readonly form: 'question'
      readonly questions: readonly {
        readonly question: string
        readonly options: readonly string[]
        readonly answer?: string | undefined
      }[]
    }
  | { readonly form: 'plan'; readonly plan: string }
  | { readonly form: 'task'; readonly action: string; readonly subject: string; readonly note?: string | undefined }
  | { readonly form: 'other'; readonly server?: string | undefined; readonly tool: string; readonly input: string }

export interface Hunk {
  readonly oldStart?: number | undefined
  readonly newStart?: number | undefined
  /** Each begins with a blank, a plus or a minus. */
  readonly lines: readonly string[]
}

export interface ShownAgent {
  readonly id?: string | undefined
  readonly type?: string | undefined
  readonly description?: string | undefined
  readonly path?: string | undefined
  /** How it was found to belong here. */
  readonly linkedBy?: string | undefined
  readonly ambiguous: boolean
  readonly entries: number
  readonly messages: number
  readonly toolCalls: number
  readonly durationMs?: number | undefined
  /** Its own conversation, where it was asked for. */
  readonly items?: readonly ShownItem[] | undefined
  readonly leftOut?: LeftOut | undefined
}

/** A result whose call is not in the file. */
interface ShownOrphanResult extends Item {
  readonly kind: 'orphan-result'
  readonly id: string
  readonly result: ShownResult
}

interface ShownInterruption extends Item {
  readonly kind: 'interruption'
  readonly text: string
}

export interface ShownCompaction extends Item {
  readonly kind: 'compaction'
  /** `summary`: a summary without the mark of a compaction, as older clients left. */
  readonly dialect: 'boundary' | 'microcompact' | 'compact-system' | 'summary'
  readonly number?: number | undefined
  readonly trigger?: string | undefined
  readonly tokensBefore?: number | undefined
  readonly tokensAfter?: number | undefined
  readonly kept: number
  readonly leftOut: number
  /** Tool results that a microcompaction blanked. */
  readonly cleared: number
  readonly summary?: Excerpt | undefined
}

/** A request that failed and was sent again. */
export interface ShownRetry extends Item {
  readonly kind: 'retry'
  readonly cause: string
  readonly attempt?: number | undefined
  readonly of?: number | undefined
  readonly waitMs?: number | undefined
}

/** What the client noted: hooks, changes of model, background tasks, texts of its own. */
export interface ShownNotice extends Item {
  readonly kind: 'notice'
  /** `system/…`, `attachment/…`, `notification`, `meta` or another entry type. */
  readonly about: string
  readonly level: 'info' | 'warning' | 'error'
  readonly text: Excerpt
}

/** Something that the user put beside a prompt: a file, a picture, selected lines. */
export interface ShownAttachment extends Item {
  readonly kind: 'attachment'
  readonly type: string
  readonly name: string
  readonly text: Excerpt
  readonly media: readonly Media[]
}

/** An entry of a type that is not known here, as it stands. */
export interface ShownRaw extends Item {
  readonly kind: 'raw'
  readonly type: string
  readonly json: Excerpt
}

/** The beginning of a text. */
export interface Excerpt {
  readonly text: string
  /** Whole lines that follow. */
  readonly moreLines: number
  /** Characters that are missing at the end of the last line shown. */
  readonly moreCharacters: number
}

export interface Media {
  readonly type: 'image' | 'document'
  /** "png", "jpeg", "pdf" … */
  readonly format: string
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly bytes?: number | undefined
  /** Where it is, when it is not in the session. */
  readonly source?: string | undefined
  /** In base64; only where it was asked for. */
  readonly data?: string | undefined
}
