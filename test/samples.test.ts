// The committed samples are what the generator makes, byte for byte, and tell nothing about the machine that made them.
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SAMPLES, sampleFiles } from '../tools/samples.js'

const DIRECTORY = join(import.meta.dirname, '..', 'samples')
const made = sampleFiles()

describe('samples', () => {
  test('the folder holds exactly the generated files', () => {
    const found = readdirSync(DIRECTORY, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(DIRECTORY, join(entry.parentPath, entry.name)).split(sep).join('/'))
    expect(found.sort()).toEqual([...made.keys()].sort())
  })

  test.each([...made])('%s is what the generator makes', (path, bytes) => {
    expect(Buffer.compare(readFileSync(join(DIRECTORY, path)), bytes)).toBe(0)
  })

  test('no sample contains a path of this machine', () => {
    const own = [process.cwd(), homedir(), '/work/', '/root/'].filter(path => path.length > 2)
    for (const [path, bytes] of made) {
      const text = Buffer.from(bytes).toString('latin1')
      for (const place of own) expect(text.includes(place), `${path} contains ${place}`).toBe(false)
    }
  })

  test('all sessions have their own id and stay below 600 KB together', () => {
    expect(new Set(SAMPLES.map(({ place }) => place.sessionId)).size).toBe(SAMPLES.length)
    expect([...made.values()].reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThan(600_000)
  })
})
