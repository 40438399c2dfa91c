// The names that others build on. A name that appears or goes here is a change of the API: CHANGELOG.md says so.

import { expect, test } from 'vitest'

const surface = async (path: string) => Object.keys(await import(path)).toSorted()

test('the package root', async () => {
  expect(await surface('../../src/index.js')).toMatchInlineSnapshot()
})

test('rethread/format', async () => {
  expect(await surface('../../src/format/index.js')).toMatchInlineSnapshot()
})

test('rethread/conversation', async () => {
  expect(await surface('../../src/conversation/index.js')).toMatchInlineSnapshot()
})

test('rethread/disk', async () => {
  expect(await surface('../../src/disk/index.js')).toMatchInlineSnapshot()
})

test('rethread/schemas', async () => {
  expect(await surface('../../src/actions/schemas.js')).toMatchInlineSnapshot()
})
