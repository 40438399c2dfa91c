// Do all files that lie with a session come along? Each is copied, or named among those that are left out; and of a
// session that is changed in place none goes that is not named.

import type { SideFileChange } from '../../format/changes.js'
import { type SessionFolder, TITLE_FILE } from '../../format/session-folder.js'
import type { Plan } from '../plan/plan.js'

interface FilesOfPlan extends Pick<Plan, 'changes'> {
  readonly named: Pick<Plan['named'], 'idBefore' | 'leftOut'>
}

export function* sideFilesKept({ named, changes }: FilesOfPlan, folder: SessionFolder | undefined): Generator<string> {
  if (!folder) return
  const { sideFiles } = changes
  const goes = leftOut(folder, named.leftOut)
  const gone = sideFiles.flatMap(one => (one.kind === 'remove' ? [one.path] : []))
  const lost = named.idBefore === undefined ? gone.filter(path => !goes.has(path)) : notCopied(folder, sideFiles, goes)
  if (lost.length > 0) yield `a side file would be lost: ${lost[0]}`
  const twice = twicePlaced(sideFiles)
  if (twice !== undefined) yield `two side files would have the same name: ${twice}`
}

function notCopied(
  folder: SessionFolder,
  sideFiles: readonly SideFileChange[],
  goes: ReadonlySet<string>,
): readonly string[] {
  const copied = new Set(sideFiles.flatMap(one => (one.kind === 'copy' ? [one.from] : [])))
  const hasTitle = sideFiles.some(one => one.kind === 'write' && one.to.in === 'own' && one.to.name === TITLE_FILE)
  const title = folder.titleFile && !hasTitle ? [folder.titleFile.path] : []
  return [...filesOf(folder), ...title].filter(path => !copied.has(path) && !goes.has(path))
}

function filesOf(folder: SessionFolder): readonly string[] {
  const { agents, toolResults, fileHistory, tasks, todos, imageCache, sessionEnv, others } = folder
  const files = [toolResults, fileHistory, tasks, todos, imageCache, sessionEnv, others].flat()
  return [
    ...agents.flatMap(({ path, metaPath }) => (metaPath === undefined ? [path] : [path, metaPath])),
    ...files.map(file => file.path),
  ]
}

/** With an agent goes the note about it. */
function leftOut({ agents }: SessionFolder, paths: ReadonlySet<string>): ReadonlySet<string> {
  const metas = agents.flatMap(({ path, metaPath }) => (paths.has(path) && metaPath !== undefined ? [metaPath] : []))
  return new Set([...paths, ...metas])
}

function twicePlaced(sideFiles: readonly SideFileChange[]): string | undefined {
  const taken = new Set<string>()
  for (const one of sideFiles) {
    if (one.kind !== 'copy' && one.kind !== 'write') continue
    const place = `${one.to.in} ${one.to.name}`
    if (taken.has(place)) return one.to.name
    taken.add(place)
  }
  return undefined
}
