// Secrets in the prompt history: the client keeps every prompt there as it was typed, with what was pasted into it, for
// all sessions of a config dir. The lines that are meant are those of the session, and those of its directory.

import { basename, join } from 'node:path'
import { fileState, isPresent, readRecords, sharedFiles, storageError } from '../../disk/index.js'
import { secretsInEntry } from '../../reshape/redact/index.js'
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
  for (const prompt of await promptsIn(path, state.size, scanner, isMeantBy(folder.id, conversation.about.cwd))) {
    prompt.unscanned.forEach(unscanned)
    for (const name of prompt.pasted) pasted.add(name)
    for (const [at, hit] of prompt.hits.entries()) {
      hits.push({ ...hit, start: hit.start + prompt.offset, end: hit.end + prompt.offset })
      lines.push(prompt.line)
      contexts.push(prompt.contexts[at]!)
    }
  }
  if (hits.length > 0) found.set(path, { hits, contexts, lines, isFixed: false, state })
  for (const name of pasted) {
    const inFile = secretsInPaste(configDir, name, scanner, unscanned)
    if (inFile && inFile.hits.length > 0) found.set(pastePath(configDir, name), inFile)
  }
  return found
}

/**
 * For many sessions: the history of a config dir is read once, and each of its lines is told of once, for the first
 * session that it is meant by.
 */
export interface HistoryOfMany {
  secretsOf(
    session: { readonly id: string; readonly cwd: string | undefined; readonly configDir: string | undefined },
    scanner: SecretScanner,
    unscanned: (what: Unscanned) => void,
  ): Promise<readonly { readonly hit: SecretHit; readonly where: string; readonly context: string }[]>
}

export function historyOfMany(): HistoryOfMany {
  const read = new Map<string, Promise<HistoryPrompt[]>>()
  const pastesTold = new Set<string>()
  return {
    async secretsOf({ id, cwd, configDir }, scanner, unscanned) {
      const path = configDir === undefined ? undefined : sharedFiles(configDir, '').history
      if (configDir === undefined || path === undefined) return []
      const known = read.get(path) ?? promptsIn(path, fileState(path).size, scanner, () => true)
      read.set(path, known)
      const all = await known
      const isMeant = isMeantBy(id, cwd)
      const own = all.filter(isMeant)
      read.set(path, Promise.resolve(all.filter(prompt => !isMeant(prompt))))
      for (const prompt of own) prompt.unscanned.forEach(unscanned)
      return own.flatMap(({ hits, contexts, line, pasted }) => [
        ...hits.map((hit, at) => ({ hit, where: `${basename(path)}, line ${line}`, context: contexts[at]! })),
        ...pasted.flatMap(name => {
          if (pastesTold.has(name)) return []
          pastesTold.add(name)
          const inFile = secretsInPaste(configDir, name, scanner, unscanned)
          return (inFile?.hits ?? []).map((hit, at) => ({
            hit,
            where: basename(pastePath(configDir, name)),
            context: inFile!.contexts[at]!,
          }))
        }),
      ])
    },
  }
}

/** A line of the history with what was found in it. */
interface HistoryPrompt {
  readonly sessionId: unknown
  readonly project: unknown
  readonly line: number
  readonly offset: number
  readonly hits: readonly SecretHit[]
  readonly contexts: readonly string[]
  readonly pasted: readonly string[]
  readonly unscanned: readonly Unscanned[]
}

function isMeantBy(id: string, cwd: string | undefined): (prompt: Pick<Prompt, 'sessionId' | 'project'>) => boolean {
  return ({ sessionId, project }) => project !== undefined && (sessionId === id || project === cwd)
}

/** Those that are meant and have a secret, or something that may have one. */
async function promptsIn(
  path: string,
  limit: number,
  scanner: SecretScanner,
  isMeant: (prompt: Prompt) => boolean,
): Promise<HistoryPrompt[]> {
  const prompts: HistoryPrompt[] = []
  const { problem } = await readRecords(
    path,
    {
      entry({ line, offset, length }, bytes, start) {
        const own = bytes.subarray(start, start + length)
        const prompt = JSON.parse(new TextDecoder().decode(own)) as Prompt
        if (!isMeant(prompt)) return
        const pasted = pastedNames(prompt)
        const unscanned: Unscanned[] = []
        const hits = secretsInEntry(scanner, own, what => unscanned.push(what))
        if (hits.length === 0 && pasted.length === 0 && unscanned.length === 0) return
        const read = (from: number, count: number) => own.subarray(from, from + count)
        const contexts = hits.map((_, at) => maskedContext(read, own.length, hits, at))
        const { sessionId, project } = prompt
        prompts.push({ sessionId, project, line, offset, hits, contexts, pasted, unscanned })
      },
      gap() {},
      finding() {},
    },
    { limit },
  )
  if (problem) throw storageError(problem)
  return prompts
}

function pastePath(configDir: string, name: string): string {
  return join(configDir, 'paste-cache', `${name}.txt`)
}

function secretsInPaste(
  configDir: string,
  name: string,
  scanner: SecretScanner,
  unscanned: (what: Unscanned) => void,
): FileSecrets | undefined {
  const file = pastePath(configDir, name)
  return isPresent(file) ? secretsInFile(file, scanner, unscanned) : undefined
}

/** Long pastes are kept in files of their own, called by a hash. */
function pastedNames({ pastedContents }: Prompt): readonly string[] {
  if (typeof pastedContents !== 'object' || pastedContents === null) return []
  return Object.values(pastedContents).flatMap((one: unknown) => {
    const { contentHash } = (one ?? {}) as { readonly contentHash?: unknown }
    return typeof contentHash === 'string' && /^[0-9a-f]{8,64}$/i.test(contentHash) ? [contentHash] : []
  })
}
