// Sessions moved to another project: one of them, or all of a directory that has another path now. Every place that
// names the directory follows, and all of it is one change.

import { basename, join } from 'node:path'
import {
  dataDir,
  directorySettings,
  fileState,
  filesBelow,
  foldersBelow,
  isFolder,
  isLink,
  isPresent,
  liveClients,
  type MovedFile,
  moveFiles,
  profilesWith,
  readEditedRecords,
  readWhole,
  SessionIsLink,
  SessionLive,
  sharedFiles,
} from '../../disk/index.js'
import type { Edit } from '../../format/changes.js'
import { InputError } from '../../format/error.js'
import type { Finding } from '../../format/finding.js'
import { isSessionId, namesFolder, SESSION_ENDING } from '../../format/session-folder.js'
import { shellWord } from '../../format/shell-word.js'
import {
  fieldFinder,
  findersTogether,
  folderFinder,
  type PathFinder,
  pathFinder,
  type Rename,
  type RenamePaths,
  renamedHistory,
  renamedSettings,
  renamePaths,
} from '../../reshape/paths/index.js'
import { planReshape, type Step } from '../../reshape/plan/index.js'
import {
  basisOf,
  brokenEdits,
  comparedContext,
  examination,
  saidOf,
  verifyAgainst,
} from '../../reshape/verdict/index.js'
import { type Doing, openOptions, timeAt } from '../action.js'
import { releaseMemory } from '../release-memory.js'
import type { ChangeRequest } from '../reshape/change-request.js'
import { releasing } from '../reshape/judge-result.js'
import { editKeeper } from '../reshape/kept-edits.js'
import { type OpenForChange, openForChange } from '../reshape/reshape-source.js'
import { resumeCall } from '../resume/resume-call.js'
import type { OpenOptions } from '../session/open-session.js'
import type { Place } from '../session/place.js'
import { tellSwept } from '../undo/tell-swept.js'
import { refusal } from '../undo/undo.js'
import { movedRest, movedSides, textEdits } from './moved-folder.js'
import { type Moving, type MovingSession, whichSessions } from './which-sessions.js'

export interface MoveCall extends Pick<ChangeRequest, 'call' | 'dryRun' | 'allTexts' | 'now'> {
  /** A session, or the directory of a project. */
  readonly reference: string
  readonly to: string
  /** A session: its directory itself was renamed, so the path changes everywhere. Always so for a project. */
  readonly renamed?: boolean
}

export interface MoveReport {
  /** The directory as it was called, and as it is called now. */
  readonly from: string
  readonly to: string
  readonly dryRun: boolean
  readonly sessions: readonly {
    readonly sessionId: string
    readonly from: string
    readonly path: string
    readonly places: number
  }[]
  /** How many files move or change. */
  readonly files: number
  /** How often the path stands where: what changes, and what is left as it is. */
  readonly places: {
    readonly fields: number
    readonly words: number
    readonly sideFiles: number
    readonly history: number
    readonly settings: number
    readonly left: number
  }
  readonly steps: readonly Step[]
  /** What the sessions would have and have not now. */
  readonly findings: readonly Finding[]
  readonly refused: readonly string[]
  readonly resume: string | null
  readonly receipt: string | null
}

