// Answers that were paid for, kept in rethread's own data folder: one small file each, named by a hash of all that the
// answer depends on. They can be deleted at any time.

import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface StoredAnswers {
  /** Undefined where there is none, or it cannot be read: then it is asked for again. */
  get(key: string): string | undefined
  /** Whole or not at all. A disk that is full costs the memory of an answer, not the answer. */
  put(key: string, answer: string): void
}

const FOLDER = 'summaries'
/** A few KB each. */
const MOST_ANSWERS = 2000

/** Of more than `most` the oldest go. */
export function storedAnswers(dataDir: string, most = MOST_ANSWERS): StoredAnswers {
  const folder = join(dataDir, FOLDER)
  const fileOf = (key: string): string => join(folder, `${createHash('sha256').update(key).digest('hex')}.txt`)
  return {
    get(key) {
      try {
        return readFileSync(fileOf(key), 'utf8')
      } catch {
        return undefined
      }
    },
    put(key, answer) {
      const temporary = join(folder, `.${randomUUID()}`)
      try {
        // What was said in a session is nobody else's business.
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(temporary, answer, { mode: 0o600 })
        renameSync(temporary, fileOf(key))
        forgetOldest(folder, most)
      } catch {
        rmSync(temporary, { force: true })
      }
    },
  }
}

function forgetOldest(folder: string, most: number): void {
  const names = readdirSync(folder).filter(name => name.endsWith('.txt'))
  if (names.length <= most) return
  const byAge = names
    .map(name => ({ path: join(folder, name), age: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => a.age - b.age)
  for (const { path } of byAge.slice(0, names.length - most)) rmSync(path, { force: true })
}

/** A folder in which a program can run without being in anybody's project. */
export function neutralFolder(dataDir: string): string {
  const folder = join(dataDir, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
