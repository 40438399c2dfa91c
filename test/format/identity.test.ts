// serialize(parse(bytes)) is bytes, for any bytes: texts that no JSON.stringify writes, and files damaged at random.

import { describe, expect, test } from 'vitest'
import { parseSession, serializeSession } from '../../src/format/session.js'
import { runs } from '../runs.js'
import { anyObject, anyText, pick } from './any-json-text.js'
import { expectTiles, isJson, objectLines, type Random, randomFrom, sameBytes } from './expect-tiles.js'

const utf8 = new TextEncoder()

describe('generated texts as lines', () => {
  // 100,000 texts (identity.slow.ts) in files of 500: the naive way, JSON.stringify(JSON.parse(line)), fails on most of them.
  test.each([...Array(runs(1, 10)).keys()])('batch %i of ten thousand', batch => {
    const random = randomFrom(1000 + batch)
    for (let file = 0; file < 20; file++) {
      const objects: { readonly offset: number; readonly length: number }[] = []
      const pieces: Uint8Array[] = []
      let base = 0
      for (let line = 0; line < 500; line++) {
        // Two of three are objects, and so must be found where they were written; the others are any JSON.
        const isObject = random(3) > 0
        const { bytes, tree } = isObject ? anyObject(random, { anyBytes: true }) : anyText(random, { anyBytes: true })
        if (tree.kind === 'object') objects.push({ offset: base + tree.start, length: tree.end - tree.start })
        pieces.push(bytes, utf8.encode(random(9) ? '\n' : '\r\n'))
        base += bytes.length + pieces.at(-1)!.length
      }
      const session = expectTiles(Buffer.concat(pieces), { chunkings: file % 4 ? 0 : 1, seed: file })
      expect(session.entries.map(({ offset, length }) => ({ offset, length }))).toEqual(objects)
    }
  })

  test('the generator writes what naive tools lose', () => {
    let lost = 0
    for (let seed = 0; seed < 1000; seed++) {
      const { bytes } = anyText(randomFrom(seed), { anyBytes: true })
      expect(isJson(bytes)).toBe(true)
      const text = new TextDecoder().decode(bytes)
      if (!sameBytes(utf8.encode(JSON.stringify(JSON.parse(text))), bytes)) lost++
    }
    expect(lost).toBeGreaterThan(300)
  })

  test('over several lines, each is one entry', () => {
    for (let seed = 0; seed < runs(200, 2000); seed++) {
      const random = randomFrom(seed)
      const texts = Array.from({ length: 1 + random(4) }, () => anyObject(random, { anyBytes: true, breaks: true }))
      const file = Buffer.concat(texts.flatMap(({ bytes }) => [bytes, utf8.encode('\n')]))
      const session = expectTiles(file, { chunkings: 1, seed })
      expect(session.entries.map(entry => entry.length)).toEqual(texts.map(({ bytes }) => bytes.length))
    }
  })
})

// Written by hand in the shape of real lines.
const REAL_LINES = [
  '{"type":"summary","summary":"Fix the parser","leafUuid":"0a1b2c3d-0000-4000-8000-000000000001"}',
  '{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/home/me/x","sessionId":"5e55","version":"2.1.76","gitBranch":"main","type":"user","message":{"role":"user","content":"Read \\"a.ts\\" {and} tell me"},"uuid":"u1","timestamp":"2026-01-02T03:04:05.678Z"}',
  '{"parentUuid":"u1","isSidechain":false,"sessionId":"5e55","type":"assistant","message":{"model":"m","id":"msg_1","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"","signature":"c2ln"}],"stop_reason":null,"usage":{"input_tokens":3,"cache_creation":{"ephemeral_5m_input_tokens":0}}},"requestId":"req_1","uuid":"a1","timestamp":"2026-01-02T03:04:06.000Z"}',
  '{"parentUuid":"a1","sessionId":"5e55","type":"assistant","message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Read","input":{"file_path":"/home/me/x/a.ts"}}]},"uuid":"a2","timestamp":"2026-01-02T03:04:07.000Z"}',
  '{"parentUuid":"a2","sessionId":"5e55","type":"progress","data":{"type":"agent_progress","message":{"type":"user","message":{"role":"user","content":[{"type":"text","text":"héllo 😀"}]},"uuid":"p1","timestamp":"2026-01-02T03:04:07.500Z"}},"uuid":"g1","timestamp":"2026-01-02T03:04:07.600Z"}',
  '{"parentUuid":"a2","sessionId":"5e55","type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"1\\tconst a = {\\n2\\t}\\n"}]},"toolUseResult":{"type":"text","file":{"content":"const a = {\\n}\\n"}},"uuid":"u2","timestamp":"2026-01-02T03:04:08.000Z"}',
  '{"type":"file-history-snapshot","messageId":"u1","snapshot":{"messageId":"u1","trackedFileBackups":{},"timestamp":"2026-01-02T03:04:05.700Z"},"isSnapshotUpdate":false}',
  '{"type":"queue-operation","operation":"enqueue","timestamp":"2026-01-02T03:04:09.000Z","sessionId":"5e55","content":"next"}',
  '{\n  "type": "system",\n  "subtype": "compact_boundary",\n  "uuid": "s1",\n  "sessionId": "5e55",\n  "list": [\n    {\n      "a": 1\n    }\n  ]\n}',
  '// a comment',
  '\u0000\u0000\u0000\u0000{"type":"last-prompt","lastPrompt":"x","sessionId":"5e55"}',
]

