// The other messages that claim a loss: how much it is, or what, is found again by plain means that know nothing of
// check (JSON.parse of each line, a walk in the words of the rules, counts of blocks and files).

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSessions } from '../../src/actions/check/check.js'
import { CODES, type Code } from '../../src/check/codes.js'
import type { Finding } from '../../src/format/finding.js'
import {
  answer,
  answers,
  boundary,
  bytesOf,
  calls,
  checkpoint,
  image,
  type Line,
  last,
  prompt,
  result,
  side,
  summaryOf,
  text,
  thinking,
  use,
  user,
} from '../conversation/lines.js'
import { put, tempFolder } from '../disk/temp-folder.js'
import { BALLAST, check as checkBytes, drop, type Entry, edit, later, session } from './damaged.js'
import { check, NOW } from './findings-of.js'

// A plain reading

const CHAINED = new Set<unknown>(['user', 'assistant', 'system', 'attachment'])
const uuidOf = (entry: Entry): string => String(entry['uuid'])
const isChained = (entry: Entry): boolean => CHAINED.has(entry['type']) && typeof entry['uuid'] === 'string'
const isTalk = ({ type }: Entry): boolean => type === 'user' || type === 'assistant'
const timeOf = (entry: Entry): number => Date.parse(String(entry['timestamp']))
const messageOf = (entry: Entry): Entry => (entry['message'] ?? {}) as Entry
const blocksOf = (entry: Entry): readonly Entry[] => {
  const blocks = messageOf(entry)['content']
  return Array.isArray(blocks) ? (blocks as Entry[]) : []
}

/** N1 to N3 and R-L11: what is sent, from the leaf up. (Without progress and kept entries: none stands here.) */
function walk(entries: readonly Entry[], leaf: string): readonly string[] {
  const byUuid = new Map(entries.filter(isChained).map(entry => [uuidOf(entry), entry]))
  const path: string[] = []
  for (let at = byUuid.get(leaf); at !== undefined; ) {
    path.push(uuidOf(at))
    const parent = at['parentUuid']
    if (typeof parent !== 'string') break
    at = byUuid.has(parent) && !path.includes(parent) ? byUuid.get(parent) : newestBefore(entries, at)
    if (at && path.includes(uuidOf(at))) break
  }
  return path
}

/** N1: not of a subagent, not younger, at most 5,000 ms older; of equal times the first in the file. */
function newestBefore(entries: readonly Entry[], child: Entry): Entry | undefined {
  const older = entries.filter(
    entry => isChained(entry) && entry !== child && entry['isSidechain'] !== true && timeOf(entry) <= timeOf(child),
  )
  const newest = older.reduce<Entry | undefined>((a, b) => (a && timeOf(a) >= timeOf(b) ? a : b), undefined)
  return newest && timeOf(child) - timeOf(newest) <= 5000 ? newest : undefined
}

const lineOf = (entries: readonly Entry[], uuid: string): number =>
  entries.findIndex(entry => entry['uuid'] === uuid) + 1
const lastLineOf = (entries: readonly Entry[], uuid: string): number =>
  entries.findLastIndex(entry => entry['uuid'] === uuid) + 1

/** What stands in both files, and only the good one sends. */
function lostOf(good: readonly Entry[], damaged: readonly Entry[], leaf: string, damagedLeaf = leaf) {
  const sent = new Set(walk(damaged, damagedLeaf))
  const there = new Set(damaged.map(uuidOf))
  return walk(good, leaf).filter(uuid => there.has(uuid) && !sent.has(uuid))
}

const cutOff = (good: readonly Entry[], damaged: readonly Entry[], leaf: string): readonly Claim[] => {
  const lost = lostOf(good, damaged, leaf)
  return [[lost.length, Math.max(...lost.map(uuid => lineOf(damaged, uuid)))]]
}

interface Block {
  readonly id: string
  readonly line: number
  readonly entry: Entry
  readonly block: Entry
}

const blocksIn = (entries: readonly Entry[], type: string, key: string): readonly Block[] =>
  entries.flatMap((entry, index) =>
    blocksOf(entry)
      .filter(block => block['type'] === type)
      .map(block => ({ id: String(block[key]), line: index + 1, entry, block })),
  )
