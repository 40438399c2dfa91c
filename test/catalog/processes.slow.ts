// The index among processes: killed anywhere, used by many at once, on a full disk. The built program is run.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { differences } from '../../src/catalog/compare.js'
import { randomFrom } from '../../tools/generator/random.js'
import { largeSession } from '../../tools/generator/random-session.js'
import { tempFolder, uuid } from '../disk/temp-folder.js'
import { runs } from '../runs.js'
import { catalogHome, openStore, upToDate } from './home.js'

const CLI = resolve(import.meta.dirname, '../../dist/cli/rethread.js')

const call = (config: string, cache: string, ...words: readonly string[]) => ({
  args: [CLI, ...words, '--config-dir', config],
  options: { env: { ...process.env, XDG_CACHE_HOME: cache, HOME: cache, SOURCE_DATE_EPOCH: '1' } },
})

/** Ends by itself, or by the hand of the test after so many milliseconds. */
function indexer(
  config: string,
  cache: string,
  killAfter?: number,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const { args, options } = call(config, cache, 'index')
  return new Promise(done => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', piece => (stderr += String(piece)))
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
    child.on('close', code => {
      clearTimeout(timer)
      done({ code, stderr })
    })
  })
}

async function expectRight(config: string, cache: string): Promise<void> {
  const folder = join(cache, 'rethread')
  const files = readdirSync(folder).filter(name => name.endsWith('.db'))
  expect(files).toHaveLength(1)
  const store = await openStore(join(folder, files[0]!))
  const fresh = await openStore(join(tempFolder(), 'new.db'))
  try {
    expect(await store.fault()).toBeUndefined()
    await upToDate(fresh, config)
    const found: string[] = []
    for await (const one of differences(store, fresh)) found.push(one)
    expect(found).toEqual([])
  } finally {
    await store.close()
    await fresh.close()
  }
}

const SEEDS = Array.from({ length: 30 }, (_, seed) => seed + 1)

const LARGE = Buffer.concat([...largeSession(9_000_000, 7)])

/** So much is new then that a thread of its own writes it; other words stand in it each time. */
function putLarge(config: string, word: string): void {
  const project = join(config, 'projects', '-large')
  mkdirSync(project, { recursive: true })
  const first = JSON.stringify({ type: 'user', message: { role: 'user', content: `large ${word}` } })
  writeFileSync(join(project, `${uuid(9)}.jsonl`), Buffer.concat([Buffer.from(`${first}\n`), LARGE]))
}

const POINTS = runs(0, 40, 200)

test(`killed at ${POINTS} random points, the next one carries on`, { timeout: POINTS * 20_000 }, async () => {
  const random = randomFrom(3)
  const { config, root, sessions } = catalogHome(SEEDS, 8)
  const cache = join(root, 'cache')
  putLarge(config, 'trial')
  const begun = performance.now()
  await indexer(config, join(root, 'trial'))
  const whole = performance.now() - begun
  for (let point = 0; point < POINTS; point++) {
    // From its first breath to after its end; and there is always something new.
    appendFileSync(
      random.pick(sessions),
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: `point ${point}` } })}\n`,
    )
    if (point % 2 === 0) putLarge(config, `point ${point}`)
    const { stderr } = await indexer(config, cache, random.int(1, Math.ceil(whole * 1.1)))
    expect(stderr).toBe('')
    if (point % 40 === 39) {
      expect(await indexer(config, cache)).toEqual({ code: 0, stderr: '' })
      await expectRight(config, cache)
    }
  }
  expect(await indexer(config, cache)).toEqual({ code: 0, stderr: '' })
  await expectRight(config, cache)
})

test('eight at once make one index, and it is right', async () => {
  const { config, root } = catalogHome(SEEDS, 8)
  const cache = join(root, 'cache')
  for (let round = 0; round < 3; round++) {
    putLarge(config, `round ${round}`)
    const all = await Promise.all(Array.from({ length: 8 }, () => indexer(config, cache)))
    expect(all).toEqual(all.map(() => ({ code: 0, stderr: '' })))
    await expectRight(config, cache)
    for (const path of catalogHome([round + 100], 8).sessions)
      appendFileSync(
        join(config, 'projects', readdirSync(join(config, 'projects'))[0]!, `new-${round}.jsonl`),
        `{"type":"user","path":${JSON.stringify(path)}}\n`,
      )
  }
})

const canMount = tryToMount()
if (!canMount) console.error('SKIPPED: no file system can be mounted here, so none was filled')

function tryToMount(): boolean {
  if (process.platform !== 'linux') return false
  const trial = mkdtempSync(join(tmpdir(), 'rethread-mount-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', trial])
  if (status === 0) execFileSync('umount', [trial])
  rmdirSync(trial)
  return status === 0
}

test.skipIf(!canMount)('a full disk: a clear word, nothing else harmed, and searching goes on without', async () => {
  const { config, root, sessions } = catalogHome(SEEDS, 8)
  putLarge(config, 'full')
  const before = sessions.map(path => statSync(path).mtimeMs)
  const cache = join(root, 'small')
  mkdirSync(cache)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', cache])
  try {
    for (const free of [2_000_000, 500_000, 100_000, 8_000, 0]) {
      const { bavail, bsize } = statfsSync(cache)
      writeFileSync(join(cache, `ballast-${free}`), Buffer.alloc(Math.max(0, bavail * bsize - free - 4096)))
      const { code, stderr } = await indexer(config, cache)
      if (code !== 0) {
        expect(code).toBe(3)
        expect(stderr).toMatch(/^rethread: no index: /)
        expect(stderr).not.toMatch(/sqlite|database|SQL/i)
      }
      const { args, options } = call(config, cache, 'search', 'the', '--json')
      const found = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' })
      expect(found.status).toBe(0)
      expect(JSON.parse(found.stdout).sessions.length).toBeGreaterThan(0)
    }
    expect(sessions.map(path => statSync(path).mtimeMs)).toEqual(before)
  } finally {
    execFileSync('umount', ['-l', cache])
  }
})
