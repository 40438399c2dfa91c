// Exactly once: whatever is killed, sent twice, out of order or by several at once, the store has in the end every byte of
// every file, each message counted once, and nothing else.

import { spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join as joinPath, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ship } from '../../src/actions/team/index.js'
import { backoff, nameInStore } from '../../src/actions/team/ship.js'
import { shipFile } from '../../src/actions/team/ship-file.js'
import { openPostgres, type ShippedBytes, type TeamStore } from '../../src/catalog/postgres/postgres-store.js'
import type { SourceUpdate } from '../../src/catalog/store.js'
import { listTranscripts } from '../../src/disk/list-transcripts.js'
import { randomFrom } from '../../tools/generator/random.js'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { put, uuid } from '../disk/temp-folder.js'
import { type Machine, newMachine, newStore } from './team.js'

const bin = postgresPrograms()
const CLI = resolve(import.meta.dirname, '../../dist/cli/rethread.js')

/** Prompts and answers with figures; what they took is told beside. */
function session(seed: number, turns: number, size = 2000): { readonly text: string; readonly output: number } {
  const random = randomFrom(seed).next
  let output = 0
  const rows: string[] = []
  for (let turn = 0; turn < turns; turn++) {
    const about = {
      sessionId: uuid(seed),
      cwd: '/w',
      timestamp: new Date(Date.UTC(2026, 1, 1 + (turn % 5), 0, 0, turn % 60)).toISOString(),
      version: '2.1.0',
      isSidechain: false,
    }
    const tokens = 1 + Math.floor(random() * 1000)
    output += tokens
    const words = Array.from({ length: size / 8 }, () => `w${Math.floor(random() * 1e6)}`).join(' ')
    rows.push(
      JSON.stringify({
        ...about,
        uuid: `p${turn}`,
        parentUuid: turn ? `a${turn - 1}` : null,
        type: 'user',
        message: { role: 'user', content: words },
      }),
      JSON.stringify({
        ...about,
        uuid: `a${turn}`,
        parentUuid: `p${turn}`,
        type: 'assistant',
        message: {
          id: `msg_${seed}_${turn}`,
          role: 'assistant',
          model: 'm',
          content: [{ type: 'text', text: words }],
          usage: { input_tokens: 1, output_tokens: tokens },
        },
      }),
    )
  }
  return { text: rows.map(row => `${row}\n`).join(''), output }
}

async function rawOf(store: TeamStore, path: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of store.raw(path)) parts.push(part)
  return Buffer.concat(parts)
}

async function expectAllThere({ config, device }: Machine): Promise<number> {
  const store = await openPostgres(device)
  try {
    const transcripts = listTranscripts([config]).folders.flatMap(folder => folder.transcripts)
    for (const { path } of transcripts) {
      const raw = await rawOf(store, nameInStore(store.member.machine, config, path))
      expect([path, raw.equals(readFileSync(path))]).toEqual([path, true])
    }
    expect((await store.sources()).length).toBe(transcripts.length)
    return transcripts.length
  } finally {
    await store.close()
  }
}

