// Where a server of this user says that it runs, so that a second start finds it. Only its user can read it: it holds the
// token.

import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheDir } from './cache-place.js'
import type { DataDirOptions } from './data-dir.js'
import { certaintyOf, type OwnIdentity, ownIdentity } from './process-identity.js'

export interface RunningServer {
  readonly port: number
  readonly token: string
  /** What it was started for: another start with the same words finds it. */
  readonly purpose: string
  readonly process: OwnIdentity
}

const NAME = 'server.json'

export function announceServer(place: DataDirOptions, server: Omit<RunningServer, 'process'>): void {
  const path = placeOf(place)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const spare = `${path}.${process.pid}`
  writeFileSync(spare, JSON.stringify({ ...server, process: ownIdentity() }), { mode: 0o600 })
  chmodSync(spare, 0o600)
  renameSync(spare, path)
}

/** The one that says it runs, where its process is there. */
export function announcedServer(place: DataDirOptions): RunningServer | undefined {
  try {
    const said = JSON.parse(readFileSync(placeOf(place), 'utf8')) as RunningServer
    const certainty = certaintyOf(said.process)
    return certainty === 'sure' || certainty === 'number-only' ? said : undefined
  } catch {
    // Not there, cut off or of another version: then none is known.
    return undefined
  }
}

/**
 * A page that leads to the address, for a browser to be started with: the address itself would stand in the list of
 * processes, for every user of the machine to read.
 */
export function openingPage(place: DataDirOptions, url: string): string {
  const path = join(dirname(placeOf(place)), 'open.html')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const page = `<!doctype html><meta charset="utf-8"><title>rethread</title><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><p><a href="${url}">Open rethread</a></p>\n`
  rmSync(path, { force: true })
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' })
  return path
}

/** Only what this process said. */
export function withdrawServer(place: DataDirOptions, token: string): void {
  if (announcedServer(place)?.token !== token) return
  rmSync(placeOf(place), { force: true })
  rmSync(join(dirname(placeOf(place)), 'open.html'), { force: true })
}

function placeOf(place: DataDirOptions): string {
  return join(cacheDir(place), NAME)
}
