// Links lead somewhere, and the texts speak of the project only.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const below = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .map(name => join(folder, name).replaceAll('\\', '/'))
const pages = [
  ...readdirSync(root).filter(name => name.endsWith('.md')),
  ...below('docs', /\.md$/),
  'samples/README.md',
]

describe('links', () => {
  test.each(pages)('%s', path => {
    const links = [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    const relative = links.filter(target => !/^https?:/.test(target))
    expect(relative.filter(target => !leadsSomewhere(path, target))).toEqual([])
  })
})

function leadsSomewhere(from: string, target: string): boolean {
  const [file, anchor] = target.split('#')
  const path = file ? join(dirname(from), file) : from
  if (!existsSync(join(root, path))) return false
  return anchor === undefined || anchorsOf(read(path)).includes(anchor)
}

function anchorsOf(text: string): readonly string[] {
  const headings = withoutCode(text).match(/^#+ .*$/gm) ?? []
  return headings.map(heading =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}

describe('the texts speak of the project only', () => {
  const texts = [
    ...pages,
    ...below('src', /\.ts$/),
    ...below('tools', /\.ts$/),
    ...below('scripts', /\.mjs$/),
    'package.json',
    'package-lock.json',
    '.npmrc',
    'docs/show.svg',
  ]
  /** Built from pieces, so that this file does not find itself. */
  const machine = new RegExp(['/wor', 'k/|/roo', 't/|/hom', 'e/(?!ada|lin)\\w+/'].join(''))
  const registry = /https?:\/\/[^\s"')]*(registry|npmjs|verdaccio|artifactory|nexus)/i
  const makers =
    /\b(co-authored-by|generated with|written by an? (ai|agent|model)|session that wrote this|sub-?task)\b/i

  test.each(texts)('%s', path => {
    const text = read(path)
    expect(text.match(machine)?.[0]).toBeUndefined()
    expect(text.match(registry)?.[0]).toBeUndefined()
    expect(text.match(makers)?.[0]).toBeUndefined()
  })

  test.each(pages)('%s has no word of how it came about', path => {
    expect(read(path)).not.toMatch(/\bhelpers?\b|\bshared\/|\bseeds?\/|\bissue #?\d|\bthis machine\b/i)
  })
})
