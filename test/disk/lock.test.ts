// One at a time, also over crashes, and never for ever.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { holding, sweepLocks } from '../../src/disk/lock.js'
import { certaintyOf, type OwnIdentity, ownIdentity } from '../../src/disk/process-identity.js'
import { put, tempFolder } from './temp-folder.js'

/** A process that is no longer there. */
const DEAD: OwnIdentity = { ...ownIdentity(), pid: spawnSync(process.execPath, ['-e', '']).pid }
const TOKEN = '0123456789abcdef'
const held = (owner: OwnIdentity, token = TOKEN) => JSON.stringify({ token, owner })

describe('a lock', () => {
  test('is held by one at a time, and gone afterwards', async () => {
    const folder = tempFolder()
    let inside = 0
    const turns = Array.from({ length: 10 }, () =>
      holding(join(folder, 'lock'), async () => {
        expect(++inside).toBe(1)
        await setTimeout(1)
        inside--
      }),
    )
    await Promise.all(turns)
    expect(readdirSync(folder)).toEqual([])
  })

  test('is given back where something fails', async () => {
    const lock = join(tempFolder(), 'lock')
    await expect(holding(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(lock)).toBe(false)
  })

  test.each([
    ['by a process that was killed', [['lock', held(DEAD)]]],
    [
      'by one that was killed, and whoever took it away was killed too',
      [
        ['lock', held(DEAD)],
        [`lock.${TOKEN}`, held(DEAD, 'fedcba9876543210')],
      ],
    ],
  ])('left behind %s is taken over, by one at a time', async (_, files) => {
    const folder = tempFolder()
    for (const [name, text] of files) put(join(folder, name!), text)
    let inside = 0
    const turns = Array.from({ length: 5 }, () =>
      holding(join(folder, 'lock'), async () => {
        expect(++inside).toBe(1)
        await setTimeout(1)
        inside--
      }),
    )
    await Promise.all(turns)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['by a process that is there', held(ownIdentity()), /^another rethread \(process \d+\) is .*try again when it has/],
    [
      'in another container',
      held({ ...DEAD, namespace: 'pid:[1]' }),
      /process \d+ on .*delete .*lock if it is no longer running/,
    ],
    ['by nobody knows whom', '', /^another rethread is .*delete .*lock if it is no longer running/],
  ])('held %s is waited for, but not for ever', async (_, text, message) => {
    const lock = put(join(tempFolder(), 'lock'), text)
    const refused = holding(lock, () => expect.unreachable(), 30)
    await expect(refused).rejects.toMatchObject({ code: 'change-busy', exitCode: 1 })
    await expect(refused).rejects.toThrow(message)
    expect(readFileSync(lock, 'utf8')).toBe(text)
  })

  test('that is a link to nowhere is waited for, but not for ever', async () => {
    const lock = join(tempFolder(), 'lock')
    symlinkSync('nowhere', lock)
    await expect(holding(lock, () => expect.unreachable(), 30)).rejects.toMatchObject({ code: 'change-busy' })
  })

  test('what is left of others is swept, what somebody is at stays', () => {
    const folder = tempFolder()
    put(join(folder, `lock.${TOKEN}.new`), held(DEAD))
    put(join(folder, 'lock.fedcba9876543210.new'), held(ownIdentity()))
    sweepLocks(join(folder, 'lock'))
    expect(readdirSync(folder)).toEqual(['lock.fedcba9876543210.new'])
  })
})

describe.skipIf(process.platform !== 'linux')('whether a process is gone', () => {
  test.each<[string, Partial<OwnIdentity>, ReturnType<typeof certaintyOf>]>([
    ['this one', {}, 'sure'],
    ['of the same number, started at another time', { procStart: '1' }, 'gone'],
    ['of another container without a machine id', { namespace: 'pid:[1]', machine: '', pidDomain: '' }, 'elsewhere'],
    // Without a machine id it cannot be told from another machine.
    ['before this machine was started anew', { boot: 'another' }, ownIdentity().machine ? 'gone' : 'elsewhere'],
    ['of a machine that is a copy of this one', { boot: 'another', host: 'another' }, 'elsewhere'],
  ])('%s: %o', (_, seen, certainty) => {
    expect(certaintyOf({ ...ownIdentity(), ...seen })).toBe(certainty)
  })
})
