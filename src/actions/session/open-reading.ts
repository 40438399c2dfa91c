// A session opened for its context: read once, then asked for as many contexts as one likes.

import { type StoredBlocks, storedBlocks } from '../../check/stored-blocks.js'
import { contextReader, type Reading } from '../../context/index.js'
import {
  findSessionFolder,
  openSource,
  type ResolvedSession,
  readRecords,
  readStandardInput,
  storageError,
} from '../../disk/index.js'
import { recordReader } from '../../format/records.js'
import { releaseMemory } from '../release-memory.js'
import { inheritedFigures } from './inherited-figures.js'
import { type OpenOptions, type OpenSession, readingFrom } from './open-session.js'

export interface OpenReading extends OpenSession {
  readonly reading: Reading
  /** What the API would say of blocks as they are stored. */
  readonly blocks: StoredBlocks
}

export async function openReading(resolved: ResolvedSession, options: OpenOptions = {}): Promise<OpenReading> {
  if (resolved.kind === 'standard-input') return readingInMemory(await readStandardInput())
  const { folder, findings } = findSessionFolder(resolved.path, resolved.configDir)
  const blocks = storedBlocks()
  const reader = contextReader(blocks.entry)
  const { problem } = await readRecords(resolved.path, reader, options)
  if (problem) throw storageError(problem)
  const reading = { ...reader.finish(), ...inheritedFigures(folder.id, options) }
  releaseMemory(reading.conversation.inventory.bytes)
  const source = openSource(resolved.path)
  const read = (offset: number, length: number) => source.read(offset, length)
  const open = readingFrom(reading.conversation, read, source.close)
  return { ...open, reading, blocks, id: folder.id, folder, findings }
}

export function readingInMemory(bytes: Uint8Array): OpenReading {
  const blocks = storedBlocks()
  const reader = contextReader(blocks.entry)
  const records = recordReader(reader)
  records.push(bytes)
  records.end()
  const reading = reader.finish()
  const read = (offset: number, length: number) => bytes.subarray(offset, offset + length)
  const id = reading.conversation.about.sessionId ?? ''
  const open = readingFrom(reading.conversation, read, () => {})
  return { ...open, reading, blocks, id, folder: undefined, bytes, findings: [] }
}
