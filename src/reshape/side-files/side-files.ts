// The files beside a session that is written anew: which are copied, to where, and what changes in them
// (resume-rules §5.2 to §5.4).

import type { Edit, SideFileChange } from '../../format/changes.js'
import {
  type AgentFile,
  FOLDERS_BY_SESSION,
  type SessionFolder,
  type SideFile,
  type SideFileFolder,
  type SideFilePlace,
  TITLE_FILE,
  TODOS,
  TOOL_RESULTS,
} from '../../format/session-folder.js'
import { findBytes } from '../edits/find-bytes.js'

export interface SideFileOptions {
  readonly folder: SessionFolder
  readonly sessionId: string
  /** Contents of the small files that may name the session: titles, tasks, notes about agents. */
  readonly texts: ReadonlyMap<string, Uint8Array>
  /** Absolute paths that are not taken along. */
  readonly dropped: ReadonlySet<string>
  /** What changes in other files, by their absolute paths. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>
  /** The edits of an agent's transcript. */
  readonly agentEdits: (position: number) => Iterable<Edit>
  /** The id of an agent that lies beside the session, where two of one name would meet. */
  readonly agentIdFor: (agentId: string) => string
  /** A new title, instead of the one that there is. */
  readonly title: string | undefined
}

export interface SideFilesPlan {
  readonly changes: readonly SideFileChange[]
  /** The folder as it will be. */
  readonly folder: SessionFolder
}

const utf8 = new TextEncoder()

export function copiedSideFiles(options: SideFileOptions): SideFilesPlan {
  const { folder, sessionId, texts, dropped, agentEdits, agentIdFor, title } = options
  const changes: SideFileChange[] = []
  const renamed = (text: string): string => text.replaceAll(folder.id, sessionId)
  const kept = <File extends { readonly path: string }>(files: readonly File[]): readonly File[] =>
    files.filter(file => !dropped.has(file.path))

  function copy(path: string, to: SideFileFolder, name: string): void {
    const text = texts.get(path)
    const edits = together(options.edits.get(path) ?? [], text ? ownIdEdits(text) : [])
    changes.push({ kind: 'copy', from: path, to: { in: to, name }, ...(edits.length > 0 ? { edits } : {}) })
  }

  function copyAll(files: readonly SideFile[], to: SideFileFolder, prefix = ''): readonly SideFile[] {
    return kept(files).map(file => {
      const name = to === TODOS ? renamed(file.name) : file.name
      copy(file.path, to, prefix + name)
      return { ...file, name }
    })
  }

  /** An agent lies in the session's own folder, or beside it under a name that must be new (2.0). */
  function copyAgent(agent: AgentFile, position: number): AgentFile {
    const isBeside = agent.layout === 'beside'
    const agentId = isBeside ? agentIdFor(agent.agentId) : agent.agentId
    const place = (path: string): { readonly in: SideFileFolder; readonly name: string } =>
      isBeside
        ? { in: 'beside', name: fileName(path).replace(`agent-${agent.agentId}`, `agent-${agentId}`) }
        : { in: 'own', name: nameBelow(path, folder) }
    changes.push({ kind: 'copy', from: agent.path, to: place(agent.path), edits: agentEdits(position) })
    if (agent.metaPath !== undefined) {
      const { in: to, name } = place(agent.metaPath)
      copy(agent.metaPath, to, name)
    }
    return { ...agent, agentId }
  }

  function ownIdEdits(bytes: Uint8Array): readonly Edit[] {
    const before = utf8.encode(folder.id)
    const content = utf8.encode(sessionId)
    return findBytes(bytes, before).map(offset => ({ offset, length: before.length, content }))
  }

  const agents = folder.agents.flatMap((agent, position) =>
    dropped.has(agent.path) ? [] : [copyAgent(agent, position)],
  )
  if (title !== undefined) {
    const content = utf8.encode(JSON.stringify({ customTitle: title }))
    changes.push({ kind: 'write', to: { in: 'own', name: TITLE_FILE }, content })
  } else if (folder.titleFile) copy(folder.titleFile.path, 'own', TITLE_FILE)
  const result: SessionFolder = {
    ...folder,
    id: sessionId,
    agents,
    toolResults: copyAll(folder.toolResults, 'own', `${TOOL_RESULTS}/`),
    fileHistory: copyAll(folder.fileHistory, FOLDERS_BY_SESSION.fileHistory),
    tasks: copyAll(folder.tasks, FOLDERS_BY_SESSION.tasks),
    todos: copyAll(folder.todos, TODOS),
    imageCache: copyAll(folder.imageCache, FOLDERS_BY_SESSION.imageCache),
    sessionEnv: copyAll(folder.sessionEnv, FOLDERS_BY_SESSION.sessionEnv),
    others: copyAll(folder.others, 'own'),
  }
  return { changes, folder: result }
}

/** In order; of two that overlap the first kind. */
function together(first: readonly Edit[], second: readonly Edit[]): readonly Edit[] {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first
  const taken = first.toSorted((a, b) => a.offset - b.offset)
  let next = 0
  const free = second
    .toSorted((a, b) => a.offset - b.offset)
    .filter(edit => {
      while (next < taken.length && taken[next]!.offset + taken[next]!.length <= edit.offset) next++
      return next === taken.length || taken[next]!.offset >= edit.offset + edit.length
    })
  return [...taken, ...free].sort((a, b) => a.offset - b.offset)
}

/** Where a file of this session lies. */
export function placeOfSideFile(folder: SessionFolder, path: string): SideFilePlace {
  const { fileHistory, tasks, todos, imageCache, sessionEnv } = folder
  const kinds = [
    [FOLDERS_BY_SESSION.fileHistory, fileHistory],
    [FOLDERS_BY_SESSION.tasks, tasks],
    [FOLDERS_BY_SESSION.imageCache, imageCache],
    [FOLDERS_BY_SESSION.sessionEnv, sessionEnv],
    [TODOS, todos],
  ] as const
  for (const [kind, files] of kinds) {
    const file = files.find(one => one.path === path)
    if (file) return { in: kind, name: file.name }
  }
  const isBeside = folder.agents.some(
    agent => agent.layout === 'beside' && (agent.path === path || agent.metaPath === path),
  )
  return isBeside ? { in: 'beside', name: fileName(path) } : { in: 'own', name: nameBelow(path, folder) }
}

/** Of a session that is changed in place, only what nothing names any more goes. */
export function removedSideFiles(folder: SessionFolder, dropped: ReadonlySet<string>): SideFilesPlan {
  const without = <File extends { readonly path: string }>(files: readonly File[]): readonly File[] =>
    files.filter(file => !dropped.has(file.path))
  const metas = folder.agents.flatMap(({ path, metaPath }) =>
    dropped.has(path) && metaPath !== undefined ? [metaPath] : [],
  )
  return {
    changes: [...dropped, ...metas].map(path => ({ kind: 'remove', path })),
    folder: {
      ...folder,
      agents: without(folder.agents),
      toolResults: without(folder.toolResults),
      fileHistory: without(folder.fileHistory),
    },
  }
}

function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Relative to the session's own folder, with `/`. */
function nameBelow(path: string, { projectFolder, id }: SessionFolder): string {
  return path.slice(projectFolder.length + id.length + 2).replaceAll('\\', '/')
}