const usesIn = (entries: readonly Entry[]): readonly Block[] => blocksIn(entries, 'tool_use', 'id')
const resultsIn = (entries: readonly Entry[]): readonly Block[] => blocksIn(entries, 'tool_result', 'tool_use_id')

// The sessions

const content = (entries: readonly Entry[], uuid: string, blocks: unknown): readonly Entry[] =>
  entries.map(entry =>
    entry['uuid'] === uuid ? { ...entry, message: { ...messageOf(entry), content: blocks } } : entry,
  )

/** Ten turns; behind the fourth a branch that was left. */
const turns = (from: number, to: number): readonly Line[] =>
  Array.from({ length: to - from }, (_, i) => [prompt(`u${from + i}`), last(`a${from + i}`)]).flat()
const branchLeft = [prompt('x', { parent: 'a3' }), last('y')]
const long = later(session(turns(0, 4), branchLeft, prompt('u4', { parent: 'a3' }), last('a4'), turns(5, 10)), 'u8', 60)
const at8 = lineOf(long, 'u8') - 1
const hungOn = (parentUuid: string, ...between: readonly Entry[]): readonly Entry[] =>
  edit([...long.slice(0, at8), ...between, ...long.slice(at8)], 'u8', { parentUuid })

const ring = hungOn('a9')
const novelty = hungOn('n', { type: 'novelty', uuid: 'n', parentUuid: 'a7', timestamp: long[at8 - 1]!['timestamp'] })
const onAgent = hungOn('p2', ...session(side(prompt('p1'), last('p2'))))
const endFirst = [BALLAST, ...long.slice(0, at8 - 4), ...long.slice(at8), ...long.slice(at8 - 4, at8)]
const second = (words: string): Entry => content([long[2]!], 'u1', words)[0]!
const copies = [...long.slice(0, 3), second('b'), second('c'), ...long.slice(2)]

const toolsLost = session(
  prompt('u1'),
  answer('a1', { blocks: [text('let me see'), use('x')] }),
  answer('a2', { blocks: [use('y', 'Bash')] }),
  prompt('u2'),
  calls('a3', 'z'),
  result('rz', 'z'),
  last('a4'),
  prompt('u3'),
)
const orphans = session(prompt('u1'), calls('a1', 'x'), result('rx', 'x'), user('ry', [answers('y')]), last('a2'))
const apart = session(
  prompt('u1'),
  calls('a1', 'x'),
  calls('a2', 'y'),
  result('ry', 'y'),
  result('rx', 'x'),
  last('a3'),
  prompt('u2'),
)
const sameId = session(
  prompt('u1'),
  calls('a1', 'x'),
  result('rx', 'x'),
  calls('a2', 'x'),
  result('ry', 'x'),
  last('a3'),
)
const otherResult = session(
  prompt('u1'),
  calls('a1', 'x'),
  result('rx', 'x'),
  user('ry', [answers('x', 'something else')]),
  last('a2'),
)

const preserved = ['u2', 'a2', 'gone', 'u3', 'a3']
const compactedWith = (compactMetadata: Line): readonly Entry[] =>
  session(turns(0, 4), boundary('b', compactMetadata), summaryOf('s'), turns(4, 6))
const keptMissing = compactedWith({ preservedMessages: { anchorUuid: 's', uuids: preserved } })
const anchorMissing = compactedWith({ preservedMessages: { anchorUuid: 'gone', uuids: ['u2', 'a2', 'u3', 'a3'] } })
const segmentAnchorMissing = compactedWith({
  preservedSegment: { headUuid: 'a1', anchorUuid: 'gone', tailUuid: 'a3' },
})
const beforeBoundary = session(turns(0, 4), branchLeft, prompt('u4', { parent: 'a3' }), last('a4'))
const compacted = [
  ...beforeBoundary,
  ...later(session(boundary('b'), summaryOf('s'), turns(5, 8)), 'b', beforeBoundary.length),
]
const noSummary = edit(drop(compacted, 's'), 'u5', { parentUuid: 'b' })
/** N8: of two parallel calls, the result of one hangs beside the path, and is sent all the same. */
const parallelNoSummary = session(
  prompt('u1'),
  answer('a1', { message: 'm', blocks: [use('x')] }),
  answer('a2', { message: 'm', blocks: [use('y')] }),
  result('rx', 'x', { parent: 'a1' }),
  result('ry', 'y', { parent: 'a2' }),
  last('a3'),
  boundary('b'),
  prompt('u2'),
  last('a4'),
)
/** Nothing is near enough in time to go on with. */
const around = [BALLAST, ...edit(compacted, 'u5', { parentUuid: 'a4', timestamp: '2026-01-02T11:30:00.000Z' })]
const backTo = [...compacted, checkpoint('a1')]

