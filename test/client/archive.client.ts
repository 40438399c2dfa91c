// The archive and the real client: its hook keeps a session when it ends, and what is restored is resumed as it was.

import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, restore } from '../../src/actions/archive/index.js'
import type { Place } from '../../src/actions/session/index.js'
import { readRecords, unpack } from '../../src/disk/archive/index.js'
import { records } from '../reshape/in-memory.js'
import { type ClientHome, makeClientHome, placeSession } from './client-home.js'
import { recordedSessions } from './goldens.js'
import { judgedSuite } from './judged-suite.js'
import { runClient } from './run-client.js'
import { RECORD, sample } from './sample.js'
import { recordedBy } from './subjects.js'

const version = '2.1.325'
const RECORDED_IN = '/home/dev/project'
const { judged, api } = judgedSuite('archived')

let program = ''
let bundle = ''
beforeAll(async () => {
  bundle = realpathSync.native(mkdtempSync(join(tmpdir(), 'rethread-program-')))
  const built = await rolldown({
    input: join(import.meta.dirname, '../../src/rethread.ts'),
    platform: 'node',
    external: [/^node:/, 'libsql', 'zod'],
  })
  await built.write({ dir: bundle, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await built.close()
  program = join(bundle, 'rethread.mjs')
})
afterAll(() => rmSync(bundle, { recursive: true, force: true }))

function placeIn(home: ClientHome): Place {
  return {
    env: { XDG_DATA_HOME: join(home.root, 'data'), XDG_CACHE_HOME: join(home.root, 'cache') },
    home: home.root,
    cwd: home.work,
    configDir: home.config,
  }
}

/** Everything that the client keeps for sessions is gone, as after its cleanup. */
function cleanUp(home: ClientHome): void {
  for (const folder of ['file-history', 'tasks', 'session-env', 'image-cache', 'todos'])
    rmSync(join(home.config, folder), { recursive: true, force: true })
  for (const name of readdirSync(home.project)) rmSync(join(home.project, name), { recursive: true })
}

test.skipIf(RECORD)(
  'the hook of one line keeps a session when it ends; restored, it is resumed',
  async () => {
    const home = makeClientHome()
    try {
      // As docs/archive.md says, with this program for `rethread`.
      const command = `"${process.execPath}" "${program}" archive --hook`
      writeFileSync(
        join(home.config, 'settings.json'),
        JSON.stringify({ hooks: { SessionEnd: [{ hooks: [{ type: 'command', command }] }] } }),
      )
      const env = { XDG_DATA_HOME: join(home.root, 'data'), XDG_CACHE_HOME: join(home.root, 'cache') }
      const first = api().open({ replies: [{ blocks: ['It stands on the cliff.'], times: 9 }] })
      const args = ['-p', 'Where is the lighthouse?', '--output-format', 'json']
      const end = await runClient({ version, home, url: first.url, args, env, input: '', timeout: 180_000 })
      expect(end.code, end.errors).toBe(0)
      const { session_id: sessionId } = JSON.parse(end.output) as { readonly session_id: string }
      const path = join(home.project, `${sessionId}.jsonl`)
      const [record, ...others] = readRecords(join(env.XDG_DATA_HOME, 'rethread'))
      expect(others).toEqual([])
      expect(record?.session.id).toBe(sessionId)
      // All that was said is in it; what the client may still write behind it is bookkeeping.
      const { path: copy } = await unpack(join(env.XDG_DATA_HOME, 'rethread'), record!.session, join(home.root, 'copy'))
      const [kept, whole] = [readFileSync(copy, 'utf8'), readFileSync(path, 'utf8')]
      expect(whole.startsWith(kept)).toBe(true)
      expect(kept).toContain('It stands on the cliff.')
      cleanUp(home)
      const [restored] = await restore(placeIn(home), { sessions: [sessionId] })
      expect(restored).toMatchObject({ refused: [], damaged: [], path })
      const again = api().open({ replies: [{ blocks: ['At dusk.'], times: 9 }] })
      const second = await runClient({
        version,
        home,
        url: again.url,
        args: ['-p', 'When is it lit?', '--resume', sessionId, '--output-format', 'json'],
        env,
        input: '',
        timeout: 180_000,
      })
      expect(second.code, second.errors).toBe(0)
      const sent = JSON.stringify(again.requests.map(request => request.body.messages))
      for (const words of ['Where is the lighthouse?', 'It stands on the cliff.', 'When is it lit?'])
        expect(sent).toContain(words)
      // The hook has kept the second part too: what the first was is in it.
      const [newest] = readRecords(join(env.XDG_DATA_HOME, 'rethread'))
      const after = await unpack(join(env.XDG_DATA_HOME, 'rethread'), newest!.session, join(home.root, 'copy'))
      expect(readFileSync(after.path, 'utf8').startsWith(kept)).toBe(true)
      expect(readFileSync(after.path, 'utf8')).toContain('At dusk.')
    } finally {
      home.remove()
    }
  },
  600_000,
)

if (!RECORD)
  describe('archived, deleted and restored: the client sends the same', () => {
    test.concurrent.each(sample(recordedBy(version), 3, 'archived'))('$name', async ({ name, sessionId, read }) => {
      const home = makeClientHome()
      try {
        placeSession(home, sessionId, read())
        await archive(placeIn(home), { all: true })
        cleanUp(home)
        const [report] = await restore(placeIn(home), { deleted: true })
        expect(report).toMatchObject({ refused: [], damaged: [] })
        const session = readFileSync(report!.path)
        expect(Buffer.compare(session, read())).toBe(0)
        await judged({ name, version, session, sessionId, home })
      } finally {
        home.remove()
      }
    })
  })

test.skipIf(RECORD)(
  '--rewind-files works after a restore',
  async () => {
    const home = makeClientHome()
    try {
      const found = recordedSessions().find(one => one.name === `screen-files (${version})`)!
      const path = join(home.project, `${found.sessionId}.jsonl`)
      writeFileSync(path, readFileSync(found.file, 'utf8').replaceAll(RECORDED_IN, home.work))
      if (found.side) cpSync(found.side, path.slice(0, -'.jsonl'.length), { recursive: true })
      cpSync(join(dirname(found.file), 'file-history'), join(home.config, 'file-history'), { recursive: true })
      await archive(placeIn(home), { sessions: [found.sessionId] })
      cleanUp(home)
      const [report] = await restore(placeIn(home), { sessions: [found.sessionId] })
      expect(report).toMatchObject({ refused: [], damaged: [] })
      const delta = records(readFileSync(path)).find(
        one => one['type'] === 'file-history-delta' && one['backup']?.backupFileName,
      )!
      const backup = join(home.config, 'file-history', found.sessionId, delta['backup'].backupFileName)
      expect(existsSync(backup)).toBe(true)
      const file = join(home.work, delta['trackingPath'])
      writeFileSync(file, 'something else entirely')
      const end = await runClient({
        version,
        home,
        url: api().open().url,
        args: ['-p', '--resume', found.sessionId, '--rewind-files', delta['snapshotMessageId']],
        env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' },
        input: '',
        timeout: 180_000,
      })
      expect(end.code, end.errors).toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(readFileSync(backup, 'utf8'))
    } finally {
      home.remove()
    }
  },
  600_000,
)
