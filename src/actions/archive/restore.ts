// Sessions are given back from the archive: to where they lay, or to another project. What is there stays as it is.

import { dirname, join, resolve } from 'node:path'
import { type FoundRecord, type KeptFile, placeOf, projectName, readRecords, staged } from '../../disk/archive/index.js'
import { cacheDir } from '../../disk/cache-place.js'
import { cleanupDays } from '../../disk/client-settings.js'
import { contentState } from '../../disk/file-state.js'
import { millisecondsOf } from '../../disk/file-times.js'
import { configDirs, dataDir, expectInsideProjects, isFolder, isPresent } from '../../disk/index.js'
import { type FileChange, restoreFiles } from '../../disk/restore-files.js'
import { expectSafeWay } from '../../disk/safe-way.js'
import { sideFilePath } from '../../disk/side-file-path.js'
import { InputError, RethreadError } from '../../format/error.js'
import { encodeProjectPath, isSessionId, PROJECTS, SESSION_ENDING } from '../../format/session-folder.js'
import { type Action, timeAt } from '../action.js'
import { resumeCall } from '../resume/resume-call.js'
import { type Place, sessionsOf } from '../session/place.js'
import { tellSwept } from '../undo/tell-swept.js'
import { refusal } from '../undo/undo.js'
import { isDeleted, keptCard, keptNamed, keptSessions } from './kept-sessions.js'

export interface RestoreRequest {
  readonly sessions?: readonly string[]
  /** All that are archived and no longer on disk. */
  readonly deleted?: boolean
  readonly toProject?: string | undefined
  /** An earlier version of the session: its number. */
  readonly version?: number | undefined
  /** Also the times of files that the client would then clean up at once. */
  readonly keepTimes?: boolean
  readonly dryRun?: boolean
}

export interface RestoredFile {
  readonly path: string
  readonly role: 'session' | 'side'
  readonly bytes: number
  /** `same`: it is there already, with the same bytes. */
  readonly action: 'restore' | 'same'
}

export interface RestoreReport {
  readonly sessionId: string
  readonly title: string | null
  readonly path: string
  readonly dryRun: boolean
  readonly files: readonly RestoredFile[]
  /** Of what is given back. */
  readonly bytes: number
  /** Files that got the present time, because the client would clean them up at once by their own. */
  readonly renewed: number
  /** What is damaged in the archive and stays away. */
  readonly damaged: readonly string[]
  /** Why not; empty where it was done, or can be. */
  readonly refused: readonly string[]
  readonly receipt: string | null
  readonly resume: string | null
}

export const restore: Action<RestoreRequest, readonly RestoreReport[]> = async (place, request, doing = {}) => {
  const records = await whichRecords(place, request)
  const reports: RestoreReport[] = []
  for (const [index, record] of records.entries()) {
    if (records.length > 1) doing.progress?.({ kind: 'sessions', done: index, of: records.length })
    doing.signal?.throwIfAborted()
    reports.push(await restoreOne(place, record, request, doing.signal))
  }
  return reports
}

async function whichRecords(place: Place, request: RestoreRequest): Promise<readonly FoundRecord[]> {
  const { sessions = [], deleted, version } = request
  if (deleted ? sessions.length > 0 : sessions.length === 0)
    throw new InputError('usage', 'give one or more archived sessions, or --deleted for all that are no longer on disk')
  if (deleted) {
    // One that has moved is not deleted. Names that are no uuids may be those of several sessions.
    const ids = new Set(sessionsOf(place).sessions.flatMap(one => (isSessionId(one.id) ? one.id : [])))
    return keptSessions(place).filter(record => isDeleted(record) && !ids.has(record.session.id))
  }
  const records = keptSessions(place)
  const meant = new Map<string, FoundRecord>()
  for (const reference of sessions) {
    const record = await keptNamed(reference, place, records)
    meant.set(record.key, version === undefined ? record : earlier(place, record, version))
  }
  return [...meant.values()]
}

function earlier(place: Place, { key, session }: FoundRecord, version: number): FoundRecord {
  const versions = readRecords(dataDir(place), { earlier: true, only: one => one.key === key })
  const found = versions.find(one => one.version === version)
  if (found) return found
  const there = versions.flatMap(one => one.version ?? []).toSorted((a, b) => a - b)
  throw new InputError(
    'usage',
    `${session.id} has no earlier version ${version}${there.length > 0 ? `; there is ${there.join(', ')}` : ''}`,
  )
}

interface Target {
  readonly id: string
  readonly projectFolder: string
  readonly configDir?: string
}