export async function move(place: Place, wish: MoveCall, doing: Doing = {}): Promise<MoveReport> {
  const options = openOptions(place, doing)
  const { dryRun = false, renamed = false } = wish
  const moving = await whichSessions(place, wish.reference, wish.to)
  const isRenamed = moving.kind === 'project' || renamed
  if (isRenamed && moving.directory.from === '')
    throw new InputError('usage', 'no entry names the directory of the session, so there is no path to rename')
  const all = collected()
  for (const session of moving.sessions)
    await addSession(
      all,
      session,
      moving,
      isRenamed,
      { allTexts: wish.allTexts ?? false, now: wish.now ?? timeAt(place) },
      options,
    )
  if (moving.kind === 'project') await addRest(all, moving, pathsIn(moving))
  await addShared(all, moving, isRenamed, place)
  if (isRenamed) await tellOwnSettings(all, moving)
  tellDirectory(all, moving)
  const refused = [...all.refused, ...inTheWay(moving), ...liveRefusals(moving)]
  const report: MoveReport = {
    ...moving.directory,
    dryRun,
    sessions: all.sessions,
    files: all.files.length,
    places: all.places,
    steps: all.steps,
    findings: all.findings,
    refused,
    resume: resumeLine(moving, place),
    receipt: null,
  }
  if (dryRun || refused.length > 0) return report
  try {
    const { receipt, swept } = await moveFiles({
      call: wish.call ?? ['move', wish.reference, '--to', wish.to],
      configDir: moving.configDir,
      sessions: all.sessions.map(({ sessionId, from, path }) => ({ id: sessionId, from, to: path })),
      files: all.files,
      emptied: emptiedBy(moving, all.files),
      dataDir: dataDir(place),
      ...(options.signal ? { signal: options.signal } : {}),
    })
    tellSwept(place, swept)
    return { ...report, receipt: receipt.id }
  } catch (error) {
    return { ...report, refused: [refusal(error).message] }
  }
}

interface Collected {
  readonly files: MovedFile[]
  readonly sessions: MoveReport['sessions'][number][]
  readonly places: { -readonly [Where in keyof MoveReport['places']]: number }
  readonly steps: Step[]
  readonly findings: Finding[]
  readonly refused: string[]
}

function collected(): Collected {
  const places = { fields: 0, words: 0, sideFiles: 0, history: 0, settings: 0, left: 0 }
  return { files: [], sessions: [], places, steps: [], findings: [], refused: [] }
}

/** The directory with all below it, and the folders of the client that are called after it. */
function pathsIn({ directory, folders }: Moving): PathFinder {
  return pathFinder(directory, folders)
}

/** Everything that either of them looks for. */
function renamesIn({ directory, folders }: Moving, id: string): readonly Rename[] {
  return [directory, ...folders, ...folders.map(({ from, to }) => ({ from: from + id, to: to + id }))]
}

/** Of a session that belongs elsewhere, while its directory stays where it is: only what is its own. */
function ownPaths({ directory, folders }: Moving, id: string, field: string): PathFinder {
  const own = folders.flatMap(({ from, to }) =>
    ['/', '\\', '\\\\'].map(separator => ({ from: from + separator + id, to: to + separator + id })),
  )
  return findersTogether([fieldFinder(field, directory), folderFinder(own)])
}

async function addSession(
  all: Collected,
  session: MovingSession,
  moving: Moving,
  isRenamed: boolean,
  wish: { readonly allTexts: boolean; readonly now: number },
  options: OpenOptions,
): Promise<void> {
  const { id, path, target } = session
  const find = isRenamed ? pathsIn(moving) : ownPaths(moving, id, 'cwd')
  const resolved = { kind: 'file' as const, id, path, configDir: moving.configDir }
  const open = await openForChange(resolved, wish.now, options)
  try {
    releaseMemory(open.state.size)
    const verb = renamePaths({ find, renames: renamesIn(moving, id), allTexts: wish.allTexts })
    const { plan, edits, basis, unaccounted } = renamed(open, verb)
    const { inFields, inWords, left } = verb.counts()
    const sides = await movedSides(open, target, isRenamed ? find : ownPaths(moving, id, 'cwd'))
    open.giveBack()
    releaseMemory(open.state.size)
    const after = examination()
    await readEditedRecords(path, open.state, edits, after.sink, releasing(options))
    releaseMemory(open.state.size)
    const verdict = verifyAgainst(plan, basis, {
      after: after.finish(open.surroundings),
      unaccounted,
      folder: open.folder,
    })
    const to = join(target, id + SESSION_ENDING)
    all.files.push({ role: 'session', from: path, to, state: open.state, edits }, ...sides.files)
    all.sessions.push({ sessionId: id, from: path, path: to, places: inFields + inWords + sides.places })
    all.places.fields += inFields
    all.places.words += inWords
    all.places.sideFiles += sides.places
    all.places.left += left + sides.left
    addSteps(all.steps, plan.steps, moving.sessions.length > 1)
    for (const one of verdict.findings) all.findings.push(one)
    for (const one of verdict.broken.map(why => `${id}: ${why}`)) all.refused.push(one)
  } finally {
    open.close()
  }
}

