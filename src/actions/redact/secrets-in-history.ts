// Secrets in the prompt history: the client keeps every prompt there as it was typed, with what was pasted into it, for
// all sessions of a config dir. The lines that are meant are those of the session, and those of its directory.

import { join } from 'node:path'
import { fileState, isPresent, readRecords, sharedFiles, storageError } from '../../disk/index.js'
import { secretsInEntry } from '../../reshape/entry-secrets.js'
import type { SecretHit, SecretScanner, Unscanned } from '../../secrets/index.js'
import type { OpenForChange } from '../reshape/reshape-source.js'
import { maskedContext } from './masked.js'
import { type FileSecrets, secretsInFile } from './secrets-in-file.js'

interface Prompt {
  readonly project?: unknown
  readonly sessionId?: unknown
  readonly pastedContents?: unknown
}

/** By the paths of the files: the history, and pasted texts that lie beside it. */
export async function secretsInHistory(
  { folder, conversation }: OpenForChange['source'],
  scanner: SecretScanner,
  unscanned: (what: Unscanned) => void,
): Promise<ReadonlyMap<string, FileSecrets>> {
  const found = new Map<string, FileSecrets>()
  const { configDir } = folder
  const path = configDir === undefined ? undefined : sharedFiles(configDir, '').history
  if (configDir === undefined || path === undefined) return found
  const state = fileState(path)
  const hits: SecretHit[] = []
  const contexts: string[] = []
  const lines: number[] = []
  const pasted = new Set<string>()
  const { problem } = await readRecords(
    path,
    {
      entry(entry, bytes, start) {
        const own = bytes.subarray(start, start + entry.length)
        const prompt = JSON.parse(new TextDecoder().decode(own)) as Prompt
        const isMeant = prompt.sessionId === folder.id || prompt.project === conversation.about.cwd
        if (!isMeant || prompt.project === undefined) return
        for (const name of pastedNames(prompt)) pasted.add(name)
        const inLine = secretsInEntry(scanner, own, unscanned)
        inLine.forEach((hit, at) => {
          hits.push({ ...hit, start: hit.start + entry.offset, end: hit.end + entry.offset })
          lines.push(entry.line)
          contexts.push(maskedContext((from, length) => own.subarray(from, from + length), own.length, inLine, at))
        })
      },
      gap() {},
      finding() {},
    },
    { limit: state.size },
  )
  if (problem) throw storageError(problem)
  if (hits.length > 0) found.set(path, { hits, contexts, lines, isFixed: false, state })
  for (const name of pasted) {
    const file = join(configDir, 'paste-cache', `${name}.txt`)
    const inFile = isPresent(file) ? secretsInFile(file, scanner, unscanned) : undefined
    if (inFile && inFile.hits.length > 0) found.set(file, inFile)
  }
  return found
}

/** Long pastes are kept in files of their own, called by a hash. */
function pastedNames({ pastedContents }: Prompt): readonly string[] {
  if (typeof pastedContents !== 'object' || pastedContents === null) return []
  return Object.values(pastedContents).flatMap((one: unknown) => {
    const { contentHash } = (one ?? {}) as { readonly contentHash?: unknown }
    return typeof contentHash === 'string' && /^[0-9a-f]{8,64}$/i.test(contentHash) ? [contentHash] : []
  })
}
