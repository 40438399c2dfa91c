// The files of the built app, read once. Files beside them that end with .br or .gz are the same, compressed.

import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { StorageError } from '../format/error.js'

export interface BuiltFile {
  readonly plain: Uint8Array
  readonly br?: Uint8Array
  readonly gzip?: Uint8Array
}

/** By their paths below the folder, with slashes. */
export function builtFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const names = namesBelow(folder)
  const has = new Set(names)
  return new Map(
    names
      .filter(name => !/\.(?:br|gz)$/.test(name))
      .map(name => [
        name.split(sep).join('/'),
        {
          plain: readFileSync(join(folder, name)),
          ...(has.has(`${name}.br`) ? { br: readFileSync(join(folder, `${name}.br`)) } : {}),
          ...(has.has(`${name}.gz`) ? { gzip: readFileSync(join(folder, `${name}.gz`)) } : {}),
        },
      ]),
  )
}

function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(entry =>
      entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [],
    )
  } catch (error) {
    throw new StorageError('app-missing', 'the files of the app are missing: run npm run build', error)
  }
}
