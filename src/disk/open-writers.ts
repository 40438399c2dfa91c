// Who has these files open for writing? Whoever replaces a file that somebody holds open takes it away from him: what
// he writes goes into a file without a name.
//
// Only Linux tells, and only of processes of the same user (or all, to the superuser) in the same container. For the
// others there is only the look at the file itself, a moment later.

import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { RethreadError } from '../format/error.js'
import type { FileState } from './file-state.js'

export interface WatchedFile {
  readonly path: string
  readonly state: Pick<FileState, 'ino' | 'dev'>
}

export interface OpenWriter {
  readonly pid: number
  readonly path: string
}

/** Somebody holds the file open for writing. Nothing was written. */
export class SessionOpen extends RethreadError {
  constructor({ pid, path }: OpenWriter) {
    super(
      'session-open',
      1,
      `process ${pid} has ${path} open for writing; nothing was changed. Try again when it has finished`,
    )
  }
}

/**
 * Who opens it for one line has closed it at the second look, and the file tells of the line; so has a process that was
 * just started by another one, and had its files for a moment.
 */
export async function refuseWriters(files: readonly WatchedFile[]): Promise<void> {
  for (let looks = 1; ; looks++) {
    const [writer] = writersOf(files)
    if (writer === undefined) return
    if (looks === LOOKS) throw new SessionOpen(writer)
    await setTimeout(BETWEEN_LOOKS)
  }
}

const LOOKS = 3
const BETWEEN_LOOKS = 10

export function writersOf(files: readonly WatchedFile[]): readonly OpenWriter[] {
  if (process.platform !== 'linux' || files.length === 0) return []
  // The name that it was opened by stays with it when the file loses it. It only says where a closer look is worth it.
  const byName = new Map<string, WatchedFile[]>()
  for (const file of files) byName.set(basename(file.path), [...(byName.get(basename(file.path)) ?? []), file])
  const found: OpenWriter[] = []
  for (const pid of namesOr('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    for (const fd of namesOr(`/proc/${pid}/fd`)) {
      const link = asked(() => readlinkSync(`/proc/${pid}/fd/${fd}`))
      const candidates = link === undefined ? undefined : byName.get(basename(link.replace(/ \(deleted\)$/, '')))
      if (candidates === undefined) continue
      const stats = asked(() => statSync(`/proc/${pid}/fd/${fd}`, { bigint: true }))
      const file = candidates.find(({ state }) => state.ino === `${stats?.ino}` && state.dev === `${stats?.dev}`)
      if (file && isForWriting(pid, fd)) found.push({ pid: Number(pid), path: file.path })
    }
  }
  return found
}

/** The two lowest bits of the flags, which are octal. */
function isForWriting(pid: string, fd: string): boolean {
  const info = asked(() => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'))
  const [, flags = '0'] = /^flags:\s*([0-7]+)/m.exec(info ?? '') ?? []
  return (Number.parseInt(flags, 8) & 3) !== 0
}

function namesOr(folder: string): readonly string[] {
  return asked(() => readdirSync(folder)) ?? []
}

/** Processes end and files are closed while one looks; what belongs to others is not shown. */
function asked<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}
