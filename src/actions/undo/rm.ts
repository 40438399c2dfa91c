// A session removed with everything that belongs to it; undo brings it back.

import {
  dataDir,
  findSessionFolder,
  isLink,
  liveClients,
  removeSession,
  SessionIsLink,
  SessionLive,
  sideFilesOf,
  sizeOfFile,
} from '../../disk/index.js'
import type { Finding } from '../../format/finding.js'
import { sessionFile } from '../action.js'
import { refuseArchived } from '../archive/refuse-archived.js'
import { locate, type Place, refuseSamples } from '../session/place.js'
import { tellSwept } from './tell-swept.js'
import { refusal } from './undo.js'

export interface RmReport {
  readonly sessionId: string
  readonly path: string
  readonly dryRun: boolean
  readonly files: readonly { readonly path: string; readonly role: 'session' | 'side'; readonly bytes: number }[]
  readonly bytes: number
  /** Why not; empty where it was done, or can be. */
  readonly refused: readonly string[]
  /** What lies with the session and stays, because it is no regular file. */
  readonly findings: readonly Finding[]
  /** What undo takes. */
  readonly receipt: string | null
}

/** Several sessions, each a change of its own. All are found before the first one goes: a wrong word removes nothing. */
export async function rmAll(
  place: Place,
  { sessions, dryRun }: { readonly sessions: readonly string[]; readonly dryRun: boolean },
): Promise<readonly RmReport[]> {
  const meant = new Map<string, string>()
  for (const reference of sessions) {
    const found = await locate(reference, place)
    const path = found.kind === 'file' ? found.path : reference
    if (!meant.has(path)) meant.set(path, sessions.length === 1 ? reference : path)
  }
  const reports: RmReport[] = []
  for (const reference of meant.values()) reports.push(await rm(place, reference, { dryRun }))
  return reports
}

export async function rm(place: Place, reference: string, options: { readonly dryRun: boolean }): Promise<RmReport> {
  const resolved = await sessionFile(place, reference, 'rm')
  refuseArchived(resolved, 'rm')
  refuseSamples(place, resolved.path)
  const found = findSessionFolder(resolved.path, resolved.configDir)
  const { folder, findings } = found
  const files = [
    { path: folder.path, role: 'session' as const },
    ...sideFilesOf(folder).map(path => ({ path, role: 'side' as const })),
  ].map(one => ({ ...one, bytes: sizeOfFile(one.path) }))
  const report: RmReport = {
    sessionId: folder.id,
    path: folder.path,
    dryRun: options.dryRun,
    files,
    bytes: files.reduce((sum, one) => sum + one.bytes, 0),
    refused: [
      ...(isLink(folder.path) ? [new SessionIsLink(folder.path).message] : []),
      ...liveClients(folder.id, folder.configDir).map(client => new SessionLive(folder.id, client).message),
    ],
    findings,
    receipt: null,
  }
  if (options.dryRun || report.refused.length > 0) return report
  try {
    const { receipt, swept } = await removeSession({ call: ['rm', reference], found, dataDir: dataDir(place) })
    tellSwept(place, swept)
    return { ...report, receipt: receipt.id }
  } catch (error) {
    return { ...report, refused: [refusal(error).message] }
  }
}
