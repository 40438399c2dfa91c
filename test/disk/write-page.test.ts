// Pages are written whole or not at all; a device or a pipe is written to, and nothing takes its place.

import { spawn, spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePage } from '../../src/disk/write-page.js'

const folder = (): string => mkdtempSync(join(tmpdir(), 'rethread-page-'))

test('a file is made, and overwritten only where that was said', async () => {
  const home = folder()
  const path = join(home, 'below', 'page.md')
  expect(await writePage(path, ['a', 'ä'], false)).toBe(3)
  await expect(writePage(path, ['b'], false)).rejects.toThrow('exists: use --force')
  expect(readFileSync(path, 'utf8')).toBe('aä')
  await writePage(path, ['b'], true)
  expect(readFileSync(path, 'utf8')).toBe('b')
  expect(readdirSync(join(home, 'below'))).toEqual(['page.md'])
})

test('a page that fails leaves what was there', async () => {
  const path = join(folder(), 'page.md')
  writeFileSync(path, 'before')
  const pieces = (function* () {
    yield 'half'
    throw new Error('no more')
  })()
  await expect(writePage(path, pieces, true)).rejects.toThrow('no more')
  expect(readFileSync(path, 'utf8')).toBe('before')
})

// A link of our own: whatever goes wrong, the machine keeps its device.
test.runIf(process.platform !== 'win32').each([false, true])(
  '/dev/null stays what it is (--force: %s)',
  async force => {
    const path = join(folder(), 'null')
    symlinkSync('/dev/null', path)
    expect(await writePage(path, ['gone'], force)).toBe(4)
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
  },
)

test.runIf(process.platform !== 'win32')('a pipe is written to', async () => {
  const home = folder()
  const path = join(home, 'pipe')
  expect(spawnSync('mkfifo', [path]).status).toBe(0)
  const reader = spawn('cat', [path])
  let read = ''
  reader.stdout.setEncoding('utf8').on('data', (piece: string) => (read += piece))
  const ended = new Promise(done => reader.on('close', done))
  expect(await writePage(path, ['one ', 'two'], true)).toBe(7)
  await ended
  expect(read).toBe('one two')
  expect(lstatSync(path).isFIFO()).toBe(true)
})
