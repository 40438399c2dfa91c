// Processes that take a lock and are killed anywhere: there are never two inside, and it goes on.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bundledWorker } from './bundled-worker.js'
import type { LoggedStep } from './lock-worker.js'

const KILLS = 60

test(`${KILLS} processes killed at a lock`, async () => {
  const { folder, worker } = await bundledWorker('lock-worker.ts')
  const log = join(folder, 'log')
  writeFileSync(log, '')
  const start = () => spawn(process.execPath, [worker, join(folder, 'lock'), log], { stdio: 'ignore' })
  const running: ChildProcess[] = Array.from({ length: 4 }, start)
  const killed = new Set<string>()
  const kill = async (child: ChildProcess): Promise<void> => {
    killed.add(String(child.pid))
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  await setTimeout(500)
  for (let at = 0; at < KILLS; at++) {
    await kill(running.shift()!)
    running.push(start())
    await setTimeout(40 + (at % 17))
  }
  const before = readFileSync(log, 'utf8').length
  await setTimeout(500)
  expect(readFileSync(log, 'utf8').length).toBeGreaterThan(before)
  await Promise.all(running.map(kill))

  const steps = readFileSync(log, 'utf8').trimEnd().split('\n')
  let inside: string | undefined
  let diedInside = 0
  for (const [at, step] of steps.entries()) {
    const [what, pid] = step.split(' ') as [LoggedStep, string]
    if (what === 'enter') {
      if (inside !== undefined) {
        expect(killed.has(inside), `line ${at}: ${inside} is inside`).toBe(true)
        diedInside++
      }
      inside = pid
    } else {
      expect(pid, `line ${at}`).toBe(inside)
      inside = undefined
    }
  }
  console.log(`${steps.length} steps, ${diedInside} processes died inside`)
  expect(diedInside).toBeGreaterThan(0)
}, 60_000)
