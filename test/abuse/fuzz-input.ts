// Inputs for the fuzzing of all commands: the same seed gives the same bytes.

import { mutate } from '../../tools/generator/damage.js'
import { jsonText } from '../../tools/generator/json-text.js'
import { type Random, randomFrom } from '../../tools/generator/random.js'
import { randomSession } from '../../tools/generator/random-session.js'

type FuzzKind = 'mutated' | 'damaged' | 'misshapen' | 'random JSON' | 'random bytes'

export interface FuzzInput {
  readonly kind: FuzzKind
  readonly bytes: Uint8Array
}

/** Small enough that thousands of inputs go through all commands in minutes. */
const LARGEST = 16_000

/** `samples`: session files to mutate, besides generated ones. */
export function fuzzInputs(samples: readonly Uint8Array[]): (seed: number) => FuzzInput {
  const made = Array.from({ length: 60 }, (_, seed) => smallSession(seed + 1)).filter(one => one.length < LARGEST)
  const bases = [...samples, ...made]
  return seed => {
    const random = randomFrom(seed)
    const kind = random.pick<FuzzKind>(['mutated', 'damaged', 'misshapen', 'misshapen', 'random JSON', 'random bytes'])
    return { kind, bytes: inputOf(kind, seed, random, random.pick(bases)) }
  }
}

function smallSession(seed: number, damage = false): Uint8Array {
  return randomSession(seed, { turns: 1 + (seed % 3), damage, linesOfCode: 2 }).bytes.slice(0, 2 * LARGEST)
}

function inputOf(kind: FuzzKind, seed: number, random: Random, base: Uint8Array): Uint8Array {
  switch (kind) {
    case 'mutated':
      return mutate(base, seed, random.int(1, 12)).bytes
    case 'damaged': {
      const bytes = smallSession(seed, true)
      return random.chance(0.5) ? bytes : mutate(bytes, seed, random.int(1, 6)).bytes
    }
    case 'misshapen':
      return misshapen(base, random)
    case 'random JSON':
      return randomJson(seed, random)
    case 'random bytes':
      return Uint8Array.from({ length: random.int(0, 3000) }, () => anyByte(random))
  }
}

/** Half of the bytes are those that mean something in JSON. */
function anyByte(random: Random): number {
  return random.chance(0.5) ? random.int(0, 255) : random.pick([...'{}[]",:\\\n\r \t01-.eEtrufalsn\0'].map(codeOf))
}

const codeOf = (char: string): number => char.charCodeAt(0)

// Real-shaped rows with values of other types, other parents and another order.
function misshapen(base: Uint8Array, random: Random): Uint8Array {
  const rows = Buffer.from(base)
    .toString('utf8')
    .split('\n')
    .flatMap(line => rowOf(line))
  if (rows.length === 0) return base
  const uuids = rows.flatMap(row => (typeof row['uuid'] === 'string' ? [row['uuid']] : []))
  for (let times = random.int(1, 12); times > 0; times--) {
    const at = random.int(0, rows.length - 1)
    const row = rows[at]!
    const what = random.int(0, 9)
    if (what === 0) rows.splice(at, 1, row, structuredClone(row))
    else if (what === 1) rows.splice(random.int(0, rows.length), 0, ...rows.splice(at, random.int(1, 3)))
    else if (what === 2) rows.splice(at, 1)
    else if (what === 3) row['parentUuid'] = random.pick([...uuids, null, 'gone', 7])
    else if (what === 4) row['uuid'] = random.pick([...uuids, null, '', 0])
    else if (what === 5) row['isSidechain'] = random.chance(0.5)
    else changeInside(row, random)
    if (rows.length === 0) break
  }
  return Buffer.from(rows.map(row => JSON.stringify(row)).join('\n') + (random.chance(0.5) ? '\n' : ''), 'utf8')
}

type Row = Record<string, unknown>

function rowOf(line: string): readonly Row[] {
  try {
    const row: unknown = JSON.parse(line)
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? [row as Row] : []
  } catch {
    return []
  }
}

