// What gitleaks and secretlint look for is found here too, or it is said why not.

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SECRET_KINDS } from '../../src/secrets/index.js'
import { GITLEAKS, SECRETLINT } from '../../tools/docs/other-scanners.js'

const ROOT = resolve(import.meta.dirname, '../..')

test('every kind that is named exists, and every reason says something', () => {
  for (const [id, one] of Object.entries({ ...GITLEAKS, ...SECRETLINT })) {
    if ('not' in one) expect(one.not.length, id).toBeGreaterThan(10)
    else for (const kind of one.kinds) expect(SECRET_KINDS, id).toContain(kind)
  }
  expect(Object.keys(GITLEAKS).length).toBeGreaterThan(200)
})

test('every rule of the installed preset of secretlint is in the table', () => {
  const folder = join(ROOT, 'node_modules/@secretlint/secretlint-rule-preset-recommend/module')
  const code = readdirSync(folder)
    .filter(name => name.endsWith('.js'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('')
  const ids = [...code.matchAll(/id: ?"(@secretlint\/secretlint-rule-(?!preset)[\w-]+)"/g)].map(([, id]) => id!)
  expect(ids.length).toBeGreaterThan(10)
  expect(new Set(ids)).toEqual(new Set(Object.keys(SECRETLINT)))
})

test('the table is in the docs', () => {
  const docs = readFileSync(join(ROOT, 'docs/secrets.md'), 'utf8')
  for (const id of [...Object.keys(GITLEAKS), ...Object.keys(SECRETLINT)]) expect(docs).toContain(`| ${id} |`)
})
