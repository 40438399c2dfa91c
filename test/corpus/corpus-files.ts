// The corpus of published sessions, where it is present.

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const corpus = process.env['RETHREAD_CORPUS'] ?? resolve(import.meta.dirname, '../../../shared/corpus')

export const noCorpus = `no corpus at ${corpus}: set RETHREAD_CORPUS to a folder of session files with its manifest.json`

export interface Listed {
  readonly file: string
  readonly lines: number
  readonly malformed: number
  readonly types: Readonly<Record<string, number>>
  readonly has: Readonly<Record<string, number | boolean>>
}

export const listed: readonly Listed[] = existsSync(join(corpus, 'manifest.json'))
  ? (JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8')) as readonly Listed[])
  : []

export const bytesOf = (file: string): Uint8Array => readFileSync(join(corpus, file))
