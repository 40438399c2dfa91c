// The files of a session that move, each with what changes in it.

import { join, relative, sep } from 'node:path'
import { type FileState, fileState, isPresent, type MovedFile, readWhole, SessionChanged } from '../../disk/index.js'
import type { Edit } from '../../format/changes.js'
import type { SessionFolder } from '../../format/session-folder.js'
import { type PathFinder, renamedText, renamedTranscript } from '../../reshape/paths/index.js'
import type { OpenForChange } from '../reshape/reshape-source.js'

export interface MovedSides {
  readonly files: readonly MovedFile[]
  readonly places: number
  readonly left: number
}

/** Larger files are outputs that nobody reads as text; they move as they are. */
const MAX_TEXT = 256 * 1024 * 1024

/** Backups of the user's files and images stay where they are, and as they are: they are no words about paths. */
export async function movedSides(open: OpenForChange, target: string, find: PathFinder): Promise<MovedSides> {
  const { folder, agents } = open.source
  const files: MovedFile[] = []
  let places = 0
  let left = 0
  for (const [position, agent] of folder.agents.entries()) {
    const renamed = renamedTranscript(agents[position]!, find)
    const state = fileState(agent.path)
    if (state.size !== agents[position]!.size) throw new SessionChanged(agent.path, 'changed')
    files.push(moved(agent.path, folder, target, state, [...renamed.edits]))
    places += renamed.counts.inFields + renamed.counts.inWords
    left += renamed.counts.left
    if (agent.metaPath !== undefined) places += await text(agent.metaPath)
  }
  const { toolResults, others, titleFile, tasks, todos, sessionEnv } = folder
  for (const { path } of [...toolResults, ...others, ...(titleFile ? [titleFile] : [])]) places += await text(path)
  for (const { path } of [...tasks, ...todos, ...sessionEnv]) places += await text(path)
  return { files, places, left }

  async function text(path: string): Promise<number> {
    const { state, edits } = await textEdits(path, find)
    const file = moved(path, folder, target, state, edits)
    if (file.from !== file.to || edits.length > 0) files.push(file)
    return edits.length
  }
}

function moved(
  path: string,
  { projectFolder }: SessionFolder,
  target: string,
  state: FileState,
  edits: readonly Edit[],
): MovedFile {
  const below = relative(projectFolder, path)
  const to = below === '..' || below.startsWith(`..${sep}`) ? path : join(target, below)
  return { role: 'side', from: path, to, state, edits }
}

export async function textEdits(
  path: string,
  find: PathFinder,
): Promise<{ readonly state: FileState; readonly edits: readonly Edit[] }> {
  const state = fileState(path)
  if (state.size > MAX_TEXT) return { state, edits: [] }
  const { bytes } = await readWhole(path)
  return { state, edits: renamedText(bytes, find) }
}

/** Files that lie in a project's folder and belong to none of its sessions: memory and the like. */
export async function movedRest(
  paths: readonly string[],
  projectFolder: string,
  target: string,
  find: PathFinder,
): Promise<MovedSides & { readonly inTheWay: readonly string[] }> {
  const files: MovedFile[] = []
  const inTheWay: string[] = []
  let places = 0
  for (const path of paths) {
    const to = join(target, relative(projectFolder, path))
    if (to !== path && isPresent(to)) {
      inTheWay.push(path)
      continue
    }
    const { state, edits } = await textEdits(path, find)
    if (to !== path || edits.length > 0) files.push({ role: 'side', from: path, to, state, edits })
    places += edits.length
  }
  return { files, places, left: 0, inTheWay }
}
