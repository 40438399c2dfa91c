// The generated parts of the docs are what the program does now. If this fails: `npm run docs`, and read the difference.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { renderDocs } from '../../tools/docs.js'
import { SAMPLES } from '../../tools/samples.js'

const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const rendered = await renderDocs(root)

test.each([...rendered])('%s is up to date', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})

test('what must be generated is', () => {
  const names = [
    'agents.md',
    'commands.md',
    'findings.md',
    'graph.md',
    'graphs/README.md',
    'json.md',
    'library.md',
    'messages.md',
    'search.md',
    'secrets.md',
    'show.svg',
    'trim.svg',
    'usage.md',
  ]
  const graphs = SAMPLES.map(({ place }) => `graphs/${place.sessionId.slice(0, 8)}.svg`)
  const expected = ['README.md', ...[...names, ...graphs].map(name => `docs/${name}`)]
  expect([...rendered.keys()].toSorted()).toEqual(expected.toSorted())
})

test('no call and no example in the docs is empty or failed', () => {
  const pages = [...rendered].filter(([path]) => path.endsWith('.md')).map(([, text]) => text)
  for (const text of pages) {
    expect(text).not.toMatch(/```(text|console)\n```/)
    expect(text).not.toMatch(/^rethread: /m)
  }
})

test('the README is short, shows the tour, and says that rethread is independent', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200)
  expect(readme).toMatch(/independent project/)
  expect(readme).toMatch(/not affiliated with, endorsed by or supported by/)
  for (const command of ['ls', 'context', 'graph', 'trim', 'repair'])
    expect(readme).toContain(`\n$ rethread ${command}`)
})

test('the picture is small enough to be read on a page', () => {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(rendered.get('docs/show.svg') ?? '') ?? []
  expect(Number(width)).toBeLessThanOrEqual(800)
  expect(Number(height)).toBeLessThanOrEqual(700)
})

test('no generated text holds a path of this machine', () => {
  for (const text of rendered.values()) expect(text).not.toMatch(/rethread-docs-|\/tmp\//)
})
