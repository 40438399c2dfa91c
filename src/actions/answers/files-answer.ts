// The files that a session touched, or the sessions that touched a file, within a budget.

import type { Doing } from '../action.js'
import { type FileRow, files } from '../read/files.js'
import { filesAcross, type TouchingSession } from '../search/files-across.js'
import type { Place } from '../session/place.js'
import { type Answers, cuts, listLevels } from './answer.js'
import { namedSession } from './named-session.js'
import { shortReferences } from './short-reference.js'

export interface FilesData {
  readonly session: string
  readonly total: number
  /** What was changed first, then what was only read. */
  readonly files: readonly FileWithin[]
}

export interface FileWithin {
  readonly path: string
  readonly did: string
  readonly edits: number
  readonly reads: number
  readonly added: number
  readonly removed: number
  /** The newest of the turns it was touched in. */
  readonly turns: readonly number[]
}

export interface FileData {
  readonly file: string
  readonly total: number
  /** The newest first. */
  readonly sessions: readonly TouchingWithin[]
}

export interface TouchingWithin {
  readonly session: string
  readonly title: string
  readonly updatedAt: string
  readonly edits: number
  readonly reads: number
  /** Where it was last touched, to be read with `show`. */
  readonly refs: readonly string[]
}

const MOST_PATH = 300

export async function filesAnswers(
  place: Place,
  { session, skip = 0 }: { readonly session?: string | undefined; readonly skip?: number | undefined },
  doing: Doing = {},
): Promise<Answers<FilesData>> {
  const { ref } = await namedSession(place, session)
  const report = await files(place, { session }, doing)
  const left = report.files.slice(skip)
  return listLevels(left.length, [1, 4, 12], report.files.length === 0, (count, turns) => ({
    question: 'files',
    data: { session: ref, total: report.files.length, files: left.slice(0, count).map(row => within(row, turns)) },
    cut: cuts({ what: 'file', count: left.length - count }),
    next:
      count > 0 && count < left.length
        ? [{ why: 'more files', question: 'files', about: ref, options: { skip: skip + count } }]
        : [],
  }))
}

function within({ path, did, edits, reads, added, removed, turns }: FileRow, most: number): FileWithin {
  return { path: end(path), did, edits, reads, added, removed, turns: turns.slice(-most) }
}

/** Of a very long path its name matters. */
function end(path: string): string {
  return path.length <= MOST_PATH ? path : `…${path.slice(-MOST_PATH)}`
}

export async function fileAnswers(
  place: Place,
  {
    file,
    skip = 0,
    refresh = true,
  }: { readonly file: string; readonly skip?: number | undefined; readonly refresh?: boolean },
  doing: Doing = {},
): Promise<Answers<FileData>> {
  const report = await filesAcross(place, { file, refresh }, doing)
  const short = shortReferences(place)
  const left = report.sessions.slice(skip)
  return listLevels(left.length, [1, 3, 8], report.sessions.length === 0, (count, most) => ({
    question: 'files',
    data: {
      file: end(file),
      total: report.sessions.length,
      sessions: left.slice(0, count).map(one => touching(one, short(one.id), most)),
    },
    cut: cuts({ what: 'session', count: left.length - count }),
    next:
      count > 0 && count < left.length
        ? [{ why: 'more sessions', question: 'files', file, options: { skip: skip + count } }]
        : [],
  }))
}

function touching(
  { title, updatedAt, edits, reads, turns }: TouchingSession,
  session: string,
  most: number,
): TouchingWithin {
  return {
    session,
    title: (title ?? '').slice(0, 120),
    updatedAt,
    edits,
    reads,
    refs: turns.slice(-most).map(turn => `${session}:t${turn}`),
  }
}
