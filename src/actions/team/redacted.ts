// A transcript as it may leave this machine: every byte of it, with a placeholder for each secret. What cannot be looked
// into is not sent, and what was replaced is looked at once more.

import { boundedReading } from '../../catalog/ingest/bounded-reading.js'
import { outlineOf } from '../../catalog/ingest/outline.js'
import { settledBehind } from '../../catalog/ingest/settled.js'
import type { Outline } from '../../catalog/store.js'
import { readRecords } from '../../disk/index.js'
import { secretsInEntry } from '../../reshape/redact/index.js'
import {
  type KnownSecret,
  MIN_KNOWN,
  SECRET_RULES,
  type SecretHit,
  type SecretScanner,
  secretScanner,
  type Unscanned,
} from '../../secrets/index.js'
import { contentFor } from '../redact/content-for.js'

export interface FileToRead {
  readonly path: string
  /** Its real path must not leave this folder. */
  readonly root: string
  /** As long as it was when it was listed: what comes meanwhile is sent later. */
  readonly size: number
  readonly signal?: AbortSignal | undefined
}

/** What must be known before the first byte is sent. */
export interface Looked {
  /** Sees a secret also where nothing else tells that it is one. */
  readonly scanner: SecretScanner
  readonly directories: ReadonlySet<string>
  readonly outline: Outline | null
  /** Why nothing of it may be sent. */
  readonly held: string | undefined
}

/** A stretch of the file, as it is sent. */
export interface Piece {
  readonly bytes: Uint8Array
  /** Behind it the reading can go on, however the file grows. */
  readonly isSettled: boolean
  readonly secrets: number
}

/** Images are told by their kind only; a file of which nothing is known may hold anything. */
const UNREADABLE: ReadonlySet<Unscanned> = new Set(['archive', 'data'])

export async function lookThrough({ path, root, size, signal }: FileToRead): Promise<Looked> {
  const first = secretScanner(SECRET_RULES)
  const known = new Map<string, KnownSecret>()
  const directories = new Set<string>()
  let held: string | undefined
  const see = ({ kind, secret, inside = [] }: SecretHit): void => {
    inside.forEach(see)
    if (secret.length >= MIN_KNOWN && !known.has(secret)) known.set(secret, { kind, secret })
  }
  const miss = (what: Unscanned): void => {
    if (UNREADABLE.has(what))
      held ??= `it contains ${what === 'data' ? 'data' : 'an archive'} that cannot be searched for secrets`
  }
  const reading = boundedReading(({ facts }, names) => {
    if (facts.cwd !== 0) directories.add(names.text(facts.cwd))
  })
  const { problem } = await readRecords(
    path,
    {
      entry(found, bytes, start, spans) {
        for (const hit of secretsInEntry(first, bytes.subarray(start, start + found.length), miss)) see(hit)
        reading.entry(found, bytes, start, spans)
      },
      gap(gap, bytes, start = 0) {
        if (bytes) for (const hit of first.scan(bytes.subarray(start, start + gap.length), 'text', miss)) see(hit)
        else held ??= 'it contains a line that is too long to be searched for secrets'
        reading.gap(gap)
      },
      finding: finding => reading.finding(finding),
      end: totals => reading.end(totals),
    },
    { root, limit: size, ...(signal ? { signal } : {}) },
  )
  const conversation = reading.conversation()
  return {
    scanner: known.size === 0 ? first : secretScanner(SECRET_RULES, { known: known.values() }),
    directories,
    outline: conversation ? outlineOf(conversation) : null,
    held: problem ? problem.message : held,
  }
}

/** Tells all of the file, piece by piece, in order. Throws where something would be left. */
export async function eachRedacted(
  { path, root, size, signal }: FileToRead,
  scanner: SecretScanner,
  take: (piece: Piece) => void,
  afterChunk: () => Promise<void>,
): Promise<void> {
  let position = 0
  let isEnding = false
  const expect = (offset: number, length: number): void => {
    if (offset !== position) throw new NotRedacted(`${path} cannot be read in one piece`)
    position += length
  }
  const { problem } = await readRecords(
    path,
    {
      entry(found, bytes, start) {
        expect(found.offset, found.length + found.ending.length)
        const own = bytes.subarray(start, start + found.length)
        const { bytes: clean, secrets } = redacted(own, scanner, 'json')
        take({
          bytes: Buffer.concat([clean, Buffer.from(found.ending)]),
          isSettled: !isEnding && found.ending !== '' && settledBehind(found, bytes, start).isClean,
          secrets,
        })
      },
      gap(gap, bytes, start = 0) {
        expect(gap.offset, gap.length)
        if (!bytes) throw new NotRedacted(`${path} has a line that is too long`)
        const { bytes: clean, secrets } = redacted(bytes.subarray(start, start + gap.length), scanner, 'text')
        take({ bytes: Buffer.from(clean), isSettled: false, secrets })
      },
      finding() {},
    },
    {
      root,
      limit: size,
      afterChunk,
      beforeEnd: () => {
        isEnding = true
      },
      ...(signal ? { signal } : {}),
    },
  )
  if (problem) throw new NotRedacted(problem.message)
  await afterChunk()
}

export class NotRedacted extends Error {}

const NOTHING_LEFT = 5

/** Again and again until nothing is found: what stands behind a placeholder may only now be seen for what it is. */
function redacted(bytes: Uint8Array, scanner: SecretScanner, form: 'json' | 'text') {
  let clean = bytes
  let secrets = 0
  for (let round = 0; ; round++) {
    const hits = form === 'json' ? secretsInEntry(scanner, clean) : scanner.scan(clean, 'text')
    if (hits.length === 0) return { bytes: clean, secrets }
    if (round === NOTHING_LEFT) throw new NotRedacted('a secret could not be replaced')
    secrets += hits.length
    const parts: Uint8Array[] = []
    let from = 0
    for (const hit of hits) {
      parts.push(
        clean.subarray(from, hit.start),
        contentFor(hit, ({ kind }) => `[REDACTED:${kind}]`),
      )
      from = hit.end
    }
    parts.push(clean.subarray(from))
    clean = Buffer.concat(parts)
  }
}

/** The same of what is told about a session: titles, first prompts. */
export function redactedValue<Value>(value: Value, scanner: SecretScanner): Value {
  const { bytes } = redacted(Buffer.from(JSON.stringify(value)), scanner, 'json')
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Value
}