/** Nothing of it holds the reading, which is given back before the result is read (I5). */
function renamed({ source, before, folder, state }: OpenForChange, verb: RenamePaths) {
  const plan = planReshape(source, { target: { kind: 'in-place' }, verbs: [verb] })
  const { promises, sourceRows, changes, steps, named } = plan
  const basis = basisOf(plan, before, before, comparedContext(before, promises.leaf))
  releaseMemory(state.size)
  const keeper = editKeeper()
  for (const edit of changes.edits) keeper.add(edit)
  const edits = keeper.all() ?? [...changes.edits]
  const unaccounted = brokenEdits(source, edits, saidOf(plan, folder))
  const { idBefore, leftOut } = named
  return {
    plan: { promises, sourceRows, changes: { ...changes, edits }, steps, named: { idBefore, leftOut } },
    edits,
    basis,
    unaccounted,
  }
}

/** Of several sessions, one step a kind: lines would say nothing. */
function addSteps(into: Step[], steps: readonly Step[], isOneOfMany: boolean): void {
  for (const step of steps) {
    const at = isOneOfMany ? into.findIndex(one => one.action === step.action && one.why === step.why) : -1
    if (at >= 0) into[at] = { ...into[at]!, entries: into[at]!.entries + step.entries }
    else into.push(isOneOfMany ? { ...step, lines: [] } : step)
  }
}

function note(all: Collected, action: string, entries: number, why: string): void {
  if (entries > 0) all.steps.push({ action, entries, lines: [], why })
}

/** Memory and whatever else lies in the folders; where sessions of another directory lie there too, it is theirs as well. */
async function addRest(all: Collected, moving: Moving, find: PathFinder): Promise<void> {
  const taken = new Set(all.files.map(file => file.from))
  for (const [folder, target] of foldersOf(moving)) {
    const rest = filesBelow(folder).filter(path => !taken.has(path))
    const isShared = rest.some(path => !path.slice(folder.length + 1).includes('/') && path.endsWith(SESSION_ENDING))
    if (isShared) {
      note(all, 'leave', rest.length, `files in ${basename(folder)}: the folder also has sessions of another directory`)
      continue
    }
    const { files, places, inTheWay: blocked } = await movedRest(rest, folder, target, find)
    for (const one of files) all.files.push(one)
    all.places.sideFiles += places
    note(all, 'move other files', files.length, `from ${basename(folder)}, such as memory`)
    note(all, 'leave', blocked.length, `files in ${basename(folder)}: a file of the same name exists in the new folder`)
  }
}

function foldersOf({ sessions }: Moving): ReadonlyMap<string, string> {
  return new Map(sessions.map(({ projectFolder, target }) => [projectFolder, target]))
}

