// Sessions that are changed and then judged: those that a client recorded, and those from outside where there are any.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { bytesOf, listed } from '../corpus/corpus-files.js'
import { recordedSessions } from './goldens.js'

export interface Subject {
  readonly name: string
  readonly sessionId: string
  read(): Uint8Array
}

export const recordedBy = (client: string): readonly Subject[] =>
  recordedSessions()
    .filter(({ version }) => version === client)
    .map(({ name, sessionId, file }) => ({ name, sessionId, read: () => readFileSync(file) }))

/** Main sessions under the name that the client gave them. */
export const fromOutside = (): readonly Subject[] =>
  listed
    .filter(({ file }) => /^real\/.*\/[0-9a-f-]{36}\.jsonl$/.test(file))
    .map(({ file }) => ({ name: file, sessionId: basename(file, '.jsonl'), read: () => bytesOf(file) }))
