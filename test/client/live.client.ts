// A real client at a session: while it runs, nothing replaces or removes the session; when it was killed, its entry stays
// behind and no longer counts (B6).

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  applyChanges,
  fileState,
  findSessionFolder,
  liveClients,
  removeSession,
  undoChange,
} from '../../src/disk/index.js'
import { makeClientHome } from './client-home.js'
import { NEWEST } from './clients.js'
import { fakeApi } from './judged-suite.js'
import { runClient, type StartedClient } from './run-client.js'

const api = fakeApi()

const id = '5e55104a-0000-4000-8000-0000000000b6'

test(`client ${NEWEST} at a session`, async () => {
  const home = makeClientHome()
  const line = api().open({ replies: [{ blocks: ['so far'], end: 'hang' }] })
  try {
    let client: StartedClient | undefined
    const asked = new Promise<void>(done => line.onRequest(() => done()))
    const ended = runClient({
      version: NEWEST,
      home,
      url: line.url,
      args: ['-p', 'hello', '--session-id', id],
      input: '',
      started: one => {
        client = one
      },
    })
    await asked

    const path = join(home.project, `${id}.jsonl`)
    const dataDir = join(home.root, 'data')
    const change = () =>
      applyChanges({
        verb: 'strip',
        call: [],
        source: { id, path, configDir: home.config, state: fileState(path) },
        changes: { edits: [{ offset: 0, length: 0, content: Buffer.from('{}\n') }], sideFiles: [] },
        target: { kind: 'in-place' },
        dataDir,
      })
    const remove = () => removeSession({ call: [], found: findSessionFolder(path, home.config), dataDir })
    const registry = () => readdirSync(join(home.config, 'sessions')).filter(name => name.endsWith('.json'))

    // It asks while it still writes its first lines.
    await vi.waitFor(() => expect([existsSync(path), liveClients(id, home.config).length]).toEqual([true, 1]), 20_000)
    expect(liveClients(id, home.config)).toMatchObject([{ certainty: 'sure', version: NEWEST }])
    const text = readFileSync(path, 'utf8')
    await expect(change()).rejects.toMatchObject({ code: 'session-live' })
    await expect(remove()).rejects.toMatchObject({ code: 'session-live' })
    expect(readFileSync(path, 'utf8').startsWith(text)).toBe(true)

    client!.kill('SIGKILL')
    await ended
    expect(registry()).toHaveLength(1)
    expect(liveClients(id, home.config)).toEqual([])
    const left = readFileSync(path, 'utf8')
    const { receipt } = await change()
    await undoChange(receipt, { dataDir, call: [] })
    expect(readFileSync(path, 'utf8')).toBe(left)
    await remove()
    expect(readdirSync(home.project).filter(name => name.includes(id))).toEqual([])
  } finally {
    line.close()
    home.remove()
  }
})
