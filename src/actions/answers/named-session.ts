// The session that a question names, and how later questions name it in few letters.

import { basename } from 'node:path'
import { pointReference } from '../../format/point-reference.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import { locate, type Place } from '../session/place.js'
import { shortReferences } from './short-reference.js'

/** Before it is read. */
export async function namedSession(place: Place, reference = 'latest'): Promise<{ readonly ref: string }> {
  const found = await locate(reference, place, { allowStandardInput: true, allowPoint: true })
  return { ref: laterName(place, reference, found.kind === 'file' ? basename(found.path, SESSION_ENDING) : '') }
}

/** By its id; given by its path it may lie anywhere, and only the path finds it again. */
export function laterName(place: Place, reference = 'latest', id: string): string {
  const { session } = pointReference(reference)
  return session === '-' || session.endsWith(SESSION_ENDING) ? session : shortReferences(place)(id)
}
