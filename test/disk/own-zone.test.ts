import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownZone } from '../../src/disk/own-zone.js'

let folder: string
const before = process.env['TZ']

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rethread-zone-'))
})

afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
  rmSync(folder, { recursive: true })
})

const asked = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

test.each([undefined, 'Asia/Tokyo', 'UTC', 'Europe/Berlin', ':/etc/localtime'])(
  'the zone by TZ=%s, asked twice',
  zone => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    expect([ownZone(folder), ownZone(folder)]).toEqual([asked(), asked()])
  },
)

test('what was remembered counts as long as the setting is the same', () => {
  process.env['TZ'] = 'Asia/Tokyo'
  expect(ownZone(folder)).toBe('Asia/Tokyo')
  const path = join(folder, 'zone.json')
  const known = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...known, zone: 'as it was written down' }))
  expect(ownZone(folder)).toBe('as it was written down')
  process.env['TZ'] = 'Europe/Berlin'
  expect(ownZone(folder)).toBe('Europe/Berlin')
})

test.each(['', '[]', '{"setting":1}', 'null'])('a file that says %j is no answer', content => {
  process.env['TZ'] = 'Asia/Tokyo'
  writeFileSync(join(folder, 'zone.json'), content)
  expect(ownZone(folder)).toBe('Asia/Tokyo')
})

test('it is not needed where it cannot be written', () => {
  process.env['TZ'] = 'Asia/Tokyo'
  writeFileSync(join(folder, 'file'), '')
  expect(ownZone(join(folder, 'file'))).toBe('Asia/Tokyo')
})
