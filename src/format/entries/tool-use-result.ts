// What does the client keep about a tool's result, beside the block that it sends to the model?
//
// `toolUseResult` on a `user` entry takes four forms: an object for a built-in tool that ran, a string for an error, an
// array of blocks for an MCP tool, and null. The shape of the object depends on the tool, and nothing in it names the
// tool: find the call by `tool_use_id`, then take the shape from `ToolUseResults`.

import type { ContentBlock } from './blocks.js'
import type { OneOf, Open } from './open.js'
import type { Usage } from './usage.js'

export type ToolUseResult = ToolUseResultObject | string | readonly unknown[] | null

export type ToolUseResultObject = ToolUseResults[keyof ToolUseResults] | OtherToolResult

/** The object that each tool leaves, by the tool's name. */
export interface ToolUseResults {
  readonly Bash: BashResult
  readonly BashOutput: BashOutputResult
  readonly KillShell: KillShellResult
  readonly KillBash: KillShellResult
  readonly Read: ReadResult
  readonly Edit: EditResult
  readonly MultiEdit: EditResult
  readonly NotebookEdit: EditResult
  readonly Write: WriteResult
  readonly Grep: SearchResult
  readonly Glob: SearchResult
  readonly LSP: LspResult
  readonly TodoWrite: TodoWriteResult
  readonly Task: AgentResult
  readonly Agent: AgentResult
  readonly TaskCreate: TaskResult
  readonly TaskGet: TaskResult
  readonly TaskUpdate: TaskUpdateResult
  readonly TaskList: TaskListResult
  readonly TaskOutput: TaskOutputResult
  readonly AgentOutputTool: TaskOutputResult
  readonly TaskStop: TaskStopResult
  readonly WebFetch: WebFetchResult
  readonly WebSearch: WebSearchResult
  readonly AskUserQuestion: AskUserQuestionResult
  readonly ExitPlanMode: PlanResult
  readonly Skill: SkillResult
  readonly SlashCommand: SkillResult
  readonly ToolSearch: ToolSearchResult
}

/** The result of a tool that is not listed. */
export interface OtherToolResult extends Open {
  readonly type?: string | null
}

// Shell

export interface BashResult extends Open {
  readonly stdout?: string
  readonly stderr?: string
  readonly interrupted?: boolean
  /** `stdout` is a picture as a data URL. */
  readonly isImage?: boolean
  readonly noOutputExpected?: boolean
  readonly returnCodeInterpretation?: string
  /** The command goes on in the background under this id. */
  readonly backgroundTaskId?: string
  /** Where the whole output is when it was too long for the entry. Names the session's folder. */
  readonly persistedOutputPath?: string
  readonly persistedOutputSize?: number
  readonly staleReadFileStateHint?: string
  readonly gitOperation?: Open
}

export interface BashOutputResult extends Open {
  readonly shellId?: string
  readonly command?: string
  readonly status?: string
  readonly exitCode?: number | null
  readonly stdout?: string
  readonly stderr?: string
  readonly stdoutLines?: number
  readonly stderrLines?: number
  readonly timestamp?: string
}

export interface KillShellResult extends Open {
  readonly message?: string
  readonly shell_id?: string
  readonly success?: boolean
}

// Files

export interface ReadResult extends Open {
  readonly type?: OneOf<'text' | 'image' | 'pdf' | 'notebook' | 'file_unchanged'> | null
  readonly file?: FileResult
}

/** A file as `Read` saw it: lines of text, or a picture or PDF in base64. */
export interface FileResult extends Open {
  readonly filePath?: string
  readonly content?: string
  readonly numLines?: number
  readonly startLine?: number
  readonly totalLines?: number
  readonly base64?: string
  readonly type?: string
  readonly originalSize?: number
  readonly dimensions?: ImageDimensions
}

export interface ImageDimensions extends Open {
  readonly originalWidth?: number
  readonly originalHeight?: number
  readonly displayWidth?: number
  readonly displayHeight?: number
}

export interface EditResult extends Open {
  readonly filePath?: string
  readonly oldString?: string
  readonly newString?: string
  readonly replaceAll?: boolean
  /** `MultiEdit` of 1.0.x: several replacements and the text before them. */
  readonly edits?: readonly EditStep[]
  readonly originalFileContents?: string | null
  readonly originalFile?: string | null
  readonly structuredPatch?: readonly PatchHunk[]
  /** The user changed the text before accepting it. */
  readonly userModified?: boolean
}

export interface EditStep extends Open {
  readonly old_string?: string
  readonly new_string?: string
  readonly replace_all?: boolean
}

export interface WriteResult extends Open {
  readonly type?: OneOf<'create' | 'update'>
  readonly filePath?: string
  readonly content?: string
  readonly originalFile?: string | null
  readonly structuredPatch?: readonly PatchHunk[]
  readonly userModified?: boolean
}

