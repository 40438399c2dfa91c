// What names a project's directory besides its sessions: other files of its folder, the client's prompt history, its
// settings and notes.

import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PROJECTS } from '../format/session-folder.js'
import { isLeftover } from './atomic-replace.js'
import { namesIn } from './list-sessions.js'
import { firstEntries, type PeekedEntry, peek } from './peek.js'
import type { FileFinding } from './regular-file.js'
import { isLink } from './safe-way.js'

/** Every regular file below a folder; links and the like are left out, and a folder that is one has none. */
export function filesBelow(folder: string): readonly string[] {
  const found: string[] = []
  const open = isLink(folder) ? [] : [folder]
  const findings: FileFinding[] = []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of namesIn(next, findings, true)) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile() && !isLeftover(entry.name)) found.push(path)
    }
  }
  return found.toSorted()
}

/** Every folder below one, and itself; deepest last. */
export function foldersBelow(folder: string): readonly string[] {
  const found = isLink(folder) ? [] : [folder]
  for (const next of found) {
    for (const entry of namesIn(next, [], true)) if (entry.isDirectory()) found.push(join(next, entry.name))
  }
  return found
}

/** The directories that a session worked in: the first one and those of its end (B4). */
export function directoriesOf(path: string, configDir: string): readonly string[] {
  const root = join(configDir, PROJECTS)
  const found: string[] = []
  firstEntries(path, entry => found.push(...cwdOf(entry)) > 0, root)
  if (found.length === 0) return found
  const { head, tail } = peek(path, { headBytes: 0, root })
  return [...new Set([...found, ...[...head, ...tail].flatMap(cwdOf)])]
}

function cwdOf(entry: PeekedEntry): readonly string[] {
  const cwd = (entry.value() as { readonly cwd?: unknown } | undefined)?.cwd
  return typeof cwd === 'string' ? [cwd] : []
}

export interface SharedFiles {
  /** One line a prompt, with the project that it was typed in. */
  readonly history: string | undefined
  /** With an entry a project: trust, allowed tools, servers. */
  readonly globals: readonly string[]
  /** Settings and notes that may name any path. */
  readonly settings: readonly string[]
}

/** The global settings lie in the config dir, or beside it where that is the usual one. */
export function sharedFiles(configDir: string, home: string): SharedFiles {
  const there = (path: string): readonly string[] =>
    lstatSync(path, { throwIfNoEntry: false })?.isFile() === true ? [path] : []
  const usual = join(home, '.claude')
  const jobs = join(configDir, 'jobs')
  return {
    history: there(join(configDir, 'history.jsonl'))[0],
    globals: [
      ...there(join(configDir, '.claude.json')),
      ...(basename(configDir) === '.claude' && dirname(configDir) === dirname(usual)
        ? there(join(home, '.claude.json'))
        : []),
    ],
    settings: [
      ...there(join(configDir, 'settings.json')),
      ...there(join(configDir, 'settings.local.json')),
      ...there(join(configDir, 'plugins', 'installed_plugins.json')),
      ...namesIn(jobs, [], true).flatMap(one => (one.isDirectory() ? there(join(jobs, one.name, 'state.json')) : [])),
    ],
  }
}

/** Settings that lie in a project's own directory. */
export function directorySettings(directory: string): readonly string[] {
  const names = [join('.claude', 'settings.json'), join('.claude', 'settings.local.json'), '.mcp.json']
  return names
    .map(name => join(directory, name))
    .filter(path => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
}

/** Profiles are config dirs inside of one: those that keep one of these project folders. */
export function profilesWith(configDir: string, folders: readonly string[]): readonly string[] {
  const profiles = join(configDir, 'profiles')
  return namesIn(profiles, [], true)
    .filter(entry => entry.isDirectory())
    .map(({ name }) => join(profiles, name))
    .filter(profile =>
      folders.some(
        folder => lstatSync(join(profile, PROJECTS, folder), { throwIfNoEntry: false })?.isDirectory() === true,
      ),
    )
}