async function addShared(all: Collected, moving: Moving, isRenamed: boolean, { home }: Place): Promise<void> {
  const { configDir, directory, sessions } = moving
  const { history, globals, settings } = sharedFiles(configDir, home)
  const ids = new Set(sessions.map(session => session.id))
  const change = (path: string, edits: readonly Edit[], state: MovedFile['state']): void => {
    if (edits.length > 0) all.files.push({ role: 'side', from: path, to: path, state, edits, shared: true })
  }
  if (history !== undefined) {
    const state = fileState(history)
    const { bytes } = await readWhole(history)
    const isMeant = (project: string, sessionId: string | undefined): boolean =>
      moving.kind === 'session'
        ? sessionId !== undefined && ids.has(sessionId)
        : project === directory.from || project.startsWith(`${directory.from}/`)
    const find = isRenamed ? pathsIn(moving) : fieldFinder('project', directory)
    const edits = renamedHistory(bytes, isMeant, find)
    change(history, edits, state)
    all.places.history += edits.length
    note(
      all,
      'rename in the prompt history',
      edits.length,
      'so that Claude Code offers these prompts in the new directory',
    )
  }
  if (moving.kind === 'session') return
  for (const path of globals) {
    const state = fileState(path)
    const { bytes } = await readWhole(path)
    if (!isJson(bytes)) {
      note(all, 'leave', 1, `${path}: not valid JSON`)
      continue
    }
    const { edits, kept } = renamedSettings(bytes, pathsIn(moving))
    change(path, edits, state)
    all.places.settings += edits.length
    note(all, 'leave', kept.length, `entries in ${path}: the new path already has one`)
  }
  for (const path of settings) {
    const { state, edits } = await textEdits(path, pathsIn(moving))
    change(path, edits, state)
    all.places.settings += edits.length
  }
  note(all, 'rename in settings', all.places.settings, 'the project’s trust, allowed tools, servers and notes')
  if (all.places.settings > 0 && liveClients(undefined, configDir).length > 0)
    note(all, 'note', 1, 'a client is running; when it exits, it may overwrite the settings with its own copy')
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return true
  } catch {
    return false
  }
}

/** They belong to whoever works in the directory, and may be under version control: told, not changed. */
async function tellOwnSettings(all: Collected, moving: Moving): Promise<void> {
  const { from, to } = moving.directory
  for (const path of directorySettings(isFolder(to) ? to : from)) {
    const { edits } = await textEdits(path, pathsIn(moving))
    note(
      all,
      'note',
      edits.length,
      `${path} names the old path; it is inside the directory itself, so it is not changed`,
    )
  }
}

function tellDirectory(all: Collected, { kind, configDir, folders, directory: { from, to } }: Moving): void {
  if (kind === 'project' && isFolder(from)) note(all, 'note', 1, `${from} still exists: move only moves its sessions`)
  if (!isFolder(to)) note(all, 'note', 1, `${to} does not exist yet`)
  for (const profile of profilesWith(
    configDir,
    folders.map(folder => folder.from),
  ))
    note(all, 'note', 1, `${profile} also has sessions of this directory; to move those, use --config-dir`)
}

function inTheWay({ sessions }: Moving): readonly string[] {
  return sessions.flatMap(({ id, path, target, projectFolder }) => {
    if (isLink(path)) return [new SessionIsLink(path).message]
    if (target === projectFolder) return []
    const own = namesFolder(id) ? [join(target, id)] : []
    const there = [join(target, id + SESSION_ENDING), ...own].filter(isPresent)
    return there.length === 0 ? [] : [`${there[0]} already exists`]
  })
}

function liveRefusals({ sessions, configDir }: Moving): readonly string[] {
  return sessions.flatMap(({ id }) => liveClients(id, configDir).map(client => new SessionLive(id, client).message))
}

/** The folders that it leaves empty; of a single session only its own. */
function emptiedBy(moving: Moving, files: readonly MovedFile[]): readonly string[] {
  const from = new Set(files.filter(file => file.from !== file.to).map(file => file.from))
  const folders = moving.sessions.flatMap(({ projectFolder, id }) => [
    projectFolder,
    ...(namesFolder(id) ? foldersBelow(join(projectFolder, id)) : []),
  ])
  if (moving.kind === 'project')
    for (const [folder] of foldersOf(moving)) for (const one of foldersBelow(folder)) folders.push(one)
  return from.size === 0 ? [] : [...new Set(folders)].filter(isFolder).toSorted((a, b) => a.length - b.length)
}

function resumeLine({ sessions, directory: { to }, configDir }: Moving, place: Place): string | null {
  const [session] = sessions
  if (sessions.length !== 1 || !session || !isSessionId(session.id)) return null
  return `cd ${shellWord(to)} && ${resumeCall(place, session.id, configDir)}`
}
