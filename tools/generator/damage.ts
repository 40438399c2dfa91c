// Damage to a session file: random mutations of its bytes, and the named kinds that real files show.
import { type Random, randomFrom } from './random.js'

const MUTATIONS = ['flip', 'cut', 'insert', 'duplicate', 'swap'] as const
export type Mutation = (typeof MUTATIONS)[number]

/** Changes some stretches of the bytes; the same seed makes the same changes. */
export function mutate(
  bytes: Uint8Array,
  seed: number,
  times = 3,
): { readonly bytes: Uint8Array; readonly mutations: readonly Mutation[] } {
  const random = randomFrom(seed)
  const mutations: Mutation[] = []
  let current = bytes
  for (let index = 0; index < times; index += 1) {
    const mutation = random.pick(MUTATIONS)
    mutations.push(mutation)
    current = mutateOnce(current, mutation, random)
  }
  return { bytes: current, mutations }
}

function mutateOnce(bytes: Uint8Array, mutation: Mutation, random: Random): Uint8Array {
  const at = random.int(0, bytes.length)
  const end = Math.min(bytes.length, at + random.int(1, 80))
  const stretch = bytes.subarray(at, end)
  switch (mutation) {
    case 'flip': {
      const copy = Uint8Array.from(bytes)
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random.int(0, 7))
      return copy
    }
    case 'cut':
      return join(bytes.subarray(0, at), bytes.subarray(end))
    case 'insert': {
      const noise = Uint8Array.from({ length: random.int(1, 24) }, () => random.int(0, 255))
      return join(bytes.subarray(0, at), noise, bytes.subarray(at))
    }
    case 'duplicate':
      return join(bytes.subarray(0, end), stretch, bytes.subarray(end))
    case 'swap': {
      const next = Math.min(bytes.length, end + stretch.length)
      return join(bytes.subarray(0, at), bytes.subarray(end, next), stretch, bytes.subarray(next))
    }
  }
}

/** The sixteen kinds of row 4 of the test catalogue. */
export const DAMAGE_KINDS = [
  'splice',
  'glued',
  'nul-run',
  'blank-line',
  'bom',
  'crlf',
  'lone-cr',
  'line-separator',
  'invalid-utf8',
  'lone-surrogate',
  'duplicate-keys',
  'prototype-keys',
  'non-object',
  'wrong-uuid',
  'wrong-message',
  'missing-final-newline',
] as const
export type DamageKind = (typeof DAMAGE_KINDS)[number]

export interface Damaged {
  readonly kind: DamageKind
  readonly bytes: Uint8Array
  /** Lines (from 0) of the sound file whose record cannot be had back. All others must be. */
  readonly lost: readonly number[]
}

interface Line {
  readonly record: Buffer
  /** '\n', or nothing at the end of the file. */
  readonly end: Buffer
}

/** Damages line `index` (from 0) of a sound file of one record a line. */
export function damage(bytes: Uint8Array, index: number, kind: DamageKind): Damaged {
  const lines = linesOf(bytes)
  const done = (changed: readonly Line[], lost: readonly number[] = []): Damaged => ({
    kind,
    bytes: layOut(changed),
    lost,
  })
  const change = (edit: (line: Line) => Line): Damaged =>
    done(lines.map((line, at) => (at === index ? edit(line) : line)))
  const before = (...added: readonly Line[]): Damaged =>
    done([...lines.slice(0, index), ...added, ...lines.slice(index)])
  // What joins two lines needs a next one: at the end of the file the last two are joined.
  const first = Math.max(0, Math.min(index, lines.length - 2))
  const joined = (edit: (line: Line) => Line, lost: readonly number[]): Damaged =>
    done(
      lines.map((line, at) => (at === first ? edit(line) : line)),
      lines.length > 1 ? lost : [],
    )
  switch (kind) {
    case 'splice':
      return joined(
        line => ({ record: line.record.subarray(0, Math.floor(line.record.length * 0.6)), end: NONE }),
        [first],
      )
    case 'glued':
      return joined(line => ({ ...line, end: NONE }), [])
    case 'lone-cr':
      return joined(line => ({ ...line, end: Buffer.from('\r') }), [])
    case 'nul-run':
      return change(line => ({ ...line, record: Buffer.concat([Buffer.alloc(64), line.record]) }))
    case 'blank-line':
      return before({ record: NONE, end: NEWLINE })
    case 'bom':
      return change(line => ({ ...line, record: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), line.record]) }))
    case 'crlf':
      return change(line => ({ ...line, record: Buffer.concat([line.record, Buffer.from('\r')]) }))
    case 'line-separator':
      return change(line => withField(line, '"note":"one\u2028two\u2029three"'))
    case 'invalid-utf8':
      return change(line => withField(line, Buffer.from('"note":"T\xfcr \xff\xc0\xaf"', 'latin1')))
    case 'lone-surrogate':
      return change(line => withField(line, '"note":"half a pair \\ud83d"'))
    case 'duplicate-keys':
      return change(line => withField(line, '"note":"first","note":"second"'))
    case 'prototype-keys':
      return change(line =>
        withField(line, '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'),
      )
    case 'non-object':
      return before({ record: Buffer.from(['[]', '42', 'null', '"text"', 'true'][index % 5] ?? '[]'), end: NEWLINE })
    case 'wrong-uuid':
      return change(line => withWrongField(line, 'uuid', '12345'))
    case 'wrong-message':
      return change(line => withWrongField(line, 'message', '[7]'))
    case 'missing-final-newline': {
      // The writer was stopped behind this record: nothing of the rest was written.
      const kept = lines.slice(0, index + 1)
      const lost = lines.map((_, at) => at).slice(index + 1)
      return done([...kept.slice(0, -1), { record: kept.at(-1)?.record ?? NONE, end: NONE }], lost)
    }
  }
}

const NONE = Buffer.alloc(0)
const NEWLINE = Buffer.from('\n')

function linesOf(bytes: Uint8Array): readonly Line[] {
  const buffer = Buffer.from(bytes)
  const lines: Line[] = []
  let start = 0
  while (start < buffer.length) {
    const at = buffer.indexOf(10, start)
    const end = at === -1 ? buffer.length : at
    lines.push({ record: buffer.subarray(start, end), end: at === -1 ? NONE : NEWLINE })
    start = end + 1
  }
  return lines
}

const layOut = (lines: readonly Line[]): Uint8Array => join(...lines.flatMap(line => [line.record, line.end]))

const join = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))

/** One more field at the end of the record. */
function withField(line: Line, field: string | Buffer): Line {
  const body = line.record.subarray(0, -1)
  const comma = body.length > 1 ? ',' : ''
  const added = typeof field === 'string' ? Buffer.from(field, 'utf8') : field
  return { ...line, record: Buffer.concat([body, Buffer.from(comma), added, Buffer.from('}')]) }
}

/** The same record with a value of another type; a field that it lacks is added. */
function withWrongField(line: Line, name: string, value: string): Line {
  const fields = JSON.parse(line.record.toString('utf8')) as Record<string, unknown>
  if (!(name in fields)) return withField(line, `"${name}":${value}`)
  return { ...line, record: Buffer.from(JSON.stringify({ ...fields, [name]: JSON.parse(value) as unknown })) }
}
