// Is every field that real clients wrote in the table? Runs where the corpus is present: `RETHREAD_CORPUS`, or
// `../shared/corpus` beside the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fieldGroups, isKnownField, knownBlockTypes, knownFields, knownTypes } from '../../src/format/known-fields.js'

const corpus = resolve(process.env.RETHREAD_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus'))

type Row = Readonly<Record<string, unknown>>

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  test('files written by the client hold nothing unknown', () => {
    expect(unknownIn(join(corpus, 'real'))).toEqual({})
  })

  test('hand-made files hold unknown fields, and they are noticed', () => {
    expect(Object.keys(unknownIn(join(corpus, 'odd')))).toEqual(
      expect.arrayContaining(['type (none)', 'user.timesstamp', 'user.message.contenst']),
    )
  })
})

function unknownIn(folder: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.jsonl'),
  )) {
    for (const row of rowsOf(join(folder, file))) {
      for (const path of unknownOf(row)) counts[path] = (counts[path] ?? 0) + 1
    }
  }
  return counts
}

function* rowsOf(path: string): Generator<Row> {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      const row: unknown = JSON.parse(line)
      if (isRow(row)) yield row
    } catch {
      // Damaged lines are the subject of other tests.
    }
  }
}

function* unknownOf(row: Row): Generator<string> {
  const type = typeof row.type === 'string' ? row.type : '(none)'
  if (!knownTypes.has(type)) return yield `type ${type}`
  const subtype = typeof row.subtype === 'string' ? row.subtype : undefined
  yield* unknownFieldsOf(row, fieldGroups(type, subtype), type)
  if (isRow(row.message)) yield* unknownInContent(row.message.content)
}

function* unknownFieldsOf(row: Row, groups: readonly string[], path: string): Generator<string> {
  for (const [field, value] of Object.entries(row)) {
    if (!isKnownField(groups, field)) yield `${path}.${field}`
    const nested = groups.map(group => `${group}.${field}`).filter(group => Object.hasOwn(knownFields, group))
    if (nested.length > 0 && isRow(value)) yield* unknownFieldsOf(value, nested, `${path}.${field}`)
  }
}

function* unknownInContent(content: unknown): Generator<string> {
  if (!Array.isArray(content)) return
  for (const block of content.filter(isRow)) {
    const type = String(block.type)
    if (!knownBlockTypes.has(type)) yield `block ${type}`
    else yield* unknownFieldsOf(block, [`block/${type}`], `block/${type}`)
    if (type === 'tool_result') yield* unknownInContent(block.content)
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
