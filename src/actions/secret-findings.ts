// Secrets of a session as findings, for whoever only wants to know.

import { basename } from 'node:path'
import { finding, type NewFamily } from '../check/family.js'
import { readWhole, sideFilesOf, storageError } from '../disk/index.js'
import type { Finding } from '../format/finding.js'
import type { SessionFolder } from '../format/session-folder.js'
import { fieldAt, isUntouchable } from '../reshape/redact.js'
import { SECRET_RULES, secretScanner } from '../secrets/index.js'
import { maskedContext } from './redact/masked.js'

const scanner = secretScanner(SECRET_RULES)

export const secretFamily: NewFamily = () => {
  const found: Finding[] = []
  return {
    entry({ found: entry, bytes, start }) {
      const own = bytes.subarray(start, start + entry.length)
      const hits = scanner.scan(own, 'json')
      hits.forEach((hit, at) => {
        const field = fieldAt(own, hit.start)
        if (isUntouchable(field)) return
        const message = `${hit.kind} in ${field.join('.')}: ${maskedContext(own, hits, at)}`
        found.push(finding('secret-found', message, { line: entry.line, fix: 'rethread redact' }))
      })
    },
    finish: () => found,
  }
}

export async function secretsBeside(folder: SessionFolder): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const path of sideFilesOf(folder)) {
    const { bytes, problem } = await readWhole(path)
    if (problem) throw storageError(problem)
    if (bytes.includes(0)) continue // an image, or the like
    const hits = scanner.scan(bytes, /\.jsonl?$/.test(path) ? 'json' : 'text')
    hits.forEach((hit, at) => {
      const message = `${hit.kind} in ${basename(path)}: ${maskedContext(bytes, hits, at)}`
      found.push(finding('secret-found', message, { fix: 'rethread redact' }))
    })
  }
  return found
}
