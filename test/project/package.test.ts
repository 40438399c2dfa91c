// What the package promises about itself.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/cli/version.js'

const root = resolve(import.meta.dirname, '../..')
const json = (name: string) => JSON.parse(readFileSync(resolve(root, name), 'utf8'))
const manifest = json('package.json')
const lock = readFileSync(resolve(root, 'package-lock.json'), 'utf8')

test('the version that the program prints is the package’s', () => {
  expect(VERSION).toBe(manifest.version)
})

test('no dependency, development included, has an install script', () => {
  const packages: Record<string, { hasInstallScript?: boolean }> = JSON.parse(lock).packages
  const withScript = Object.entries(packages).filter(([, one]) => one.hasInstallScript)
  expect(withScript.map(([name]) => name)).toEqual([])
})

test('the lock file names no registry', () => {
  expect(lock).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/)
})

test('every export and the bin exist after the build', () => {
  const targets = Object.values<{ types?: string; default?: string } | string>(manifest.exports).flatMap(one =>
    typeof one === 'string' ? [one] : [one.types!, one.default!],
  )
  const missing = [...targets, manifest.bin.rethread].filter(path => !existsSync(resolve(root, path)))
  expect(missing).toEqual([])
})

test('runs on Node 20.19 to 26', () => {
  expect(manifest.engines.node).toBe('>=20.19.0')
})