/** Goes down at random, and puts something else where it stops. */
function changeInside(row: Row, random: Random): void {
  let here: Row = row
  for (;;) {
    const keys = Object.keys(here)
    const odd = !Array.isArray(here) && (keys.length === 0 || random.chance(0.05))
    const key = odd ? random.pick(ODD_KEYS) : keys.length === 0 ? '0' : random.pick(keys)
    const value = Object.hasOwn(here, key) ? here[key] : undefined
    if (typeof value === 'object' && value !== null && random.chance(0.75)) here = value as Row
    else {
      Object.defineProperty(here, key, {
        value: oddValue(random),
        enumerable: true,
        writable: true,
        configurable: true,
      })
      return
    }
  }
}

const ODD_KEYS = ['__proto__', 'constructor', 'type', 'content', 'length', 'toString', '', '0', 'uuid', 'message']
const TYPES = ['user', 'assistant', 'system', 'progress', 'attachment', 'last-prompt', 'summary', 'queue-operation']
  .concat(['file-history-snapshot', 'file-history-delta', 'ai-title', 'custom-title', 'snapshot', 'compact_system'])
  .concat(['tool_use', 'tool_result', 'thinking', 'text', 'image', 'compact_boundary', 'queued_command', 'mode'])

function oddValue(random: Random, depth = 3): unknown {
  const kind = random.int(0, depth > 0 ? 9 : 6)
  if (kind === 0) return random.pick([null, true, false])
  if (kind === 1) return random.pick([0, -1, 1e308, 2 ** 53, 0.1, -0, 1e21, Date.now()])
  if (kind === 2) return random.pick(TYPES)
  if (kind === 3) return random.pick(['', ' ', '\n', '\u001b[2J', '\ud800', '__proto__', '9'.repeat(400), '../../etc'])
  if (kind === 4) return random.pick(['2026-13-45T99:99:99Z', '+275760-09-13T00:00:00.001Z', 'Thu', '0001', '1e99'])
  if (kind <= 6) return random.letters('ab<>/\n{}"\\', random.int(0, 30))
  if (kind === 7) return Array.from({ length: random.int(0, 4) }, () => oddValue(random, depth - 1))
  const pairs = Array.from({ length: random.int(0, 4) }, () => {
    const key = random.chance(0.5) ? random.pick(ODD_KEYS) : random.pick(FIELDS)
    return [key, oddValue(random, depth - 1)] as const
  })
  return Object.fromEntries(pairs)
}

const FIELDS = ['id', 'name', 'input', 'tool_use_id', 'is_error', 'text', 'thinking', 'signature', 'role', 'model']
  .concat(['usage', 'stop_reason', 'uuid', 'parentUuid', 'timestamp', 'sessionId', 'cwd', 'version', 'subtype'])
  .concat(['toolUseResult', 'attachment', 'snapshot', 'compactMetadata', 'leafUuid', 'operation', 'isMeta', 'source'])
  .concat(['structuredPatch', 'filePath', 'stdout', 'oldString', 'newString', 'todos', 'file', 'agentId', 'prompt'])

/** Lines of JSON: some that have a type that we know, with anything in it. */
function randomJson(seed: number, random: Random): Uint8Array {
  const lines = Array.from({ length: random.int(1, 12) }, (_, index) => {
    if (random.chance(0.4)) return Buffer.from(jsonText(seed * 31 + index, { root: 'any' }))
    const row: Row = { type: random.pick(TYPES) }
    for (let times = random.int(0, 8); times > 0; times--) row[random.pick(FIELDS)] = oddValue(random)
    if (random.chance(0.7)) row['message'] = { role: random.pick(TYPES), content: oddValue(random, 5) }
    return Buffer.from(JSON.stringify(row), 'utf8')
  })
  return Buffer.concat(lines.flatMap(line => [line, Buffer.from(random.pick(['\n', '\n', '\n', '\r\n', '']))]))
}
