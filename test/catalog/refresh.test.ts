// An index that was brought up to date step by step is what it would be if it were made at once.

import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { clone } from '../../src/actions/reshape/clone.js'
import { differences } from '../../src/catalog/compare.js'
import type { Store } from '../../src/catalog/store.js'
import { RethreadError } from '../../src/format/error.js'
import { type Random, randomFrom } from '../../tools/generator/random.js'
import { variedSession } from '../../tools/generator/varied-session.js'
import { CHANGE } from '../actions/samples-home.js'
import { put, tempFolder, uuid } from '../disk/temp-folder.js'
import { runs } from '../runs.js'
import { catalogHome, openStore, upToDate } from './home.js'

let clones = 0

type Step = (folder: string, paths: readonly string[], random: Random, at: number) => void | Promise<void>

const STEPS: Readonly<Record<string, Step>> = {
  appendLines(_, paths, random, at) {
    const lines = readFileSync(random.pick(paths), 'utf8').split('\n')
    appendFileSync(random.pick(paths), `${lines.slice(0, random.int(1, 12)).join('\n')}\nappended${at}\n`)
  },
  appendHalf(_, paths, random) {
    const text = readFileSync(random.pick(paths), 'utf8')
    appendFileSync(random.pick(paths), text.slice(0, random.int(1, Math.min(text.length, 900))))
  },
  appendEntry(_, paths, random, at) {
    const entry = {
      type: 'user',
      uuid: uuid(900 + at),
      parentUuid: null,
      message: { role: 'user', content: `news ${at} zebra` },
    }
    appendFileSync(random.pick(paths), JSON.stringify(entry) + (random.int(0, 1) ? '\n' : ''))
  },
  lineBreak(_, paths, random) {
    appendFileSync(random.pick(paths), '\n')
  },
  truncate(_, paths, random) {
    const path = random.pick(paths)
    truncateSync(path, random.int(0, statSync(path).size))
  },
  damage(_, paths, random) {
    const path = random.pick(paths)
    const bytes = readFileSync(path)
    if (bytes.length > 0) bytes[random.int(0, bytes.length - 1)] = random.pick([0, 0x22, 0x7d, 0x0a])
    writeFileSync(path, bytes)
  },
  rewriteLonger(_, paths, random, at) {
    const path = random.pick(paths)
    const lines = readFileSync(path, 'utf8').split('\n')
    const entry = { type: 'user', message: { role: 'user', content: `rewritten ${at} `.repeat(20) } }
    writeFileSync(path, [JSON.stringify(entry), ...lines.slice(random.int(0, 3)), JSON.stringify(entry), ''].join('\n'))
  },
  rename(folder, paths, random, at) {
    renameSync(random.pick(paths), join(folder, `${uuid(500 + at)}.jsonl`))
  },
  remove(_, paths, random) {
    if (paths.length > 1) rmSync(random.pick(paths))
  },
  fork(folder, paths, random, at) {
    put(join(folder, `${uuid(700 + at)}.jsonl`), readFileSync(random.pick(paths)))
  },
  async clone(folder, paths, random, at) {
    const home = tempFolder()
    const place = { env: {}, home, cwd: home, configDir: dirname(dirname(folder)) }
    try {
      await clone(place, {
        ...CHANGE,
        reference: random.pick(paths),
        idsFrom: `clone ${at}`,
        linear: false,
        toTurn: undefined,
        leaf: undefined,
        beforeCompaction: undefined,
      })
      clones++
    } catch (error) {
      // What is damaged is refused: then nothing has happened.
      if (!(error instanceof RethreadError)) throw error
    }
  },
  title(_, paths, random, at) {
    put(
      join(random.pick(paths).replace(/\.jsonl$/, ''), 'custom-title.json'),
      JSON.stringify({ customTitle: `Name ${at}` }),
    )
  },
  touch(_, paths, random, at) {
    utimesSync(random.pick(paths), 1_700_000_000 + at, 1_700_000_000 + at)
  },
}

async function expectLikeNew(store: Store, config: string, what: readonly string[]): Promise<void> {
  const fresh = await openStore(join(tempFolder(), 'new.db'))
  try {
    await upToDate(fresh, config)
    const found: string[] = []
    for await (const one of differences(store, fresh)) found.push(one)
    expect([what, found]).toEqual([what, []])
    expect(await store.fault()).toBeUndefined()
  } finally {
    await fresh.close()
  }
}