describe('damaged at random', () => {
  test.each([...Array(runs(1, 10)).keys()])('batch %i of a thousand files', batch => {
    const random = randomFrom(77 + batch)
    for (let round = 0; round < 1000; round++) {
      let bytes = realFile(random)
      for (let times = 1 + random(3); times > 0; times--) bytes = damage(bytes, random)
      expectTiles(bytes, { chunkings: 1, seed: round })
    }
  })

  test('one changed byte costs no record but the one it is in', () => {
    const random = randomFrom(5)
    const compact = REAL_LINES.slice(0, 8)
    const file = utf8.encode(`${compact.join('\n')}\n`)
    const lines = objectLines(file)
    expect(lines.length).toBe(compact.length)
    for (let round = 0; round < runs(400, 5000); round++) {
      const bytes = file.slice()
      const at = random(bytes.length)
      bytes[at] = random(2) ? random(256) : pick(random, [...utf8.encode('{}[]",:\\\n\u0000')])
      const found = new Set(parseSession(bytes).entries.map(entry => `${entry.offset}+${entry.length}`))
      const untouched = lines.filter(({ offset, length }) => at < offset || at > offset + length)
      const missing = untouched.filter(({ offset, length }) => !found.has(`${offset}+${length}`))
      expect(missing, `byte ${at} became ${bytes[at]}`).toEqual([])
    }
  })

  test('any bytes at all', () => {
    const random = randomFrom(9)
    for (let round = 0; round < runs(250, 3000); round++) {
      const likely = [...utf8.encode('{{{}}}[]"":,\\\n\n\r \u0000/truefalse0123'), 0xef, 0xbb, 0xbf, 0xff]
      const bytes = Uint8Array.from({ length: random(60) }, () => (random(4) ? pick(random, likely) : random(256)))
      expectTiles(bytes, { chunkings: 1, seed: round })
    }
  })
})

function realFile(random: Random): Uint8Array {
  const lines = Array.from({ length: 1 + random(6) }, () => pick(random, REAL_LINES))
  return utf8.encode(lines.join(random(5) ? '\n' : '\r\n') + (random(3) ? '\n' : ''))
}

function damage(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random(bytes.length + 1)
  const to = Math.min(bytes.length, at + 1 + random(random(2) ? 4 : 300))
  const [before, between, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)]
  switch (random(7)) {
    case 0: // flip
      return Buffer.concat([before, between.map(byte => byte ^ (1 << random(8))), after])
    case 1: // cut
      return Buffer.concat([before, after])
    case 2: // insert
      return Buffer.concat([before, utf8.encode(pick(random, INSERTIONS)), between, after])
    case 3: // duplicate
      return Buffer.concat([before, between, between, after])
    case 4: // swap
      return Buffer.concat([before, after.subarray(0, 50), between, after.subarray(50)])
    case 5: // any bytes
      return Buffer.concat([before, between.map(() => random(256)), after])
    default: // the end is missing
      return before
  }
}

const INSERTIONS = ['\n', '\r', '"', '\\', '{', '}', '{"a":', '[', '\u0000\u0000\u0000', '\ufeff', '//', ...REAL_LINES]

test('an empty file is an empty session', () => {
  const session = expectTiles(new Uint8Array(0))
  expect(session.parts).toEqual([])
  expect(session.findings).toEqual([])
  expect(serializeSession(session).length).toBe(0)
})
