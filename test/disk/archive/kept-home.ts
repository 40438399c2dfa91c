// A home whose session is kept, thrown away and laid out again.

import { lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Kept,
  type KeptSession,
  keepSession,
  knownPieces,
  type Method,
  readRecords,
} from '../../../src/disk/archive/index.js'
import { findSessionFolder } from '../../../src/disk/index.js'
import type { SessionHome } from '../session-home.js'

export interface FileSeen {
  readonly bytes: string
  /** In whole microseconds: as exact as Node sets it. */
  readonly mtime: number
  readonly mode: number
}

/** Every file below a folder: what it holds, when it was written, who may read it. */
export function seen(folder: string): Readonly<Record<string, FileSeen>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    lstatSync(join(folder, name)).isFile(),
  )
  return Object.fromEntries(
    names.toSorted().map(name => {
      const { mtimeNs, mode } = statSync(join(folder, name), { bigint: true })
      return [
        name,
        {
          bytes: readFileSync(join(folder, name), 'latin1'),
          mtime: Number(mtimeNs / 1000n),
          mode: Number(mode) & 0o777,
        },
      ]
    }),
  )
}

export function keepHome(
  { dataDir, path, configDir }: Pick<SessionHome, 'dataDir' | 'path' | 'configDir'>,
  options: { readonly method?: Method } = {},
): Promise<Kept> {
  const found = findSessionFolder(path, configDir)
  return keepSession({ dataDir, found, known: knownPieces(dataDir), about: { title: 'x' }, now: 0, ...options })
}

export function recordOf(dataDir: string, id?: string): KeptSession {
  const found = readRecords(dataDir).filter(one => id === undefined || one.session.id === id)
  if (found.length !== 1) throw new Error(`${found.length} records`)
  return found[0]!.session
}

export function throwAway(configDir: string): void {
  rmSync(configDir, { recursive: true })
}