async function restoreOne(
  place: Place,
  record: FoundRecord,
  { toProject, keepTimes = false, dryRun = false }: RestoreRequest,
  signal: AbortSignal | undefined,
): Promise<RestoreReport> {
  const { session } = record
  const target = targetOf(place, record, toProject)
  const { id, configDir } = target
  const path = join(target.projectFolder, id + SESSION_ENDING)
  expectSafeWay(path, target)
  const pathOf = (file: KeptFile): string => {
    const side = placeOf(file)
    return side === undefined ? path : sideFilePath(side, target)
  }
  const now = timeAt(place)
  const oldest = now - (cleanupDays(configDir) - 1) * 86_400_000
  const isOld = (file: KeptFile): boolean =>
    !keepTimes && configDir !== undefined && millisecondsOf(BigInt(file.mtimeNs)) < oldest
  const elsewhere =
    toProject === undefined && isSessionId(id)
      ? sessionsOf(place).sessions.find(one => one.id === id && one.path !== path)
      : undefined
  const looked = session.files.map(file => look(file, pathOf(file)))
  const coming = looked.filter(one => one.action === 'restore')
  const report: RestoreReport = {
    sessionId: id,
    title: keptCard(record).title,
    path,
    dryRun,
    files: looked.flatMap(({ file, path: at, action }) =>
      action === 'differs' ? [] : [{ path: at, role: roleOf(file), bytes: file.size, action }],
    ),
    bytes: coming.reduce((sum, one) => sum + one.file.size, 0),
    renewed: coming.filter(one => isOld(one.file)).length,
    damaged: [],
    refused: [
      ...looked.flatMap(one => (one.action === 'differs' ? [`${one.path} exists and is different`] : [])),
      ...(elsewhere ? [`the session is at ${elsewhere.path} now`] : []),
    ],
    receipt: null,
    resume: isSessionId(id) && configDir !== undefined ? resumeCall(place, id, configDir) : null,
  }
  if (dryRun || report.refused.length > 0 || coming.length === 0) return report
  return staged(
    dataDir(place),
    cacheDir(place),
    session,
    async unpacked => {
      const from = new Map(unpacked.files.map(one => [one.file, one.path]))
      const damaged = unpacked.damaged.map(one => one.why)
      // Without its transcript there is no session.
      if (unpacked.damaged.some(({ file }) => file.in === 'session')) return { ...report, damaged, refused: damaged }
      const there = coming.filter(({ file }) => from.has(file))
      const files = there.map(
        ({ file, path: at }): FileChange => ({
          change: 'created',
          role: roleOf(file),
          path: at,
          content: { kind: 'file', path: from.get(file)! },
          mode: file.mode,
          keepTime: !isOld(file),
        }),
      )
      try {
        const { receipt, swept } = await restoreFiles({
          dataDir: dataDir(place),
          call: ['restore', id],
          session: { id, path, ...(configDir === undefined ? {} : { configDir }) },
          files,
          ...(signal ? { signal } : {}),
        })
        tellSwept(place, swept)
        return { ...report, files: report.files.filter(one => isPresent(one.path)), damaged, receipt: receipt.id }
      } catch (error) {
        if (error instanceof RethreadError && error.code === 'file-exists')
          return { ...report, refused: [error.message] }
        return { ...report, refused: [refusal(error).message] }
      }
    },
    signal ? { signal } : {},
  )
}

function roleOf(file: KeptFile): 'session' | 'side' {
  return file.in === 'session' ? 'session' : 'side'
}

interface Looked {
  readonly file: KeptFile
  readonly path: string
  readonly action: 'restore' | 'same' | 'differs'
}

function look(file: KeptFile, path: string): Looked {
  if (!isPresent(path)) return { file, path, action: 'restore' }
  return { file, path, action: contentState(path)?.sha256 === file.sha256 ? 'same' : 'differs' }
}

function targetOf(place: Place, { session }: FoundRecord, toProject: string | undefined): Target {
  const { id } = session
  if (session.configDir === undefined && toProject === undefined) return { id, projectFolder: dirname(session.path) }
  const { env, home, configDir: flag } = place
  const [first] = configDirs({ env, home, ...(flag === undefined ? {} : { flag }) })
  const configDir = session.configDir !== undefined && isFolder(session.configDir) ? session.configDir : first
  if (configDir === undefined) throw new InputError('config-dir-missing', 'there is no config dir to restore to')
  const name = toProject === undefined ? projectName(session) : encodeProjectPath(resolve(place.cwd, toProject))
  const projectFolder = join(configDir, PROJECTS, name)
  expectInsideProjects(projectFolder, configDir)
  return { id, projectFolder, configDir }
}
