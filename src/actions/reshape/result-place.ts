// Where the result of a change goes: its ids, its file, and the call that resumes it.

import { dirname, resolve } from 'node:path'
import { type ApplyTarget, configDirs, expectInsideProjects, type ResolvedSession } from '../../disk/index.js'
import { encodeProjectPath, isSessionId, SESSION_ENDING } from '../../format/session-folder.js'
import { shellWord } from '../../format/shell-word.js'
import type { ReshapeRequest } from '../../reshape/plan/index.js'
import { resumeCall } from '../resume/resume-call.js'
import type { Place } from '../session/place.js'
import { newIdentity } from './identities.js'
import type { ReshapeCall } from './reshape.js'
import type { OpenForChange } from './reshape-source.js'

export interface ResultPlace {
  readonly plan: ReshapeRequest['target']
  readonly apply: ApplyTarget
  readonly path: string
  readonly resume: string | null
}

export function targetOf(
  place: Place,
  { archived, ...resolved }: ResolvedSession & { readonly kind: 'file' },
  { folder }: OpenForChange,
  { where, keepIds, idsFrom, allTexts, title }: ReshapeCall,
): ResultPlace {
  // One that is only in the archive is read from a copy; what is made of it belongs where it lay.
  const { configDir } = archived ?? resolved
  if (where.kind === 'in-place') {
    return {
      plan: { kind: 'in-place' },
      apply: { kind: 'in-place' },
      path: folder.path,
      resume: isSessionId(folder.id) ? resumeCall(place, folder.id, configDir) : null,
    }
  }
  const named = where.kind === 'file' ? idOfFile(where.path) : undefined
  const { sessionId, newId, newAgentId } = newIdentity(folder.id, idsFrom, named)
  const plan = {
    kind: 'new-session' as const,
    sessionId,
    newId: keepIds ? undefined : newId,
    newAgentId,
    allTexts,
    title,
  }
  if (where.kind === 'file') {
    const path = resolve(place.cwd, where.path)
    return { plan, apply: { kind: 'file', path }, path, resume: null }
  }
  const isHere = where.kind === 'same-project'
  const config = configDir ?? (isHere ? undefined : configDirs(dirsOf(place))[0])
  const projectFolder = isHere
    ? archived
      ? dirname(archived.path)
      : folder.projectFolder
    : resolve(config!, 'projects', encodeProjectPath(resolve(place.cwd, where.directory)))
  if (config !== undefined) expectInsideProjects(projectFolder, config)
  const call = resumeCall(place, sessionId, config)
  return {
    plan,
    apply: {
      kind: 'new-session',
      id: sessionId,
      projectFolder,
      ...(config === undefined ? {} : { configDir: config }),
    },
    path: resolve(projectFolder, sessionId + SESSION_ENDING),
    resume: isHere ? call : `cd ${shellWord(resolve(place.cwd, where.directory))} && ${call}`,
  }
}

function dirsOf({ env, home, configDir }: Place) {
  return { env, home, ...(configDir === undefined ? {} : { flag: configDir }) }
}

/** A file that is called by a uuid is the session of that id; the client finds no other (R-F8). */
function idOfFile(path: string): string | undefined {
  const name = path.slice(dirname(path) === '.' && !path.startsWith('.') ? 0 : dirname(path).length + 1)
  const id = name.endsWith(SESSION_ENDING) ? name.slice(0, -SESSION_ENDING.length) : ''
  return isSessionId(id) ? id : undefined
}
