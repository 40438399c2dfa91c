// Secrets of a session as findings, for whoever only wants to know.

import { basename } from 'node:path'
import { finding } from '../../check/family.js'
import { readRecords, sideFilesOf, storageError } from '../../disk/index.js'
import type { Finding } from '../../format/finding.js'
import type { RecordSink } from '../../format/found.js'
import type { SessionFolder } from '../../format/session-folder.js'
import { secretsInEntry } from '../../reshape/redact/index.js'
import { SECRET_RULES, type SecretHit, secretScanner, type Unscanned } from '../../secrets/index.js'
import { gapSecrets } from '../redact/gap-secrets.js'
import { maskedContext, partHider } from '../redact/masked.js'
import { secretsInFile } from '../redact/secrets-in-file.js'
import type { HistoryOfMany } from '../redact/secrets-in-history.js'

const scanner = secretScanner(SECRET_RULES)

export interface SecretSearch {
  /** Sees every record of the session. */
  readonly sink: Pick<RecordSink, 'entry' | 'gap'>
  /** With what lies beside the session. Nothing of a secret is in them. */
  findings(folder: SessionFolder, cwd: string | undefined): Promise<readonly Finding[]>
}

/** `history`: the prompts of all sessions, as the client keeps them. */
export function secretSearch(history: HistoryOfMany): SecretSearch {
  const found: { readonly what: string; readonly context: string; readonly line?: number }[] = []
  const secrets = new Set<string>()
  const unscanned = new Map<Unscanned, number>()
  const miss = (what: Unscanned): void => {
    unscanned.set(what, (unscanned.get(what) ?? 0) + 1)
  }
  const see = ({ secret, inside = [] }: SecretHit): void => {
    secrets.add(secret)
    inside.forEach(see)
  }

  /** `file` is the name of one that is not the session itself. */
  const sinkFor = (file?: string): SecretSearch['sink'] =>
    sinkOf(
      file,
      gapSecrets(bytes => scanner.scan(bytes, 'json', miss)),
    )

  const sinkOf = (file: string | undefined, inGap: ReturnType<typeof gapSecrets>): SecretSearch['sink'] => ({
    entry(entry, bytes, start) {
      const own = bytes.subarray(start, start + entry.length)
      const hits = secretsInEntry(scanner, own, miss)
      hits.forEach((hit, at) => {
        see(hit)
        const where = file === undefined ? hit.field.path.join('.') : `${file}, line ${entry.line}`
        add(`${hit.kind} in ${where}`, own, hits, at, file === undefined ? entry.line : undefined)
      })
    },
    gap(gap, bytes, start = 0) {
      if (bytes === undefined) return
      const { bytes: own, hits } = inGap(gap, bytes, start)
      hits.forEach((hit, at) => {
        see(hit)
        const where = file === undefined ? 'a damaged line' : `a damaged line of ${file}`
        add(`${hit.kind} in ${where}`, own, hits, at, file === undefined ? gap.line : undefined)
      })
    },
  })

  function add(what: string, bytes: Uint8Array, hits: readonly SecretHit[], at: number, line?: number): void {
    const read = (from: number, length: number) => bytes.subarray(from, from + length)
    found.push({ what, context: maskedContext(read, bytes.length, hits, at), ...(line === undefined ? {} : { line }) })
  }

  return {
    sink: sinkFor(),
    async findings(folder, cwd) {
      const transcripts = new Set(folder.agents.map(agent => agent.path))
      for (const path of sideFilesOf(folder)) {
        if (transcripts.has(path)) {
          const { problem } = await readRecords(path, { ...sinkFor(basename(path)), finding() {} })
          if (problem) throw storageError(problem)
          continue
        }
        const { hits, contexts } = secretsInFile(path, scanner, miss)
        hits.forEach((hit, at) => {
          see(hit)
          found.push({ what: `${hit.kind} in ${basename(path)}`, context: contexts[at]! })
        })
      }
      const { id, configDir } = folder
      for (const { hit, where, context } of await history.secretsOf({ id, cwd, configDir }, scanner, miss)) {
        see(hit)
        found.push({ what: `${hit.kind} in ${where}`, context })
      }
      const hide = partHider(secrets)
      const all = found.map(({ what, context, line }) =>
        finding('secret-found', `${what}: ${hide(context)}`, line === undefined ? {} : { line }),
      )
      if (unscanned.size === 0) return all
      const counts = [...unscanned].map(([what, count]) => `${count} ${WORDS[what][count === 1 ? 0 : 1]}`)
      return [...all, finding('secret-unscanned', `not scanned for secrets: ${counts.join(', ')}`)]
    },
  }
}

const WORDS: Readonly<Record<Unscanned, readonly [string, string]>> = {
  image: ['image', 'images'],
  pdf: ['PDF', 'PDFs'],
  archive: ['archive', 'archives'],
  data: ['piece of base64', 'pieces of base64'],
}
