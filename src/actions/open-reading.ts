// A session opened for its context: read once, then asked for as many contexts as one likes.

import { contextReader, type Reading } from '../context/index.js'
import {
  findSessionFolder,
  openSource,
  type ResolvedSession,
  readRecords,
  readStandardInput,
  storageError,
} from '../disk/index.js'
import { recordReader } from '../format/records.js'
import { type OpenOptions, type OpenSession, readingFrom } from './open-session.js'

export interface OpenReading extends OpenSession {
  readonly reading: Reading
}

export async function openReading(resolved: ResolvedSession, options: OpenOptions = {}): Promise<OpenReading> {
  if (resolved.kind === 'standard-input') return readingInMemory(await readStandardInput())
  const { folder, findings } = findSessionFolder(resolved.path, resolved.configDir)
  const reader = contextReader()
  const { problem } = await readRecords(resolved.path, reader, options)
  if (problem) throw storageError(problem)
  const reading = reader.finish()
  const source = openSource(resolved.path)
  const read = (offset: number, length: number) => source.read(offset, length)
  return { ...readingFrom(reading.conversation, read, source.close), reading, id: folder.id, folder, findings }
}

export function readingInMemory(bytes: Uint8Array): OpenReading {
  const reader = contextReader()
  const records = recordReader(reader)
  records.push(bytes)
  records.end()
  const reading = reader.finish()
  const read = (offset: number, length: number) => bytes.subarray(offset, offset + length)
  const id = reading.conversation.about.sessionId ?? ''
  return { ...readingFrom(reading.conversation, read, () => {}), reading, id, folder: undefined, findings: [] }
}
