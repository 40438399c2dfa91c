// Copies of real sessions, damaged in ten known ways, and what `check` must say of each.
//
// `node scripts/tool.mjs damage-sessions <folder with sessions> <folder to write to> [seed]` writes the copies and a
// list of them, damage.json.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PlainSession, plainSession } from './damage-sessions/chain.js'
import { type DamagedSession, WAYS } from './damage-sessions/ways.js'
import { randomFrom } from './generator/random.js'

export interface DamagedCopy extends DamagedSession {
  readonly way: string
  /** The session that it is a copy of, relative to the folder. */
  readonly source: string
}

export const DAMAGE_SEED = 20_260_301

/** So many copies of each way, of sessions chosen at random; the same seed makes the same copies. */
export function damageSessions(folder: string, copiesOfEach: number, seed = DAMAGE_SEED): readonly DamagedCopy[] {
  const random = randomFrom(seed)
  const sessions = sessionsIn(folder)
  return Object.entries(WAYS).flatMap(([way, damage]) => {
    const copies: DamagedCopy[] = []
    for (let tries = 0; copies.length < copiesOfEach && tries < 50 * copiesOfEach; tries++) {
      const [source, session] = random.pick(sessions)
      const damaged = damage(session, random)
      if (damaged && !copies.some(({ text }) => text === damaged.text)) copies.push({ way, source, ...damaged })
    }
    return copies
  })
}

/** Only sound ones: what is damaged already has findings of its own. */
function sessionsIn(folder: string): readonly (readonly [name: string, session: PlainSession])[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap(name => {
      const session = plainSession(readFileSync(join(folder, name), 'utf8'))
      return session?.lines.every(line => line.length > 30) ? [[name, session] as const] : []
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, target, seed] = process.argv.slice(2)
  if (folder === undefined || target === undefined) throw new Error('give the folder with sessions and one to write to')
  const copies = damageSessions(folder, 20, seed === undefined ? DAMAGE_SEED : Number(seed))
  mkdirSync(target, { recursive: true })
  copies.forEach(({ text }, index) => {
    writeFileSync(join(target, `${index + 1}.jsonl`), text)
  })
  const list = copies.map(({ text: _, ...copy }, index) => ({ file: `${index + 1}.jsonl`, ...copy }))
  writeFileSync(join(target, 'damage.json'), `${JSON.stringify(list, null, 2)}\n`)
  process.stdout.write(`wrote ${copies.length} damaged copies to ${target}\n`)
}