const preservedThere = (entries: readonly Entry[], uuids: readonly string[]): readonly string[] =>
  uuids.filter(uuid => lineOf(entries, uuid) > 0)
const boundaryLine = (entries: readonly Entry[]): number =>
  entries.findIndex(({ subtype }) => subtype === 'compact_boundary') + 1

const signed = (name: string): Line => ({ ...thinking(`about ${name}`), signature: `signature of ${name}` })
const thinks = (uuid: string, first: Line, more: Line = {}): Line =>
  last(uuid, { blocks: [first, text('so')], ...more })
/** Thinking on the path, of another model, on a branch that was left, and on the path again. */
const thinkingWith = (uuid: string, ...blocks: readonly Line[]): readonly Entry[] =>
  content(
    session(
      prompt('u1'),
      thinks('a1', signed('a1')),
      prompt('u2'),
      thinks('a2', signed('a2'), { model: 'claude-opus-5-5' }),
      prompt('x'),
      thinks('y', signed('y')),
      prompt('u3', { parent: 'a2' }),
      thinks('a3', signed('a3')),
      prompt('u4'),
      thinks('a4', { type: 'redacted_thinking', data: 'c2VjcmV0' }),
      prompt('u5'),
    ),
    uuid,
    blocks,
  )
const unsigned = thinkingWith('a3', { type: 'thinking', thinking: 'so' }, text('so'))
const emptied = thinkingWith('a4', { type: 'redacted_thinking', data: '' }, text('so'))
const moved = thinkingWith('a3', signed('a1'), text('so'))
function thinkingSent(entries: readonly Entry[]): readonly Claim[] {
  const path = walk(entries, 'u5')
  const sent = entries.filter(entry => path.includes(uuidOf(entry)))
  const model = messageOf(sent.findLast(({ type }) => type === 'assistant')!)['model']
  const blocks = sent.filter(entry => messageOf(entry)['model'] === model).flatMap(blocksOf)
  return [[blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking').length]]
}
const failed = session(
  prompt('u1'),
  calls('a1', 'x'),
  user('rx', [answers('x', [text('no'), image(), text('so'), image(), image()], { is_error: true })]),
  last('a2'),
)

const noUuid = edit(long, 'u6', { parentUuid: 'u5' }).map(({ uuid, ...rest }) =>
  uuid === 'a5' ? rest : { uuid, ...rest },
)
const noType = long.map(({ type, ...rest }) => (rest['uuid'] === 'a9' ? rest : { type, ...rest }))
const badContent = content(content(long, 'a5', null), 'x', null)

// What the messages claim

type Claim = readonly (string | number)[]

interface Row {
  readonly code: Code
  readonly rule: string
  readonly lines: readonly Entry[]
  /** Of `line: message`; what it takes out is the claim. */
  readonly says: RegExp
  /** One for each finding of this code. */
  readonly lost: readonly Claim[]
}

const CUT = /cut off and not sent: (\d+) entr.* up to line (\d+)/
const ALL_THINKING = /: all (\d+) thinking blocks are removed/

const rows: readonly Row[] = [
  { code: 'parent-cycle', rule: 'N1', lines: ring, says: CUT, lost: cutOff(long, ring, 'a9') },
  { code: 'parent-unknown-type', rule: 'N2', lines: novelty, says: CUT, lost: cutOff(long, novelty, 'a9') },
  { code: 'parent-sidechain-cut', rule: 'N3', lines: onAgent, says: CUT, lost: cutOff(long, onAgent, 'a9') },
  {
    code: 'parent-forward-large',
    rule: 'B1 only the ancestors of the last entry',
    lines: endFirst,
    says: /not loaded: (\d+) entr/,
    lost: [[lostOf(long, endFirst, 'a9', uuidOf(endFirst.at(-1)!)).length]],
  },
  {
    code: 'uuid-duplicate-differs',
    rule: 'N7 the last content counts',
    lines: copies,
    says: /^\d+: (\d+) entries with the same uuid; the client uses line (\d+); not sent: the content of (\d+) entr/,
    lost: [contentsLost(copies, 'u1')],
  },
  {
    code: 'tool-call-lost',
    rule: 'N17',
    lines: toolsLost,
    says: /^(\d+): (\w+) \((\w+)\) has no result: the call is not sent(.*)$/,
    lost: usesIn(toolsLost)
      .filter(({ id }) => !resultsIn(toolsLost).some(one => one.id === id))
      .map(({ id, line, block, entry }) => {
        const said = blocksOf(entry).some(({ type }) => type === 'text')
        return [line, String(block['name']), id, said ? ', and neither is the text of its entry' : '']
      }),
  },
  {
    code: 'tool-result-orphan',
    rule: 'R-T4',
    lines: orphans,
    says: /^(\d+): result of (\w+) has no call/,
    lost: resultsIn(orphans)
      .filter(({ id }) => !usesIn(orphans).some(one => one.id === id))
      .map(({ id, line }) => [line, id]),
  },
  {
    code: 'tool-result-apart',
    rule: 'N19 an answer with another id between the call and its result',
    lines: apart,
    says: /^(\d+): result of (\w+) is separated from its call: it is not sent/,
    lost: resultsIn(apart)
      .filter(({ id, line }) => {
        const call = usesIn(apart).find(one => one.id === id)!
        return apart.slice(call.line, line - 1).some(({ type }) => type === 'assistant')
      })
      .map(({ id, line }) => [line, id]),
  },
  {
    code: 'tool-id-duplicate',
    rule: 'R-T9 the later call',
    lines: sameId,
    says: /^(\d+): \w+ \((\w+)\) has the same id as the call on line (\d+): .* without its result/,
    lost: laterOf(usesIn(sameId)),
  },
  {
    code: 'tool-result-duplicate',
    rule: 'R-T8 the first is kept',
    lines: otherResult,
    says: /^(\d+): second result of (\w+); the first, on line (\d+), is sent, but not this one/,
    lost: laterOf(resultsIn(otherResult)),
  },
  {
    code: 'preserved-missing',
    rule: 'R-C8 one missing, all lost',
    lines: keptMissing,
    says: /missing: (\d+) of (\d+) entries .* not sent: the other (\d+)/,
    lost: [
      [
        preserved.length - preservedThere(keptMissing, preserved).length,
        preserved.length,
        preservedThere(keptMissing, preserved).filter(uuid => !walk(keptMissing, 'a5').includes(uuid)).length,
      ],
    ],
  },
  {
    code: 'preserved-anchor-missing',
    rule: 'R-C8 a list',
    lines: anchorMissing,
    says: /the anchor (\w+) .* not sent: (\d+) entr/,
    lost: [['gone', preservedThere(anchorMissing, ['u2', 'a2', 'u3', 'a3']).length]],
  },
  {
    code: 'preserved-anchor-missing',
    rule: 'R-C8 from the tail to the head',
    lines: segmentAnchorMissing,
    says: /the anchor (\w+) .* not sent: (\d+) entr/,
    lost: [['gone', walk(segmentAnchorMissing, 'a3').indexOf('a1') + 1]],
  },
  {
    code: 'compaction-no-summary',
    rule: 'R-C1',
    lines: noSummary,
    says: /not sent: (\d+) entr/,
    lost: [[walk(noSummary, 'a4').filter(uuid => !walk(noSummary, 'a7').includes(uuid)).length]],
  },
  {
    code: 'compaction-no-summary',
    rule: 'R-C1 N8 all before it, as all was sent',
    lines: parallelNoSummary,
    says: /not sent: (\d+) entr/,
    lost: [[boundaryLine(parallelNoSummary) - 1]],
  },
  {
    code: 'boundary-bypassed-large',
    rule: 'R-C6 B1 all before the boundary is skipped',
    lines: around,
    says: /the compaction on line (\d+); skipped because .*: (\d+) entr/,
    lost: [
      [boundaryLine(around), walk(around, 'a7').filter(uuid => lineOf(around, uuid) < boundaryLine(around)).length],
    ],
  },
  {
    code: 'checkpoint-before-compaction',
    rule: 'R-C9',
    lines: backTo,
    says: /names line (\d+), before the compaction on line (\d+); not sent: (\d+) entr/,
    lost: [
      [
        lineOf(backTo, 'a1'),
        boundaryLine(backTo),
        backTo.slice(boundaryLine(backTo)).filter(one => isTalk(one) && !walk(backTo, 'a1').includes(uuidOf(one)))
          .length,
      ],
    ],
  },
  { code: 'thinking-unsigned', rule: 'A3.2', lines: unsigned, says: ALL_THINKING, lost: thinkingSent(unsigned) },
  { code: 'thinking-redacted-empty', rule: 'A3.2', lines: emptied, says: ALL_THINKING, lost: thinkingSent(emptied) },
  { code: 'thinking-moved', rule: 'A0', lines: moved, says: ALL_THINKING, lost: thinkingSent(moved) },
  {
    code: 'error-result-media',
    rule: 'N23',
    lines: failed,
    says: /with (\d+) blocks that are not text: not sent/,
    lost: [[(resultsIn(failed)[0]!.block['content'] as Entry[]).filter(({ type }) => type !== 'text').length]],
  },
  {
    code: 'uuid-missing',
    rule: 'R-F9 no walk can name it',
    lines: noUuid,
    says: /^(\d+): .* is not sent/,
    lost: noUuid.flatMap((entry, index) => (isTalk(entry) && entry['uuid'] === undefined ? [[index + 1]] : [])),
  },
  {
    code: 'type-missing',
    rule: 'N2 the walk from the end does not come by',
    lines: noType,
    says: /^(\d+): .* is not sent/,
    lost: lostOf(long, noType, 'a9', 'u9').map(uuid => [lineOf(noType, uuid)]),
  },
  {
    code: 'content-invalid',
    rule: 'N12 what is on the walk and has no content',
    lines: badContent,
    says: /^(\d+): .* the entry is not sent/,
    lost: walk(badContent, 'a9')
      .map(uuid => badContent[lineOf(badContent, uuid) - 1]!)
      .filter(entry => messageOf(entry)['content'] === null)
      .map(entry => [lineOf(badContent, uuidOf(entry))]),
  },
]

function contentsLost(entries: readonly Entry[], uuid: string): Claim {
  const all = entries.filter(entry => entry['uuid'] === uuid).map(entry => JSON.stringify(entry['message']))
  return [all.length, lastLineOf(entries, uuid), all.filter(one => one !== all.at(-1)).length]
}

function laterOf(blocks: readonly Block[]): readonly Claim[] {
  return blocks.flatMap(({ id, line }) => {
    const first = blocks.find(one => one.id === id)!.line
    return first < line ? [[line, id, first]] : []
  })
}

const claims = (findings: readonly Finding[], code: Code, says: RegExp): readonly (readonly string[] | undefined)[] =>
  findings.filter(one => one.code === code).map(({ line, message }) => says.exec(`${line}: ${message}`)?.slice(1))
const asText = (lost: readonly Claim[]): readonly (readonly string[])[] => lost.map(one => one.map(String))

describe('entries and blocks', () => {
  test.each(rows)('$code ($rule)', ({ code, lines, says, lost }) => {
    expect(lost.length).toBeGreaterThan(0)
    expect(claims(check(lines), code, says)).toEqual(asText(lost))
  })
})

// Damaged lines: the line is what is lost, and what hangs on it is cut off

const written = long.map(entry => JSON.stringify(entry))
const before8 = written[at8 - 1]!
/** The line before the gap of a minute, as something else. */
const instead = (...lines: readonly string[]): string =>
  [...written.slice(0, at8 - 1), ...lines, ...written.slice(at8), ''].join('\n')
const NULS = 7
const MAX = 5000
const huge = JSON.stringify(content(long, 'a7', 'x'.repeat(MAX))[at8 - 1])

const lineRows: readonly (readonly [code: Code, text: string])[] = [
  ['line-cut', instead(before8.slice(0, 60))],
  ['line-glued', [...written.slice(0, at8 - 2), written[at8 - 2]! + before8, ...written.slice(at8), ''].join('\n')],
  ['line-nul', instead('\0'.repeat(NULS) + before8)],
  ['line-garbage', instead('oh no')],
  ['line-not-object', instead('[1, 2]')],
  ['line-half', written.join('\n').slice(0, -20)],
  ['line-too-long', instead(huge)],
]

/** R-F1: what JSON.parse makes of each line; undefined where it is no record. */
const parsed = (all: string): readonly (Entry | undefined)[] =>
  all
    .replace(/\n$/, '')
    .split('\n')
    .map(line => {
      if (line.length > MAX) return undefined
      try {
        const value: unknown = JSON.parse(line)
        return typeof value === 'object' && !Array.isArray(value) ? (value as Entry) : undefined
      } catch {
        return undefined
      }
    })

describe('lines', () => {
  test.each(lineRows)('%s (R-F1)', (code, all) => {
    const found = checkBytes(new TextEncoder().encode(all), { maxRecord: MAX })
    const lines = parsed(all)
    const skipped = lines.flatMap((entry, index) => (entry ? [] : [index + 1]))
    expect(skipped).toHaveLength(1)
    expect(found.filter(one => one.code === code).map(({ line }) => line)).toEqual(skipped)

    const read = lines.filter(entry => entry !== undefined)
    const leaf = uuidOf(read.at(-1)!)
    const sent = walk(read, leaf)
    const whole = long.filter((_, index) => all.includes(written[index]!)).map(uuidOf)
    const lost = walk(long, leaf).filter(uuid => whole.includes(uuid) && !sent.includes(uuid))
    const cut = claims(found, 'parent-missing', /cut off and not sent: (\d+) entr/)
    expect(cut).toEqual(lost.length === 0 ? [] : [[String(lost.length)]])
    expect(lost.length > 0).toBe(code !== 'line-half')
  })

  test('line-nul and line-too-long say how many bytes', () => {
    const said = (code: Code): string | undefined => {
      const [, all] = lineRows.find(([one]) => one === code)!
      return checkBytes(new TextEncoder().encode(all), { maxRecord: MAX }).find(one => one.code === code)?.message
    }
    expect(said('line-nul')).toBe(`${NULS} NUL bytes`)
    expect(said('line-too-long')).toMatch(`${huge.length + 1} bytes on one line`) // with its line break
  })
})

// Files beside the session

const ID = '5eed1ab0-1a7e-4b1e-9c0d-0f1e2d3c4b5a'
const DAY = 86_400_000
const KEPT_DAYS = 30
const own = (line: Line): Line => ({ ...line, sessionId: ID })
const outputPath = (name: string): string => `/home/ada/.claude/projects/-p/${ID}/tool-results/${name}`
const bigOutput = (id: string, name: string): readonly Line[] => [
  calls(`a-${id}`, id),
  user(`r-${id}`, [answers(id, `<persisted-output>\nsaved to: ${outputPath(name)}\n`)], {
    toolUseResult: { persistedOutputPath: outputPath(name) },
  }),
]
const agentCall = (id: string, agentId: string): readonly Line[] => [
  answer(`a-${id}`, { blocks: [use(id, 'Task', { prompt: `look at ${id}` })] }),
  user(`r-${id}`, [answers(id)], { toolUseResult: { agentId } }),
]
const snapshot = (messageId: string, backups: Readonly<Record<string, readonly [string | null, number]>>): Line => ({
  type: 'file-history-snapshot',
  messageId,
  snapshot: {
    messageId,
    trackedFileBackups: Object.fromEntries(
      Object.entries(backups).map(([path, [backupFileName, version]]) => [path, { backupFileName, version }]),
    ),
  },
})
const named = [
  own(prompt('u1')),
  snapshot('u1', { 'tide.ts': ['aaaa@v1', 1], 'new.ts': [null, 1], 'copy.ts': ['cccc@v1', 1] }),
  ...[...bigOutput('c1', 'one.txt'), ...bigOutput('c2', 'two.txt'), ...bigOutput('c3', 'three.txt')].map(own),
  snapshot('u1', { 'tide.ts': ['aaaa@v2', 2], 'new.ts': ['bbbb@v2', 2], 'same.ts': ['cccc@v1', 1] }),
  ...[...agentCall('c4', 'ag1'), ...agentCall('c5', 'ag2'), ...agentCall('c6', 'ag3'), last('a9')].map(own),
]

interface OnDisk {
  readonly configDir: string
  readonly findings: readonly Finding[]
}

/** Days since each file was written. */
async function onDisk(files: Readonly<Record<string, number>>, age = 1): Promise<OnDisk> {
  const configDir = tempFolder()
  const seconds = (days: number): number => (NOW - days * DAY) / 1000
  const path = put(join(configDir, 'projects/-p', `${ID}.jsonl`), bytesOf(...named), seconds(age))
  for (const [file, days] of Object.entries(files)) {
    const words = file.endsWith('.jsonl') ? bytesOf(...side(prompt('s1'), last('s2'))) : '{}'
    put(join(configDir, file.replace('<id>', ID)), words, seconds(days))
  }
  const { findings } = await checkSessions([{ kind: 'file', id: ID, path, configDir }], { now: NOW })
  return { configDir, findings }
}

const SESSION_FOLDER = `projects/-p/${ID}`
const namesIn = (configDir: string, folder: string): readonly string[] => {
  const files = readdirSync(join(configDir, folder), { recursive: true, withFileTypes: true })
  return files.filter(one => one.isFile()).map(one => one.name)
}
const agesIn = (configDir: string, folder: string): readonly number[] =>
  namesIn(configDir, folder).map(name => Math.round((NOW - statSync(join(configDir, folder, name)).mtimeMs) / DAY))
const entriesIn = (configDir: string): readonly Entry[] =>
  readFileSync(join(configDir, `${SESSION_FOLDER}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Entry)
/** B5: the day on which a file of this age is deleted. */
const dayOf = (age: number): string => new Date(NOW + (KEPT_DAYS - age) * DAY).toISOString().slice(0, 10)
const valuesOf = (entries: readonly Entry[], key: string): readonly string[] =>
  entries.flatMap(entry => {
    const value = ((entry['toolUseResult'] ?? {}) as Entry)[key]
    return value === undefined ? [] : [String(value)]
  })

const beside = {
  'projects/-p/<id>/tool-results/one.txt': 1,
  'projects/-p/<id>/subagents/agent-ag1.jsonl': 1,
  'projects/-p/<id>/subagents/agent-ag1.meta.json': 1,
  'file-history/<id>/aaaa@v2': 1,
}
const old = {
  ...beside,
  'projects/-p/<id>/tool-results/one.txt': 31,
  'projects/-p/<id>/tool-results/two.txt': 25,
  'projects/-p/<id>/tool-results/three.txt': 3,
  'file-history/<id>/aaaa@v1': 40,
  'file-history/<id>/aaaa@v2': 28,
  'tasks/<id>/1.json': 33,
  'tasks/<id>/2.json': 29,
  [`todos/<id>-agent-${ID}.json`]: 31,
}

interface FileRow {
  readonly code: Code
  readonly rule: string
  readonly files: Readonly<Record<string, number>>
  readonly age?: number
  readonly says: RegExp
  readonly lost: (configDir: string) => readonly Claim[]
}

const DELETED = /: (\d+) .*: will be deleted .*?(?:on|since) ([\d-]+)/

const fileRows: readonly FileRow[] = [
  {
    code: 'backup-missing',
    rule: 'resume-rules §5.2',
    files: beside,
    says: /: (\d+) of (\d+) backups are missing: a rewind cannot restore (.*)$/,
    lost: configDir => {
      const backups = entriesIn(configDir).flatMap(({ snapshot: one }) =>
        Object.entries(((one ?? {}) as Entry)['trackedFileBackups'] ?? {}).map(
          ([path, backup]) => [path, (backup as Entry)['backupFileName'] as string | null] as const,
        ),
      )
      const there = namesIn(configDir, `file-history/${ID}`)
      const gone = backups.filter(([, name]) => name !== null && !there.includes(name))
      const all = new Set(backups.flatMap(([, name]) => name ?? []))
      const paths = [...new Set(backups.map(([path]) => path))].filter(path => gone.some(([one]) => one === path))
      const some = paths.length > 3 ? `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more` : paths.join(', ')
      return [[new Set(gone.map(([, name]) => name)).size, all.size, some]]
    },
  },
  {
    code: 'output-missing',
    rule: 'B5',
    files: beside,
    says: /: ([\w.]+): output is missing/,
    lost: configDir => {
      const there = namesIn(configDir, `${SESSION_FOLDER}/tool-results`)
      const names = valuesOf(entriesIn(configDir), 'persistedOutputPath').map(path => path.split('/').at(-1)!)
      return names.filter(name => !there.includes(name)).map(name => [name])
    },
  },
  {
    code: 'agent-missing',
    rule: 'resume-rules §5.3',
    files: beside,
    says: /transcripts of (\d+) of (\d+) subagents are missing: (.*)$/,
    lost: configDir => {
      const there = namesIn(configDir, `${SESSION_FOLDER}/subagents`)
      const ids = valuesOf(entriesIn(configDir), 'agentId')
      const gone = ids.filter(id => !there.includes(`agent-${id}.jsonl`))
      return [[gone.length, ids.length, gone.join(', ')]]
    },
  },
  {
    code: 'cleanup-transcript',
    rule: 'B5 the session takes its folder along',
    files: old,
    age: 26,
    says: /the session with (\d+) files in its folder: will be deleted .*?(?:on|since) ([\d-]+)/,
    lost: configDir => [[namesIn(configDir, SESSION_FOLDER).length, dayOf(26)]],
  },
  {
    code: 'cleanup-tool-results',
    rule: 'B5 one by one, within a week',
    files: old,
    says: DELETED,
    lost: configDir => {
      const due = agesIn(configDir, `${SESSION_FOLDER}/tool-results`).filter(age => age >= KEPT_DAYS - 7)
      return [[due.length, dayOf(Math.max(...due))]]
    },
  },
  {
    code: 'cleanup-file-history',
    rule: 'B5 the folder by its newest',
    files: old,
    says: DELETED,
    lost: configDir => {
      const ages = agesIn(configDir, `file-history/${ID}`)
      return [[ages.length, dayOf(Math.min(...ages))]]
    },
  },
  {
    code: 'cleanup-others',
    rule: 'B5 tasks as a folder, to-do lists one by one',
    files: old,
    says: DELETED,
    lost: configDir => {
      const [tasks, todos] = [agesIn(configDir, `tasks/${ID}`), agesIn(configDir, 'todos')]
      return [
        [tasks.length, dayOf(Math.min(...tasks))],
        [todos.length, dayOf(Math.max(...todos))],
      ]
    },
  },
]

describe('files', () => {
  test.each(fileRows)('$code ($rule)', async ({ code, files, age, says, lost }) => {
    const { configDir, findings } = await onDisk(files, age)
    const expected = lost(configDir)
    expect(expected.length).toBeGreaterThan(0)
    expect(claims(findings, code, says)).toEqual(asText(expected))
  })
})

/** These say that a file was not read, not what it holds: nobody can know how much that is. */
const NO_AMOUNT: Partial<Record<Code, string>> = {
  'file-not-regular': 'it is not opened',
  'file-outside-root': 'it is not followed',
  'file-unreadable': 'it cannot be opened',
  'file-vanished': 'it is not there',
  'file-link-loop': 'it leads to no file',
  'file-name-not-utf8': 'it cannot be named',
  'file-changed': 'what was read of it is thrown away',
  'file-too-large': 'it is not read',
  'secret-found': 'it is there, and should not be',
}

test('for every code that tells a loss, the loss is shown or a reason stands here', () => {
  const shown = new Set<string>([...rows, ...fileRows].map(({ code }) => code))
  for (const [code] of lineRows) shown.add(code)
  const others = readFileSync(new URL('losses.test.ts', import.meta.url), 'utf8')
  const loses = Object.entries(CODES).flatMap(([code, { severity }]) => (severity === 'loses' ? [code] : []))
  const isShown = (code: string): boolean => shown.has(code) || new RegExp(`\\b${code}(?![\\w-])`).test(others)
  expect(loses.filter(code => !isShown(code) && !Object.hasOwn(NO_AMOUNT, code))).toEqual([])
  expect(Object.keys(NO_AMOUNT).filter(code => isShown(code) || !loses.includes(code))).toEqual([])
})
