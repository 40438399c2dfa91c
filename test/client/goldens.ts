// The stored answers of the real clients: of experiments by client and name, of recorded sessions beside the session.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Answer, type Digest, stored } from './answer.js'
import { hashOf } from './strict.js'

const RECORDED = join(process.cwd(), 'test', 'client', 'recorded')

/** Where an answer is stored: a file of its own, or a place in a file that several share. */
export type GoldenPlace = string | { readonly file: string; readonly name: string }

/** Those of a family, by the first word of their names, are one file. */
export const experimentGolden = (name: string, version: string): GoldenPlace => ({
  file: join(RECORDED, 'experiments', version, `${name.split('-', 1)[0]}.json`),
  name,
})

/** The stored answer to these very bytes; undefined where there is none, or only one to a session that has changed since. */
export function readGolden(place: GoldenPlace, session: Uint8Array): Answer | Digest | undefined {
  const golden = anyGolden(place)
  if (golden?.session !== hashOf(session)) return undefined
  const { session: _, ...answer } = golden
  return answer
}

/** The stored answer, to whatever bytes it was. */
export function anyGolden(place: GoldenPlace): Golden | undefined {
  if (typeof place === 'string')
    return existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as Golden) : undefined
  return family(place.file).get(place.name)
}

type Golden = (Answer | Digest) & { readonly session: string }

const families = new Map<string, Map<string, Golden>>()

function family(file: string): Map<string, Golden> {
  let found = families.get(file)
  if (!found) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
    found = new Map(Object.entries(JSON.parse(text) as Readonly<Record<string, Golden>>))
    families.set(file, found)
  }
  return found
}

export function writeGolden(place: GoldenPlace, session: Uint8Array, answer: Answer): void {
  const golden = { session: hashOf(session), ...stored(answer) }
  const file = typeof place === 'string' ? place : place.file
  mkdirSync(dirname(file), { recursive: true })
  if (typeof place === 'string') {
    writeFileSync(file, `${spelled(golden)}\n`)
    return
  }
  const all = family(file).set(place.name, golden)
  const named = [...all.keys()].toSorted().map(name => `${JSON.stringify(name)}: ${spelled(all.get(name)!)}`)
  writeFileSync(file, `{\n${named.join(',\n')}\n}\n`)
}

/** One message a line, so that a change of one shows as one. */
function spelled(golden: Golden): string {
  const { messages, ...rest } = { messages: undefined, ...golden }
  const head = JSON.stringify(rest)
  return messages
    ? `${head.slice(0, -1)},"messages":[\n${messages.map(one => JSON.stringify(one)).join(',\n')}\n]}`
    : head
}

export interface RecordedSession {
  /** Its situation and the client that wrote it. */
  readonly name: string
  readonly file: string
  readonly sessionId: string
  /** The client that wrote it. */
  readonly version: string
  /** The folder beside it, where there is one. */
  readonly side?: string
  golden(version: string): string
}

const SESSION_FILE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl$/

/** Every recorded session: `sessions/<situation>/<version>/<session id>.jsonl`. */
export function recordedSessions(): readonly RecordedSession[] {
  const top = join(RECORDED, 'sessions')
  if (!existsSync(top)) return []
  return readdirSync(top)
    .sort()
    .flatMap(situation =>
      readdirSync(join(top, situation), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .flatMap(({ name: version }) => sessionsOf(situation, version, join(top, situation, version))),
    )
}

function sessionsOf(situation: string, version: string, folder: string): readonly RecordedSession[] {
  return readdirSync(folder)
    .filter(name => SESSION_FILE.test(name))
    .map(name => {
      const sessionId = basename(name, '.jsonl')
      const side = join(folder, sessionId)
      return {
        name: `${situation} (${version})`,
        file: join(folder, name),
        sessionId,
        version,
        ...(existsSync(side) ? { side } : {}),
        golden: client => join(folder, `${sessionId}.sent-${client}.json`),
      }
    })
}
