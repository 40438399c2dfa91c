// The stored answers of the real clients: of experiments by client and name, of recorded sessions beside the session.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Answer, type Digest, stored } from './answer.js'
import { hashOf } from './strict.js'

const RECORDED = join(process.cwd(), 'test', 'client', 'recorded')

export const experimentGolden = (name: string, version: string): string =>
  join(RECORDED, 'experiments', version, `${name}.json`)

/** The stored answer to these very bytes; undefined where there is none, or only one to a session that has changed since. */
export function readGolden(path: string, session: Uint8Array): Answer | Digest | undefined {
  const golden = anyGolden(path)
  if (golden?.session !== hashOf(session)) return undefined
  const { session: _, ...answer } = golden
  return answer
}

/** The stored answer, to whatever bytes it was. */
export function anyGolden(path: string): Golden | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Golden) : undefined
}

type Golden = (Answer | Digest) & { readonly session: string }

/** One message a line, so that a change of one shows as one. */
export function writeGolden(path: string, session: Uint8Array, answer: Answer): void {
  const { messages, ...rest } = { messages: undefined, ...stored(answer) }
  const head = JSON.stringify({ session: hashOf(session), ...rest })
  const text = messages
    ? `${head.slice(0, -1)},"messages":[\n${messages.map(one => JSON.stringify(one)).join(',\n')}\n]}`
    : head
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${text}\n`)
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
