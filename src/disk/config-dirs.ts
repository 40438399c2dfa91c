// In which folders does the client keep its data? `--config-dir`, else CLAUDE_CONFIG_DIR, else the usual places.

import { realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { InputError } from '../format/error.js'
import { PROJECTS } from '../format/session-folder.js'
import { isInside } from './regular-file.js'

export interface ConfigDirOptions {
  /** The value of `--config-dir`: one folder, or several separated by commas. */
  readonly flag?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** Absolute paths of existing folders, each once. One that was named must exist; the usual places need not. */
export function configDirs({ flag, env, home }: ConfigDirOptions): readonly string[] {
  if (flag !== undefined) return namedDirs('--config-dir', flag, home)
  const variable = env.CLAUDE_CONFIG_DIR
  if (variable) return namedDirs('CLAUDE_CONFIG_DIR', variable, home)
  return eachOnce(usualDirs(home).filter(isFolder))
}

export interface LookedIn {
  readonly path: string
  readonly exists: boolean
}

/** Where sessions are looked for, also where nothing is: for whoever wonders why none are found. */
export function lookedIn(options: ConfigDirOptions): readonly LookedIn[] {
  const dirs = configDirs(options)
  const isNamed = options.flag !== undefined || Boolean(options.env.CLAUDE_CONFIG_DIR)
  const paths = isNamed ? dirs : usualDirs(options.home)
  return paths.map(path => ({ path, exists: isFolder(path) }))
}

function usualDirs(home: string): readonly string[] {
  return [join(home, '.claude'), join(home, '.config', 'claude')]
}

/** The config dir in whose `projects` folder this file lies, if any. */
export function configDirOf(path: string, dirs: readonly string[]): string | undefined {
  const file = realPathOr(path)
  return dirs.find(dir => isInside(file, realPathOr(join(dir, PROJECTS))))
}

function namedDirs(source: string, list: string, home: string): readonly string[] {
  const names = list.split(',').flatMap(name => (name.trim() === '' ? [] : [name.trim()]))
  if (names.length === 0) throw new InputError('config-dir-missing', `${source} does not name a folder`)
  const dirs = names.map(name => resolve(expandHome(name, home)))
  const missing = dirs.find(dir => !isFolder(dir))
  if (missing !== undefined) throw new InputError('config-dir-missing', `${source}: ${missing} is not a folder`)
  return eachOnce(dirs)
}

/** The shell expands `~` at the start of a word only, so not behind a comma. */
function expandHome(name: string, home: string): string {
  return name === '~' || name.startsWith('~/') || name.startsWith('~\\') ? join(home, name.slice(1)) : name
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Two names of one folder would list every session twice. */
function eachOnce(dirs: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return dirs.filter(dir => {
    const real = realPathOr(dir)
    return !seen.has(real) && seen.add(real)
  })
}

function realPathOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}
