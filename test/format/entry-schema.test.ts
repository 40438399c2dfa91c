// The schema is made from the types and the table of known fields, and every sample fits it.

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { schemaOf, schemaTypes } from '../../src/actions/schema/schema.js'
import {
  fieldGroups,
  knownBlockTypes,
  knownFields,
  knownSystemSubtypes,
  knownTypes,
} from '../../src/format/known-fields.js'
import { entrySchema } from '../../tools/entry-schema.js'
import { problems, type Schema } from './json-schema.js'

const root = resolve(import.meta.dirname, '../..')
const whole = schemaOf()
const definitions = whole.$defs as Readonly<Record<string, Schema>>
const entry = (value: unknown) => problems(whole, value, whole)

test('it is what the types say today (node scripts/tool.mjs entry-schema)', () => {
  expect(whole).toEqual(entrySchema(root))
})

test('every known type, subtype and block has a schema', () => {
  const expected = [
    ...knownTypes,
    ...[...knownSystemSubtypes].map(one => `system/${one}`),
    ...[...knownBlockTypes].map(one => `block/${one}`),
  ]
  expect(schemaTypes().toSorted()).toEqual(expected.toSorted())
})

test('every known field stands in the schema of its type, with its versions', () => {
  const wrong = [...knownTypes].flatMap(type =>
    fieldGroups(type).flatMap(group =>
      Object.keys(knownFields[group]!)
        .filter(field => !fieldsOf(type).has(field))
        .map(field => `${type}.${field}`),
    ),
  )
  expect(wrong).toEqual([])
  expect(fieldsOf('user').get('promptId')).toMatchObject({ type: 'string', 'x-seen-in': ['2.1.76', '2.1.181'] })
  expect(fieldsOf('assistant').get('uuid')).toMatchObject({ 'x-seen-in': ['1.0.57', '2.1.181'] })
  expect(fieldsOf('assistant').get('effort')).toMatchObject({ type: ['string', 'null'], 'x-seen-in': null })
  expect(fieldsOf('system/api_error').get('retryInMs')).toMatchObject({ 'x-seen-in': ['2.0.5', '2.1.89'] })
  expect(fieldsOf('block/thinking').get('signature')).toMatchObject({ 'x-seen-in': ['2.0.5', '2.1.181'] })
  expect((definitions.Usage!.properties as Schema).speed).toMatchObject({ 'x-seen-in': ['2.1.41', '2.1.181'] })
})

function fieldsOf(type: string): ReadonlyMap<string, Schema> {
  const names = [...JSON.stringify({ ...schemaOf(type), $defs: {} }).matchAll(/#\/\$defs\/(\w+)/g)].map(
    ([, name]) => name!,
  )
  return new Map(names.flatMap(name => Object.entries((definitions[name]!.properties ?? {}) as Record<string, Schema>)))
}

describe('what fits and what does not', () => {
  test.each<readonly [string, unknown]>([
    ['a prompt', { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'hello' } }],
    ['a flat prompt of document 004', { type: 'user', uuid: 'a', message: 'hello', timestamp: 1769275815000 }],
    ['an unknown type', { type: 'brand-new', anything: [1, 2] }],
    ['no type at all', {}],
    ['an unknown field', { type: 'user', brandNew: { deep: true } }],
    ['an unknown subtype', { type: 'system', subtype: 'brand_new', uuid: 'a' }],
    ['an unknown block', { type: 'assistant', message: { content: [{ type: 'brand_new', data: 1 }] } }],
    ['a word outside of the list', { type: 'assistant', message: { stop_reason: 'brand_new' } }],
  ])('valid: %s', (_, value) => expect(entry(value)).toEqual([]))

  test.each<readonly [string, unknown, RegExp]>([
    ['a uuid that is a number', { type: 'user', uuid: 7 }, /\.uuid: number/],
    ['content that is a number', { type: 'assistant', message: { content: 7 } }, /\.message/],
    ['a text that is no text', { type: 'user', message: { content: [{ type: 'text', text: 7 }] } }, /content/],
    ['a subtype’s field', { type: 'system', subtype: 'turn_duration', durationMs: 'long' }, /\.durationMs: string/],
    ['not an object', 'user', /string instead of object/],
  ])('invalid: %s', (_, value, where) => expect(entry(value).join('\n')).toMatch(where))
})

test('one type alone has what it refers to, and nothing else', () => {
  const summary = schemaOf('summary')
  expect(Object.keys(summary.$defs as Schema)).toEqual(['SummaryEntry'])
  expect(problems(summary, { type: 'summary', summary: 'Tides', leafUuid: 'a', version: '1' }, summary)).toEqual([])
  expect(() => schemaOf('sumary')).toThrow(/unknown type "sumary"/)
})

test('every entry of the samples is valid', () => {
  const folder = join(root, 'samples', 'projects')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.jsonl'))
  const wrong = files.flatMap(file =>
    rowsOf(join(folder, file)).flatMap(row => entry(row).map(one => `${file} ${one}`)),
  )
  expect(wrong).toEqual([])
})

function rowsOf(path: string): readonly unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        const row: unknown = JSON.parse(line)
        return typeof row === 'object' && row !== null && !Array.isArray(row) ? [row] : []
      } catch {
        return [] // damaged on purpose
      }
    })
}
