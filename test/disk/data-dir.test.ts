import { expect, test } from 'vitest'
import { dataDir } from '../../src/disk/data-dir.js'

test.each([
  ['linux', {}, '/home/me/.local/share/rethread'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/rethread'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/me/.local/share/rethread'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/me/.local/share/rethread'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/me/Library/Application Support/rethread'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/rethread'],
  ['win32', {}, '/home/me/AppData/Local/rethread'],
] as const)('%s %j', (platform, env, expected) => {
  expect(dataDir({ platform, env, home: '/home/me' })).toBe(expected)
})