describe.skipIf(bin === undefined)('exactly once', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(bin!)
  }, 180_000)
  afterAll(() => server?.stop())

  test('shippers and the server are killed again and again while the files grow', async () => {
    const url = await newStore(server)
    const random = randomFrom(7).next
    const machines = [await newMachine(url), await newMachine(url), await newMachine(url)]
    let output = 0
    let messages = 0
    const files: { readonly path: string; rest: string }[] = []
    for (const [at, machine] of machines.entries())
      for (let number = 0; number < 3; number++) {
        const { text, output: own } = session(10 * at + number + 1, 300)
        output += own
        messages += 300
        const half = text.indexOf('\n', text.length >> 1) - 17 // in the middle of a line
        const path = joinPath(machine.config, 'projects', '-w', `${uuid(10 * at + number + 1)}.jsonl`)
        put(path, text.slice(0, half))
        files.push({ path, rest: text.slice(half) })
      }
    // A copy of a session on another machine: its messages count once all the same.
    const original = files[0]!.path
    const copy = joinPath(machines[1]!.config, relative(machines[0]!.config, original))
    mkdirSync(dirname(copy), { recursive: true })

    let killed = 0
    let restarted = 0
    const isOver = (): boolean => killed >= 50 && restarted >= 3
    const shipper = async ({ home, config }: Machine): Promise<void> => {
      while (!isOver()) {
        const child = spawn(process.execPath, [CLI, 'team', 'ship', '--config-dir', config], {
          env: { PATH: process.env['PATH'] ?? '', HOME: home },
          stdio: 'ignore',
        })
        const timer = setTimeout(() => child.kill('SIGKILL') && killed++, 150 + random() * 2000)
        await new Promise(done => child.once('exit', done))
        clearTimeout(timer)
        const file = files[Math.floor(random() * files.length)]!
        const piece = file.rest.slice(0, 40_000)
        file.rest = file.rest.slice(piece.length)
        appendFileSync(file.path, piece)
      }
    }
    const outage = async (): Promise<void> => {
      while (restarted < 3) {
        await new Promise(done => setTimeout(done, 3000 + random() * 3000))
        server.kill()
        server.start()
        restarted++
      }
    }
    // Two on each machine: they are in each other's way as well.
    await Promise.all([...machines, ...machines].map(shipper).concat(outage()))
    for (const { path, rest } of files) appendFileSync(path, rest)
    copyFileSync(original, copy)
    for (const machine of machines) expect(await ship(machine.place, {})).toMatchObject({ held: [] })
    let there = 0
    for (const machine of machines) there += await expectAllThere(machine)
    expect(there).toBe(10)
    const owner = await openPostgres(url)
    try {
      expect(await owner.fault()).toBeUndefined()
      const days = await owner.daily()
      expect(days.reduce((sum, day) => sum + day.messages, 0)).toBe(messages)
      expect(days.reduce((sum, day) => sum + day.output, 0)).toBe(output)
    } finally {
      await owner.close()
    }
  })

  test('batches that come twice, in any order and from several connections', async () => {
    const url = await newStore(server)
    const machine = await newMachine(url)
    const { text, output } = session(99, 60, 800)
    const path = put(joinPath(machine.config, 'projects', '-w', `${uuid(99)}.jsonl`), '')
    const connections = [await openPostgres(machine.device), await openPostgres(machine.device)]
    const [first] = connections as [TeamStore, TeamStore]
    const name = nameInStore(first.member.machine, machine.config, path)
    try {
      // Every batch that a shipper ever made of the file, as it grew line by line.
      const batches: { readonly update: SourceUpdate; readonly shipped: ShippedBytes }[] = []
      const recording: TeamStore = {
        ...first,
        ship: (update, shipped) => {
          batches.push({ update, shipped })
          return first.ship(update, shipped)
        },
      }
      const random = randomFrom(3).next
      let taken = 0
      let sent = 0
      const lines = text.split(/(?<=\n)/)
      while (lines.length > 0) {
        appendFileSync(path, lines.splice(0, 1 + Math.floor(random() * 4)).join(''))
        const [folder] = listTranscripts([machine.config]).folders
        const [transcript] = folder!.transcripts
        await shipFile(recording, {
          transcript: transcript!,
          configDir: machine.config,
          path: name,
          folder: 'f',
          session: name,
          card: () => undefined,
          isHeld: () => undefined,
        })
        // Whatever was sent before comes again, from anywhere.
        await Promise.all(
          Array.from({ length: 250 }, async (_, at) => {
            const { update, shipped } = batches[Math.floor(random() * batches.length)]!
            sent++
            if (await connections[at % 2]!.ship(update, shipped)) taken++
          }),
        )
      }
      expect(batches.length).toBeGreaterThan(20)
      expect(sent).toBeGreaterThanOrEqual(10_000)
      expect(taken).toBe(0)
      expect((await rawOf(first, name)).toString()).toBe(text)
      const owner = await openPostgres(url)
      expect(await owner.fault()).toBeUndefined()
      expect((await owner.daily()).reduce((sum, day) => sum + day.output, 0)).toBe(output)
      await owner.close()
    } finally {
      for (const connection of connections) await connection.close()
    }
  })

  test('twenty at once ship one new session: one of them does, and the others find it done', async () => {
    const url = await newStore(server)
    const machine = await newMachine(url)
    put(joinPath(machine.config, 'projects', '-w', `${uuid(5)}.jsonl`), session(5, 400).text)
    const reports = await Promise.all(Array.from({ length: 20 }, () => ship(machine.place, {})))
    expect(reports.every(report => report.held.length === 0)).toBe(true)
    expect(await expectAllThere(machine)).toBe(1)
    const owner = await openPostgres(url)
    expect(await owner.fault()).toBeUndefined()
    await owner.close()
  })

  test('who waits for a store waits longer each time, and not as long as anybody else', () => {
    expect([0, 1, 2, 30].map(failures => backoff(failures, () => 1))).toEqual([500, 1000, 2000, 300_000])
    expect([0, 1, 2, 30].map(failures => backoff(failures, () => 0))).toEqual([250, 500, 1000, 150_000])
  })
})
