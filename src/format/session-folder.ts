// What belongs to a session besides its file, and what are these things called? (resume-rules §2)
//
// Plain values and names only: `disk` finds the files, everyone else reads about them here. The sidechains that 1.0
// clients write into the session file itself are entries, not files, and so not here (D9).

/** A session with everything that the client keeps for it. Paths are absolute. */
export interface SessionFolder {
  readonly id: string
  /** The session file. */
  readonly path: string
  /** Absent for a session outside any config dir: its side files are then looked for next to it. */
  readonly configDir?: string
  /** The folder in which the session file lies. Which directory it stands for is told by `cwd` in the entries. */
  readonly projectFolder: string
  readonly agents: readonly AgentFile[]
  /** Big tool outputs, which the client deletes by their own age (B5): one that an entry names may be gone. */
  readonly toolResults: readonly SideFile[]
  readonly fileHistory: readonly SideFile[]
  readonly tasks: readonly SideFile[]
  readonly todos: readonly SideFile[]
  readonly imageCache: readonly SideFile[]
  readonly sessionEnv: readonly SideFile[]
  readonly titleFile?: SideFile
  /** Whatever else lies in the session's own folder; the client deletes it together with the session (B5). */
  readonly others: readonly SideFile[]
}

export interface SideFile {
  readonly path: string
  /** Relative to the folder of its kind, with `/` on every platform. */
  readonly name: string
  readonly size: number
  readonly mtimeMs: number
}

/** A subagent's transcript: beside the sessions of the project (2.0) or in the session's own folder (2.1). */
export interface AgentFile {
  readonly path: string
  readonly agentId: string
  readonly layout: 'beside' | 'subagents'
  /** `agent-….meta.json`, which names the tool call that started the agent. */
  readonly metaPath?: string
  readonly size: number
  readonly mtimeMs: number
}

export const PROJECTS = 'projects'
export const SESSION_ENDING = '.jsonl'
export const META_ENDING = '.meta.json'
export const SUBAGENTS = 'subagents'
export const TOOL_RESULTS = 'tool-results'
export const TITLE_FILE = 'custom-title.json'
export const TODOS = 'todos' as const
/** Folders of the config dir that hold one folder a session. */
export const FOLDERS_BY_SESSION = {
  fileHistory: 'file-history',
  tasks: 'tasks',
  imageCache: 'image-cache',
  sessionEnv: 'session-env',
} as const

/** Which folder holds a side file: the session's own, the project's, or one of the config dir's. */
export type SideFileFolder =
  | 'own'
  | 'beside'
  | typeof TODOS
  | (typeof FOLDERS_BY_SESSION)[keyof typeof FOLDERS_BY_SESSION]

/** Where a side file lies, whatever the session and wherever its project: `name` is relative, with `/`. */
export interface SideFilePlace {
  readonly in: SideFileFolder
  readonly name: string
}

/** The parts of the path, below the project's folder or below the config dir. */
export function sideFileParts(
  { in: folder, name }: SideFilePlace,
  sessionId: string,
): { readonly below: 'project' | 'config'; readonly parts: readonly string[] } {
  const parts = name.split('/')
  switch (folder) {
    case 'own':
      return { below: 'project', parts: [sessionId, ...parts] }
    case 'beside':
      return { below: 'project', parts }
    case 'todos':
      return { below: 'config', parts: [folder, ...parts] }
    default:
      return { below: 'config', parts: [folder, sessionId, ...parts] }
  }
}

/**
 * The name of the folder in which the client keeps the sessions of a directory: each UTF-16 unit that is no ASCII
 * letter or digit becomes '-'. `/`, `\`, `:`, `_`, `.` and `@` all end up the same, so the name cannot be decoded.
 */
export function encodeProjectPath(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, '-')
}

/** The client resumes by file name only where it is a uuid (R-F8). */
export function isSessionId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/**
 * May a folder of the session be called after it? Anybody may have put a file there, and `...jsonl` would give the name
 * of the folder above. The client's own names are uuids; what people call their files works too. A session with another
 * name has no files besides its own.
 */
export function namesFolder(id: string): boolean {
  return (
    /^(?![.\s])[^\\/:\p{C}]+$/u.test(id) &&
    !/[. ]$/.test(id) &&
    id.length <= 200 &&
    !CLIENT_FOLDERS.has(id.toLowerCase())
  )
}

/** In a project's folder the client keeps its notes beside the sessions. */
const CLIENT_FOLDERS: ReadonlySet<string> = new Set(['memory'])

/** The id that a session file's name gives; undefined for the name of anything else. */
export function sessionIdOfName(fileName: string): string | undefined {
  if (!fileName.endsWith(SESSION_ENDING) || fileName.length === SESSION_ENDING.length) return undefined
  return agentIdOfName(fileName) === undefined ? fileName.slice(0, -SESSION_ENDING.length) : undefined
}

/** `agent-<id>.jsonl` is a subagent's transcript. */
export function agentIdOfName(fileName: string): string | undefined {
  return /^agent-(.+)\.jsonl$/s.exec(fileName)?.[1]
}

/** `todos/<session id>-agent-<agent or session id>.json` */
export function isTodoOf(fileName: string, sessionId: string): boolean {
  return fileName.startsWith(`${sessionId}-agent-`) && fileName.endsWith('.json')
}
