// Does every entry that a real client wrote fit the schema? Runs where the corpus is present: `RETHREAD_CORPUS`, or
// `../shared/corpus` beside the repository.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { schemaOf } from '../../src/actions/schema/schema.js'
import { problems } from '../format/json-schema.js'

const corpus = resolve(process.env.RETHREAD_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus'))

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  test('files written by the client are valid, entry by entry', () => {
    const { entries, wrong } = checked(join(corpus, 'real'))
    expect(wrong).toEqual({})
    expect(entries).toBeGreaterThan(10_000)
  })

  test('of hand-made files, what does not fit is not what a client writes', () => {
    const { entries, wrong } = checked(join(corpus, 'odd'))
    expect(entries).toBeGreaterThan(0)
    expect(wrong).toMatchInlineSnapshot(`
      {
        "user.message.content: array instead of string or null": 2,
        "user.message.content[]: string instead of object": 2,
        "user.message: object instead of string": 2,
      }
    `)
  })
})

function checked(folder: string): { readonly entries: number; readonly wrong: Readonly<Record<string, number>> } {
  const schema = schemaOf()
  const wrong: Record<string, number> = {}
  let entries = 0
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'))
  for (const file of files) {
    for (const row of rowsOf(join(folder, file))) {
      entries++
      for (const problem of problems(schema, row, schema)) {
        const key = `${row.type}${problem.replace(/\[\d+\]/g, '[]')}`
        wrong[key] = (wrong[key] ?? 0) + 1
      }
    }
  }
  return { entries, wrong }
}

function* rowsOf(path: string): Generator<Readonly<Record<string, unknown>>> {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      const row: unknown = JSON.parse(line)
      if (typeof row === 'object' && row !== null && !Array.isArray(row)) yield row as Readonly<Record<string, unknown>>
    } catch {
      // Damaged lines are the subject of other tests.
    }
  }
}
