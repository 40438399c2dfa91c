// Sessions as files for people: a page each, in a format that the caller lays out, without the secrets that stand in them
// (command `export`). What is left out is not in the file at all.

import { basename, extname, join, resolve } from 'node:path'
import type { ResolvedSession } from '../../disk/index.js'
import { writePage } from '../../disk/write-page.js'
import { InputError } from '../../format/error.js'
import { pointReference } from '../../format/point-reference.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import { type Action, type Doing, openOptions, sessionFile } from '../action.js'
import { type PathLane, pathLanes } from '../read/path-lanes.js'
import type { Limit } from '../read/show/excerpt.js'
import { pathOf } from '../read/show/path.js'
import type { Depth, ShowReport } from '../read/show/report.js'
import { type ShowOptions, showOptions, showSession, turnsOnPath } from '../read/show.js'
import type { FoundSecret } from '../redact/find-secrets.js'
import { withAgents } from '../session/agents.js'
import { type OpenSession, openSession } from '../session/open-session.js'
import type { Place } from '../session/place.js'
import { type Hidden, hiddenIn, withHidden } from './hidden.js'

export const EXPORT_FORMATS = ['html', 'md', 'json', 'txt'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportRequest {
  /** How each format is laid out. */
  readonly layouts: Readonly<Record<ExportFormat, Layout>>
  /** The latest where none is named. */
  readonly sessions?: readonly string[]
  /** Told by the ending of `out` where it is not said. */
  readonly format?: ExportFormat | undefined
  /** A file, for several sessions a folder; a name of its own in the current folder where none is given. */
  readonly out?: string | undefined
  /** Instead of a file. */
  readonly write?: ((pieces: Iterable<string>) => Promise<void>) | undefined
  readonly overwrite?: boolean
  readonly turns?: { readonly from?: number; readonly to?: number } | undefined
  readonly leaf?: string | undefined
  readonly depth?: Depth | undefined
  readonly agents?: boolean
  readonly title?: string | undefined
  readonly redact?: boolean
  /** Asked with what was found; says whether it is hidden, kept, or nothing written at all. */
  readonly review?: ((secrets: readonly FoundSecret[]) => Promise<'hide' | 'keep' | 'stop'>) | undefined
  readonly paths?: boolean
  readonly names?: boolean
  /** Images too, though nobody can tell what is to be seen on them. Always where nothing is hidden. */
  readonly images?: boolean
}

/** What became of them, and how many were found. */
export interface SecretsSaid {
  readonly state: 'replaced' | 'kept' | 'not-searched'
  readonly count: number
}

/** What a page says about itself. */
export interface PageAbout {
  readonly title: string
  readonly secrets: SecretsSaid
  readonly withImages: boolean
  /** Where the index of several pages is. */
  /** Other branches, beside the turns that they leave and pass. */
  readonly lanes: readonly PathLane[]
  readonly index: string | undefined
}

export interface ExportedPage {
  readonly sessionId: string
  readonly title: string
  readonly startedAt: string | null
  readonly turns: number
  /** Null where it was not written to a file. */
  readonly path: string | null
  readonly bytes: number
}

/** How a format is laid out: the caller's, since it shows what it shows. */
export interface Layout {
  readonly limit: Limit | undefined
  page(report: ShowReport, about: PageAbout): Iterable<string>
  index?(pages: readonly ExportedPage[]): { readonly name: string; readonly pieces: Iterable<string> }
}

export interface ExportReport {
  readonly format: ExportFormat
  readonly written: boolean
  readonly pages: readonly ExportedPage[]
  readonly index: string | null
  /** Whether secrets were looked for, and whether they were replaced. */
  readonly searched: boolean
  readonly redacted: boolean
  readonly secrets: readonly FoundSecret[]
  /** Whether images are in the pages: they cannot be searched for secrets. */
  readonly withImages: boolean
}

type Session = ResolvedSession & { readonly kind: 'file'; readonly turns?: ExportRequest['turns'] }

export const exportSessions: Action<ExportRequest, ExportReport> = async (place, request, doing = {}) => {
  const format = formatOf(request)
  const sessions: Session[] = []
  for (const reference of request.sessions?.length ? request.sessions : ['latest'])
    sessions.push(await sessionToExport(place, reference))
  const isMany = sessions.length > 1
  if (isMany && request.write) throw new InputError('usage', 'export writes several sessions to a folder: use -o DIR')
  const prepared: { readonly session: Session; readonly hidden: Hidden }[] = []
  for (const session of sessions) {
    if (isMany) doing.progress?.({ kind: 'sessions', done: prepared.length, of: sessions.length })
    prepared.push({ session, hidden: await hiddenIn(place, session, request, doing) })
  }
  const secrets = prepared.flatMap(({ hidden }) => hidden.list)
  const answer = request.redact === false ? 'keep' : await reviewed(request, secrets)
  const redacted = answer === 'hide'
  const state = redacted ? 'replaced' : request.redact === false ? 'not-searched' : 'kept'
  const withImages = request.images === true || !redacted
  const said = { format, searched: request.redact !== false, redacted, secrets, withImages }
  if (answer === 'stop') return { ...said, written: false, pages: [], index: null }
  const task: Task = {
    place,
    request,
    format,
    layout: request.layouts[format],
    folder: isMany ? resolve(place.cwd, request.out ?? 'export') : undefined,
    secrets: state,
    withImages,
  }
  const pages: ExportedPage[] = []
  for (const { session, hidden } of prepared) {
    doing.signal?.throwIfAborted()
    pages.push(await exportOne(task, session, hidden, doing))
  }
  return { ...said, written: true, pages, index: await writeIndex(task, pages) }
}

/** `91a1:t3..t5` are these turns of it. */
async function sessionToExport(place: Place, reference: string): Promise<Session> {
  const { point } = pointReference(reference)
  const session = await sessionFile(place, reference, 'export', { allowPoint: point?.kind === 'turns' })
  return point?.kind === 'turns' ? { ...session, turns: point } : session
}

interface Task {
  readonly place: Place
  readonly request: ExportRequest
  readonly format: ExportFormat
  readonly layout: Layout
  /** For several sessions. */
  readonly folder: string | undefined
  readonly secrets: SecretsSaid['state']
  readonly withImages: boolean
}

async function exportOne(task: Task, session: Session, hidden: Hidden, doing: Doing): Promise<ExportedPage> {
  const { place, request, layout, folder, withImages } = task
  const isHiding = task.secrets === 'replaced'
  const opened = await openSession(session, openOptions(place, doing))
  const open = isHiding ? withHidden(opened, hidden) : opened
  try {
    return await withAgents(open, async agents => {
      const options = {
        ...showOptions(open, { leaf: request.leaf }),
        ...pickedTurns(session.turns ? session : request),
      }
      const report = showSession(open, isHiding ? hidden.agents(agents) : agents, {
        ...options,
        depth: request.depth ?? 'tools',
        agents: request.agents ?? false,
        atMost: layout.limit,
        withMedia: withImages,
        withoutFiles: true,
      })
      const shown = isHiding ? hidden.report(report) : report
      const { id, startedAt = null, turns } = shown.session
      const title = request.title ?? shown.session.title ?? id
      const pieces = layout.page(retitled(shown, title), {
        title,
        secrets: { state: task.secrets, count: hidden.list.length },
        withImages,
        lanes: lanesBeside(open, options),
        index: folder === undefined ? undefined : layout.index?.([]).name,
      })
      return { sessionId: id, title, startedAt, turns, ...(await written(task, `${fileName(title, id)}`, pieces)) }
    })
  } finally {
    opened.close()
  }
}

async function written(
  { place, request, format, folder }: Task,
  name: string,
  pieces: Iterable<string>,
): Promise<Pick<ExportedPage, 'path' | 'bytes'>> {
  if (request.write) {
    let bytes = 0
    await request.write(counted(pieces, length => (bytes += length)))
    return { path: null, bytes }
  }
  const own = `${name}.${format}`
  const path = folder === undefined ? resolve(place.cwd, request.out ?? own) : join(folder, own)
  return { path, bytes: await writePage(path, pieces, request.overwrite ?? false) }
}

async function writeIndex({ layout, folder, request }: Task, pages: readonly ExportedPage[]): Promise<string | null> {
  const index = folder === undefined ? undefined : layout.index?.(pages)
  if (!index) return null
  const path = join(folder!, index.name)
  await writePage(path, index.pieces, request.overwrite ?? false)
  return path
}

/** With other branches beside the path: only that they are there, nothing of what they say. */
function lanesBeside({ conversation }: OpenSession, { leaf }: ShowOptions): readonly PathLane[] {
  const path = pathOf(conversation, leaf)
  return pathLanes(conversation, turnsOnPath(conversation, path), path.has)
}

function pickedTurns({ turns }: Pick<ExportRequest, 'turns'>): Pick<ShowOptions, 'turns'> {
  return turns === undefined ? {} : { turns }
}

async function reviewed({ review }: ExportRequest, secrets: readonly FoundSecret[]): Promise<'hide' | 'keep' | 'stop'> {
  return review && secrets.length > 0 ? review(secrets) : 'hide'
}

function formatOf({ format, out }: ExportRequest): ExportFormat {
  if (format !== undefined) return format
  const ending = out === undefined ? '' : extname(out).slice(1).toLowerCase()
  const known = EXPORT_FORMATS.find(one => one === ending || (one === 'html' && ending === 'htm'))
  if (known) return known
  if (out !== undefined && basename(out).endsWith(SESSION_ENDING))
    throw new InputError('usage', 'export writes no session files; clone does')
  if (ending === '' || out === undefined) return 'html'
  throw new InputError('usage', `cannot tell the format from ".${ending}": use --to ${EXPORT_FORMATS.join('|')}`)
}

function retitled(report: ShowReport, title: string): ShowReport {
  return { ...report, session: { ...report.session, title } }
}

/** Of letters, digits and hyphens in any script, with the beginning of the id: names of other sessions differ. */
function fileName(title: string, id: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const short = [...words].slice(0, 40).join('').replace(/-+$/, '')
  const start = id.replace(/[^0-9a-z]/gi, '').slice(0, 8)
  return [short, start].filter(part => part !== '').join('-') || 'session'
}

function* counted(pieces: Iterable<string>, add: (bytes: number) => void): Generator<string> {
  for (const piece of pieces) {
    add(Buffer.byteLength(piece))
    yield piece
  }
}
