import { expect, test } from 'vitest'
import { fieldGroups, isKnownField, knownFields } from '../../src/format/known-fields.js'

test('every range of versions runs forward', () => {
  const ranges = Object.values(knownFields).flatMap(fields => Object.values(fields).filter(range => range !== null))
  expect(ranges.length).toBeGreaterThan(100)
  for (const [first, last] of ranges) {
    expect(first.localeCompare(last, 'en', { numeric: true }), `${first} to ${last}`).toBeLessThanOrEqual(0)
  }
})

test('a nested group belongs to a field of the group above it', () => {
  for (const group of Object.keys(knownFields).filter(name => name.includes('.'))) {
    const dot = group.lastIndexOf('.')
    expect(isKnownField([group.slice(0, dot)], group.slice(dot + 1)), group).toBe(true)
  }
})

test.each([
  ['user', undefined, ['chained', 'user']],
  ['system', 'compact_boundary', ['chained', 'system', 'system/compact_boundary']],
  ['system', 'not-yet-known', ['chained', 'system']],
  ['system', undefined, ['chained', 'system']],
  ['last-prompt', undefined, ['last-prompt']],
  ['not-yet-known', undefined, []],
  ['chained', undefined, []],
  ['user.message', undefined, []],
  ['__proto__', undefined, []],
])('the fields of %s %s are in %j', (type, subtype, groups) => {
  expect(fieldGroups(type, subtype)).toEqual(groups)
})

test('names that every object inherits are not known fields', () => {
  const groups = fieldGroups('user')
  expect(['uuid', 'toolUseResult'].every(field => isKnownField(groups, field))).toBe(true)
  expect(['constructor', '__proto__', 'toString'].some(field => isKnownField(groups, field))).toBe(false)
})
