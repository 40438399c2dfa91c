// Copies of what the team has shipped, in the cache dir, for whoever reads it: laid out like config dirs, one for each that
// it came from. They can be deleted at any time.

import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isPresent } from './regular-file.js'

const FOLDER = 'team'
const MARK = '.edition'

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
    return readFileSync(path + MARK, 'utf8') === String(edition) && isPresent(path)
  } catch {
    return false
  }
}

let copying = 0

export async function keepCopy(
  root: string,
  name: string,
  { edition, mtimeMs }: { readonly edition: number; readonly mtimeMs: number },
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = join(root, name)
  // Two may copy it at once, also in one process; whoever ends last has the last word.
  const spare = `${path}.${process.pid}-${++copying}.part`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(spare, '', { mode: 0o600 })
    for await (const piece of pieces) appendFileSync(spare, piece)
    utimesSync(spare, mtimeMs / 1000, mtimeMs / 1000)
    renameSync(spare, path)
    writeFileSync(path + MARK, String(edition), { mode: 0o600 })
  } finally {
    rmSync(spare, { force: true })
  }
}
