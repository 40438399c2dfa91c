// How a session is continued: the command, the directory it runs in, and whether anything speaks against it.

import { basename, isAbsolute } from 'node:path'
import { NONE } from '../../conversation/index.js'
import { isFolder } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import type { Finding } from '../../format/finding.js'
import { encodeProjectPath, isSessionId } from '../../format/session-folder.js'
import { inConfigDir, sessionWord } from '../../format/shell-word.js'
import { type Action, type OfSession, openOptions, sessionFile, timeAt } from '../action.js'
import { refuseArchived } from '../archive/refuse-archived.js'
import { checkSessions, type SessionFile } from '../check/check.js'
import { sessionContext } from '../context/context.js'
import { type OpenReading, openReading } from '../session/open-reading.js'
import type { OpenOptions } from '../session/open-session.js'
import type { Place } from '../session/place.js'
import { usualConfigDir } from './resume-call.js'

export interface ResumePlan {
  readonly session: string
  readonly path: string
  /** Where the client is started: the directory that the session worked in. */
  readonly directory: string
  /** Empty where no client can be started on it. */
  readonly command: readonly string[]
  /** Set where the session does not lie in the client's usual config dir. */
  readonly environment: Readonly<Record<string, string>>
  readonly resumes: boolean
  /** Why the client would not take it up, or cannot be started there. */
  readonly reasons: readonly string[]
  readonly findings: readonly Finding[]
}

export interface ResumeOptions extends OpenOptions {
  readonly now: number
  /** The config dir that the client would use by itself. */
  readonly usualConfigDir: string
  /** `--config-dir`, where it was given. */
  readonly configDir?: string | undefined
}

export const resume: Action<OfSession, ResumePlan> = async (place, { session }, doing = {}) =>
  planResume(await resumable(place, session), {
    ...openOptions(place, doing),
    now: timeAt(place),
    usualConfigDir: usualConfigDir(place),
    configDir: place.configDir,
  })

async function resumable(place: Place, reference: string | undefined): Promise<SessionFile> {
  const session = await sessionFile(place, reference, 'resume')
  refuseArchived(session, 'resume')
  return session
}

/** Never with a flag that skips permissions: whoever wants that writes it himself. */
export async function planResume(session: SessionFile, options: ResumeOptions): Promise<ResumePlan> {
  if (session.configDir === undefined) {
    const advice =
      'Claude Code only resumes sessions from its config dir, so copy the session into a project folder there'
    throw new InputError('session-outside', `${session.path} is not in a config dir; ${advice}`)
  }
  const { findings } = await checkSessions([session], { now: options.now, configDir: options.configDir })
  const open = await openReading(session, options)
  try {
    const context = sessionContext(open)
    const directory = workedIn(open, basename(open.folder!.projectFolder))
    const isTakenUp = isSessionId(open.id)
    const reasons = [
      ...(isTakenUp ? [] : [notById(open.id, session.path, options.configDir)]),
      ...(context.resumes ? [] : [context.reason!]),
      ...findings.flatMap(one => (one.severity === 'refuses' ? [one.message] : [])),
      ...(directory === undefined ? ['no entry names the directory of the session'] : []),
      ...(directory === undefined || isFolder(directory) ? [] : [`directory ${directory} no longer exists`]),
    ]
    const isUsual = session.configDir === options.usualConfigDir
    return {
      session: open.id,
      path: session.path,
      directory: directory ?? '',
      // Nothing but a uuid: another name may be a flag of the client.
      command: isTakenUp ? ['claude', '--resume', open.id] : [],
      environment: isUsual ? {} : { CLAUDE_CONFIG_DIR: session.configDir },
      resumes: reasons.length === 0,
      reasons: [...new Set(reasons)],
      findings,
    }
  } finally {
    open.close()
  }
}

function notById(id: string, path: string, configDir: string | undefined): string {
  const call = inConfigDir(`rethread clone ${sessionWord(id, path)}`, configDir)
  return `the file name is not a session id (a uuid), so the client cannot resume it: ${call} makes a copy that it can`
}

/** The directory that the project folder is named after, where an entry says it: a session may have worked in several (B4). */
function workedIn(open: OpenReading, folder: string): string | undefined {
  const { about, rows } = open.conversation
  const found = new Set(about.cwd === undefined ? [] : [about.cwd])
  for (let row = rows.count - 1; row > NONE && found.size < 2; row--) {
    const { cwd } = (open.entry(row) ?? {}) as { readonly cwd?: unknown }
    if (typeof cwd === 'string') {
      found.add(cwd)
      break
    }
  }
  // A relative one would mean another directory for each who starts it, or a flag of `cd`.
  const directories = [...found].filter(isAbsolute)
  return directories.find(cwd => encodeProjectPath(cwd) === folder) ?? directories[0]
}