const HISTORIES = runs(1, 60, 500)

test(`${HISTORIES} random histories`, { timeout: 30_000 + HISTORIES * 10_000 }, async () => {
  for (let history = 0; history < HISTORIES; history++) {
    const random = randomFrom(history + 77)
    const { config, root } = catalogHome([history + 1, history + 1001], 3)
    const store = await openStore(join(root, 'index.db'))
    try {
      await upToDate(store, config)
      const done: string[] = [`history ${history}`]
      for (let at = 0; at < 5; at++) {
        const folder = dirname(random.pick(sessionsIn(config)))
        const paths = sessionsIn(config).filter(path => dirname(path) === folder)
        const name = random.pick(Object.keys(STEPS))
        await STEPS[name]!(folder, paths, random, at)
        done.push(name)
        // A byte that changes in the middle of a file that also grows, between two looks, passes for an append.
        if (name === 'damage' || random.int(0, 2) > 0) await upToDate(store, config)
      }
      await upToDate(store, config)
      await expectLikeNew(store, config, done)
    } finally {
      await store.close()
    }
  }
  if (HISTORIES >= 60) expect(clones).toBeGreaterThan(5)
})

function sessionsIn(config: string): readonly string[] {
  const projects = join(config, 'projects')
  return readdirSync(projects)
    .flatMap(folder => readdirSync(join(projects, folder)).map(name => join(projects, folder, name)))
    .filter(path => path.endsWith('.jsonl') && !path.includes('/agent-'))
    .toSorted()
}

test('a file that grows line by line is read from where it was left', async () => {
  const root = tempFolder()
  const config = join(root, 'claude')
  const { path: name, bytes } = variedSession(3, { scenes: 4 })
  const lines = new TextDecoder().decode(bytes).split(/(?<=\n)/)
  const path = put(join(config, name), lines.slice(0, 3).join(''))
  const store = await openStore(join(root, 'index.db'))
  try {
    await upToDate(store, config)
    for (let at = 3; at < lines.length; at += 7) {
      appendFileSync(path, lines.slice(at, at + 7).join(''))
      const before = (await store.source(path))!.read.offset
      const { bytes: read } = await upToDate(store, config)
      expect(read).toBe(statSync(path).size - before)
      expect(before).toBeGreaterThan(0)
    }
    await expectLikeNew(store, config, ['line by line'])
  } finally {
    await store.close()
  }
})

test('a file that was written anew, longer than before and under the same name, is read again', async () => {
  const { config, root, sessions } = catalogHome([9], 3)
  const store = await openStore(join(root, 'index.db'))
  try {
    await upToDate(store, config)
    await STEPS['rewriteLonger']!('', sessions, randomFrom(1), 1)
    await upToDate(store, config)
    await expectLikeNew(store, config, ['written anew'])
  } finally {
    await store.close()
  }
})

test('where a folder cannot be listed, nothing in it counts as gone; and what is gone comes again', async () => {
  const { config, root, sessions } = catalogHome([5, 6], 3)
  const store = await openStore(join(root, 'index.db'))
  try {
    await upToDate(store, config)
    renameSync(join(config, 'projects'), join(config, 'away'))
    await upToDate(store, config)
    expect((await store.status()).gone).toBe(0)
    renameSync(join(config, 'away'), join(config, 'projects'))
    const [path] = sessions as [string]
    renameSync(path, `${path}.kept`)
    await upToDate(store, config)
    expect((await store.source(path))?.gone).toBe(true)
    renameSync(`${path}.kept`, path)
    await upToDate(store, config)
    expect((await store.source(path))?.gone).toBe(false)
    await expectLikeNew(store, config, ['gone and come again'])
  } finally {
    await store.close()
  }
})

test('nothing new costs no reading', async () => {
  const { config, root } = catalogHome([8], 3)
  const store = await openStore(join(root, 'index.db'))
  try {
    await upToDate(store, config)
    expect(await upToDate(store, config)).toMatchObject({ files: 0, bytes: 0 })
  } finally {
    await store.close()
  }
})
