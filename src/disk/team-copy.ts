// Copies of what the team has shipped, in the cache dir, for whoever reads it: laid out like config dirs, one for each that
// it came from. They can be deleted at any time, and are bounded: what was used longest ago goes.

import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { namesIn } from './list-sessions.js'
import { isPresent } from './regular-file.js'

const FOLDER = 'team'
const MARK = '.edition'
const SPARE = '.part'
/** All copies of all stores together. */
const MOST_BYTES = 2_000_000_000
/** After so much was copied they are counted again. */
const COUNTED_AFTER = 200_000_000
/** Somebody may still be reading it. */
const IN_USE_MS = 3_600_000

/** `store`: a print of its address. */
export function teamCopies(cacheDir: string, store: string): string {
  return join(cacheDir, FOLDER, store)
}

/**
 * The store may hold what anybody of the team has put there: a name is machine, config dir, `projects` and further names,
 * and none of them leads anywhere else.
 */
export function isSafeName(name: string): boolean {
  const parts = name.split('/')
  return parts.length >= 5 && parts[2] === 'projects' && parts.every(isPlain) && name.endsWith('.jsonl')
}

function isPlain(part: string): boolean {
  return part !== '' && !part.startsWith('..') && part !== '.' && part.length < 250 && !/[\\:\u0000-\u001f]/.test(part)
}

/** Is the copy there, as it is in this edition? */
export function hasCopy(root: string, name: string, edition: number): boolean {
  const path = join(root, name)
  try {
    if (readFileSync(path + MARK, 'utf8') !== String(edition) || !isPresent(path)) return false
  } catch {
    return false
  }
  noteUse(path)
  return true
}

function noteUse(path: string): void {
  const now = new Date()
  try {
    utimesSync(path + MARK, now, now)
  } catch {
    // Where it cannot be noted, the copy is good all the same; it only goes sooner.
  }
}

let copying = 0
let uncounted = Number.POSITIVE_INFINITY

export async function keepCopy(
  root: string,
  name: string,
  { edition, mtimeMs }: { readonly edition: number; readonly mtimeMs: number },
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = join(root, name)
  // Two may copy it at once, also in one process; whoever ends last has the last word.
  const spare = `${path}.${process.pid}-${++copying}${SPARE}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(spare, '', { mode: 0o600 })
    for await (const piece of pieces) {
      appendFileSync(spare, piece)
      uncounted += piece.length
    }
    utimesSync(spare, mtimeMs / 1000, mtimeMs / 1000)
    renameSync(spare, path)
    writeFileSync(path + MARK, String(edition), { mode: 0o600 })
  } finally {
    rmSync(spare, { force: true })
  }
  if (uncounted < COUNTED_AFTER) return
  uncounted = 0
  boundTeamCopies(dirname(root), MOST_BYTES, Date.now())
}

/** Those used longest ago go until the others keep the limit; not what may be in use. And what a killed one left behind. */
export function boundTeamCopies(folder: string, limit: number, now: number): void {
  const found = copiesBelow(folder)
  const isOld = ({ used }: Copy): boolean => used < now - IN_USE_MS
  for (const one of found) if (one.isSpare && isOld(one)) rmSync(one.path, { force: true })
  let bytes = 0
  for (const one of found.filter(({ isSpare }) => !isSpare).toSorted((a, b) => b.used - a.used)) {
    bytes += one.bytes
    if (bytes <= limit || !isOld(one)) continue
    // Without its mark it is no copy any more, also where it could not be removed.
    rmSync(one.path + MARK, { force: true })
    rmSync(one.path, { force: true })
  }
}

interface Copy {
  readonly path: string
  readonly isSpare: boolean
  readonly bytes: number
  readonly used: number
}

function copiesBelow(folder: string): readonly Copy[] {
  return namesIn(folder, [], true).flatMap((entry): readonly Copy[] => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return copiesBelow(path)
    if (!entry.isFile()) return []
    if (entry.name.endsWith(SPARE)) return [{ path, isSpare: true, bytes: 0, used: timeOf(path) }]
    if (!entry.name.endsWith(MARK)) return []
    const copy = path.slice(0, -MARK.length)
    const bytes = statSync(copy, { throwIfNoEntry: false })?.size ?? 0
    return [{ path: copy, isSpare: false, bytes, used: timeOf(path) }]
  })
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
