// Who is running on a session, by what the client registers (B6).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { liveClients, refuseLive } from '../../src/disk/live-client.js'
import { put, tempFolder, uuid } from './temp-folder.js'

const id = uuid(7)

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  const domain = `linux:${readFileSync('/etc/machine-id', 'utf8').trim()}:${readlinkSync('/proc/self/ns/pid')}`
  const start = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ')[19]!
  const entry = { pid: process.pid, sessionId: id, procStart: start(process.pid), pidDomain: domain, status: 'busy' }
  const registered = (fields: object, name = `${process.pid}.json`) => {
    const configDir = tempFolder()
    put(join(configDir, 'sessions', name), typeof fields === 'string' ? fields : JSON.stringify(fields))
    return configDir
  }

  test('the process is there, of that start and in that domain: sure', () => {
    const configDir = registered(entry)
    expect(liveClients(id, configDir)).toEqual([
      {
        pid: process.pid,
        certainty: 'sure',
        sessionId: id,
        status: 'busy',
        registry: join(configDir, 'sessions', `${process.pid}.json`),
      },
    ])
    expect(() => refuseLive(id, configDir)).toThrow(`process ${process.pid}, busy): quit it first`)
  })

  test('a start written as a number is the same', () => {
    expect(liveClients(id, registered({ ...entry, procStart: Number(entry.procStart) }))).toHaveLength(1)
  })

  test('an entry that a kill has left behind', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(child, 'spawn')
    const { pid } = child as { pid: number }
    const configDir = registered({ ...entry, pid, procStart: start(pid) }, `${pid}.json`)
    expect(liveClients(id, configDir)).toMatchObject([{ pid, certainty: 'sure' }])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(liveClients(id, configDir)).toEqual([])
  })

  test('a killed client that nobody has fetched yet is dead all the same', async () => {
    // The shell starts it and then only sleeps, so it stays a zombie; as long as it is a shell, it would fetch it.
    const shell = spawn('bash', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    const [said] = await once(shell.stdout, 'data')
    const pid = Number(said)
    const procStart = start(pid)
    const waiting = { timeout: 20_000 }
    await vi.waitFor(() => expect(readFileSync(`/proc/${shell.pid}/comm`, 'utf8')).toBe('sleep\n'), waiting)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '), waiting)
    expect(liveClients(id, registered({ ...entry, pid, procStart }, `${pid}.json`))).toEqual([])
    shell.kill()
  })

  test('a later process of the same number is another one', () => {
    expect(liveClients(id, registered({ ...entry, procStart: '1' }))).toEqual([])
  })

  test('another machine or container cannot be asked: counted, and the file is named', () => {
    const configDir = registered({ ...entry, pid: 1, pidDomain: 'linux:other:pid:[1]' }, '1.json')
    expect(liveClients(id, configDir)).toMatchObject([{ certainty: 'elsewhere' }])
    expect(() => refuseLive(id, configDir)).toThrow(join(configDir, 'sessions', '1.json'))
  })

  test('an entry without a start: only the number is known', () => {
    expect(liveClients(id, registered({ pid: process.pid, sessionId: id }))).toMatchObject([
      { certainty: 'number-only' },
    ])
  })

  test.each([
    ['another session', { ...entry, sessionId: uuid(8) }],
    ['no session', { ...entry, sessionId: undefined }],
    ['no process', { ...entry, pid: 'x' }],
    ['a process number that cannot be', { ...entry, pid: -1, procStart: undefined }],
    ['half a file', '{"pid":'],
    ['no object', 'null'],
  ])('nobody: %s', (_, fields) => {
    expect(liveClients(id, registered(fields as object))).toEqual([])
  })

  test('the key beside it is not taken for an entry', () => {
    expect(liveClients(id, registered(entry, `${process.pid}.${'a'.repeat(64)}.key`))).toEqual([])
  })
})

test('a registry that cannot be read: nobody knows, so it is an error', () => {
  const configDir = tempFolder()
  put(join(configDir, 'sessions'), 'a file')
  expect(() => liveClients(id, configDir)).not.toThrow() // no folder, so no client has registered
  rmSync(join(configDir, 'sessions'))
  symlinkSync('sessions', join(configDir, 'sessions'))
  expect(() => liveClients(id, configDir)).toThrow('symbolic link loop')
})

test('no registry, and no config dir at all', () => {
  expect(liveClients(id, tempFolder())).toEqual([])
  expect(liveClients(id, undefined)).toEqual([])
})
