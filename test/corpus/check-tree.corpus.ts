// Every defect that the manifest of the corpus names is found, with its code and count, and no session that the
// client wrote and resumes is said to be refused.

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LINE_CODES } from '../../src/check/codes/lines.js'
import { check } from '../check/damaged.js'

interface Listed {
  readonly file: string
  readonly malformed: number
  readonly has: Readonly<Record<string, number>>
}

const corpus = process.env.RETHREAD_CORPUS ?? resolve(import.meta.dirname, '../../../shared/corpus')
const manifest = join(corpus, 'manifest.json')
const files = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Listed[]) : []

/** Which codes stand for a defect of the manifest, whose counts do not ask whether the client comes by. */
const CODES_OF: Readonly<Record<string, readonly string[]>> = {
  orphanParents: ['parent-missing', 'parent-bridged', 'parent-missing-aside'],
  unpairedToolUse: ['tool-call-lost', 'tool-call-unanswered', 'tool-call-pending', 'tool-call-aside'],
  unpairedToolResult: ['tool-result-orphan', 'tool-result-aside'],
  duplicateUuids: ['uuid-duplicate', 'uuid-duplicate-differs'],
  duplicateToolResult: ['tool-result-duplicate', 'tool-result-repeated'],
}
/** Where we count otherwise, and why. */
const EXPLAINED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // The only result of a call has the uuid of a later prompt, which takes its place (N7): the call has none.
  'odd/daaain__claude-code-log/edge_cases~3.jsonl': { unpairedToolUse: 1 },
}
const DAMAGED = Object.keys(LINE_CODES)

describe.skipIf(files.length === 0)(`the files in ${corpus}`, () => {
  test.each(files)('$file', ({ file, malformed, has }) => {
    const found = check(readFileSync(join(corpus, file)))
    const count = (codes: readonly string[]): number => found.filter(({ code }) => codes.includes(code)).length

    expect(count(DAMAGED), 'malformed').toBe(malformed)
    for (const [defect, codes] of Object.entries(CODES_OF)) {
      expect(count(codes), defect).toBe(EXPLAINED[file]?.[defect] ?? has[defect] ?? 0)
    }

    // The client has written these; whatever is odd in them, it takes them up again.
    const refused = file.startsWith('real/') ? found.filter(({ severity }) => severity === 'refuses') : []
    expect(refused).toEqual([])
  })
})

if (files.length === 0) test.skip(`no manifest at ${manifest}: set RETHREAD_CORPUS`, () => undefined)