/** One hunk of a diff; each line starts with a blank, a plus or a minus. */
export interface PatchHunk extends Open {
  readonly oldStart?: number
  readonly oldLines?: number
  readonly newStart?: number
  readonly newLines?: number
  readonly lines?: readonly string[]
}

/** `Grep` and `Glob`. */
export interface SearchResult extends Open {
  readonly mode?: OneOf<'content' | 'files_with_matches' | 'count'>
  readonly filenames?: readonly string[]
  readonly numFiles?: number
  readonly content?: string
  readonly numLines?: number
  readonly numMatches?: number
  readonly appliedLimit?: number
  readonly appliedOffset?: number
  readonly durationMs?: number
  readonly truncated?: boolean
}

export interface LspResult extends Open {
  readonly operation?: string
  readonly result?: string
  readonly filePath?: string
  readonly resultCount?: number
  readonly fileCount?: number
}

// Tasks and agents

export interface TodoWriteResult extends Open {
  readonly oldTodos?: readonly Todo[]
  readonly newTodos?: readonly Todo[]
}

export interface Todo extends Open {
  readonly content?: string
  readonly status?: OneOf<'pending' | 'in_progress' | 'completed'>
  readonly activeForm?: string
  readonly id?: string
  readonly priority?: string
}

/** A subagent: its answer and its cost, or, when it runs in the background, where its output will be. */
export interface AgentResult extends Open {
  readonly status?: OneOf<'completed' | 'async_launched'>
  readonly agentId?: string
  readonly agentType?: string
  readonly prompt?: string
  readonly description?: string
  readonly content?: readonly ContentBlock[]
  readonly totalDurationMs?: number
  readonly totalTokens?: number
  readonly totalToolUseCount?: number
  readonly usage?: Usage
  readonly toolStats?: ToolStats
  readonly model?: string
  readonly resolvedModel?: string
  readonly wasInterrupted?: boolean
  readonly isAsync?: boolean
  readonly outputFile?: string
  readonly canReadOutputFile?: boolean
}

export interface ToolStats extends Open {
  readonly readCount?: number
  readonly searchCount?: number
  readonly bashCount?: number
  readonly editFileCount?: number
  readonly linesAdded?: number
  readonly linesRemoved?: number
  readonly otherToolCount?: number
}

export interface TaskResult extends Open {
  readonly task?: TaskItem | null
}

export interface TaskListResult extends Open {
  readonly tasks?: readonly TaskItem[]
}

/** An item of the task list that replaced the to-dos. */
export interface TaskItem extends Open {
  readonly id?: string
  readonly subject?: string
  readonly description?: string
  readonly status?: string
  readonly blocks?: readonly string[]
  readonly blockedBy?: readonly string[]
}

export interface TaskUpdateResult extends Open {
  readonly success?: boolean
  readonly taskId?: string
  readonly updatedFields?: readonly string[]
  readonly statusChange?: StatusChange
  readonly error?: string
}

export interface StatusChange extends Open {
  readonly from?: string
  readonly to?: string
}

export interface TaskOutputResult extends Open {
  readonly retrieval_status?: OneOf<'success' | 'timeout' | 'not_ready'>
  readonly task?: BackgroundTask | null
}

/** A command or agent that runs in the background. */
export interface BackgroundTask extends Open {
  readonly task_id?: string
  readonly task_type?: OneOf<'local_bash' | 'local_agent'>
  readonly status?: string
  readonly description?: string
  readonly output?: string
  readonly exitCode?: number | null
  readonly prompt?: string
  readonly result?: string
}

export interface TaskStopResult extends Open {
  readonly message?: string
  readonly task_id?: string
  readonly task_type?: string
  readonly command?: string
}

// Web, questions, plans

export interface WebFetchResult extends Open {
  readonly url?: string
  readonly code?: number
  readonly codeText?: string
  readonly bytes?: number
  readonly result?: string
  readonly durationMs?: number
}

export interface WebSearchResult extends Open {
  readonly query?: string
  /** Lists of links, and the search model's own words between them. */
  readonly results?: readonly (WebSearchLinks | string)[]
  readonly durationSeconds?: number
}

export interface WebSearchLinks extends Open {
  readonly tool_use_id?: string
  readonly content?: readonly unknown[]
}

export interface AskUserQuestionResult extends Open {
  readonly questions?: readonly UserQuestion[]
  /** The chosen or typed answer, by the text of its question. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, unknown>>
}

export interface UserQuestion extends Open {
  readonly question?: string
  readonly header?: string
  readonly multiSelect?: boolean
  readonly options?: readonly QuestionOption[]
}

export interface QuestionOption extends Open {
  readonly label?: string
  readonly description?: string
}

export interface PlanResult extends Open {
  readonly plan?: string | null
  readonly filePath?: string
  readonly isAgent?: boolean
}

export interface SkillResult extends Open {
  readonly success?: boolean
  readonly commandName?: string
  readonly allowedTools?: readonly string[]
}

export interface ToolSearchResult extends Open {
  readonly query?: string
  readonly matches?: readonly string[]
  readonly total_deferred_tools?: number
}
