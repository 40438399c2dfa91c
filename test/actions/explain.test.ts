// For each message that is known: its words as the API or the client gives them, a session that makes them say it, and
// the line at fault, written by hand.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Explanation, explainSession } from '../../src/actions/check/explain.js'
import { explainSchema } from '../../src/actions/schemas.js'
import type { Code } from '../../src/check/codes.js'
import { KNOWN_ERRORS, knownError } from '../../src/check/known-errors.js'
import { REMEDIES } from '../../src/check/remedies.js'
import { presentExplanation } from '../../src/present/explain.js'
import { paint } from '../../src/present/paint.js'
import { gif, png } from '../check/image-headers.js'
import {
  answer,
  answers,
  bytesOf,
  calls,
  checkpoint,
  type Line,
  last,
  prompt,
  result,
  side,
  text,
  thinking,
  use,
  user,
} from '../conversation/lines.js'
import { repair } from '../reshape/repair/in-memory.js'

const ID = '0e0e0e0e-0000-4000-8000-00000000000e'
const folder = mkdtempSync(join(tmpdir(), 'rethread-explain-'))
const path = join(folder, `${ID}.jsonl`)

async function explain(said: string, bytes: Uint8Array): Promise<Explanation> {
  writeFileSync(path, bytes)
  const found = await explainSession({ kind: 'file', id: ID, path }, said, { now: Date.UTC(2026, 0, 2, 12) })
  explainSchema.parse(JSON.parse(JSON.stringify(found)))
  return found
}

const TAIL = [prompt('u8'), last('a8'), prompt('u9'), last('a9')]
const picture = (data: string, mediaType = 'image/png'): Line => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
})
const answerOf = (...blocks: readonly Line[]): Line => last('a1', { blocks })

interface Case {
  readonly id: string
  readonly said: string
  readonly lines: readonly (Line | readonly Line[])[]
  readonly line: number | null
  /** The first finding at the place. */
  readonly code?: string
}

const PAIR = 'Each `tool_use` block must have a corresponding `tool_result` block in the next message.'

const CASES: readonly Case[] = [
  // The client's own words
  {
    id: 'no-conversation',
    said: `No conversation found with session ID: ${ID}`,
    lines: [prompt('u1'), last('a1'), side(prompt('s1')), checkpoint('s1')],
    line: 4,
    code: 'checkpoint-sidechain',
  },
  {
    id: 'no-conversation',
    said: `No conversation found with session ID: ${ID}`,
    lines: [prompt('u1'), last('a1', { more: { timestamp: 'yesterday' } })],
    line: 2,
    code: 'timestamp-tip',
  },
  {
    id: 'session-ended',
    said: 'Claude ended this conversation. Start a new session to continue.',
    lines: [prompt('u1'), last('a1'), { type: 'ended-by-model', sessionId: ID }],
    line: 3,
    code: 'session-ended',
  },
  {
    id: 'failed-to-resume',
    said: 'Failed to resume the conversation',
    lines: [prompt('u1'), answer('a1', { more: { message: null } }), ...TAIL],
    line: 2,
    code: 'message-missing',
  },
  {
    id: 'tool-concurrency',
    said: 'API Error: 400 due to tool use concurrency issues.',
    lines: [prompt('u1'), answer('a1', { blocks: [text('so'), use('toolu_1')] }), ...TAIL],
    line: 2,
    code: 'tool-call-lost',
  },
  {
    id: 'orphaned-result',
    said: 'API Error: 400 orphaned tool_result in conversation history.',
    lines: [prompt('u1'), last('a1'), result('r1', 'toolu_gone'), ...TAIL],
    line: 3,
    code: 'tool-result-orphan',
  },
  {
    id: 'duplicate-call',
    said: 'API Error: 400 duplicate tool_use ID in conversation history.',
    lines: [
      prompt('u1'),
      calls('a1', 'toolu_1'),
      result('r1', 'toolu_1'),
      calls('a2', 'toolu_1'),
      result('r2', 'toolu_1'),
      ...TAIL,
    ],
    line: 4,
    code: 'tool-id-duplicate',
  },
  {
    id: 'image-refused',
    said: 'Image base64 size (6MB) exceeds API limit (5MB). Please resize the image before sending.',
    lines: [prompt('u1'), last('a1'), user('u2', [text('look'), picture('A'.repeat(5_242_884))]), last('a2')],
    line: 3,
    code: 'image-too-large',
  },

  // Thinking
  {
    id: 'thinking-bound',
    said: 'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    lines: [prompt('u1'), answerOf(thinking('so'), text('yes')), ...TAIL],
    line: 2,
  },
  {
    id: 'thinking-modified',
    said: 'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.3.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response."}}',
    lines: [prompt('u1'), last('a1'), prompt('u2'), last('a2', { blocks: [thinking('so'), text('yes')] })],
    line: 4,
  },
  {
    id: 'thinking-data',
    said: 'messages.1.content.0: Invalid `data` in `redacted_thinking` block',
    lines: [prompt('u1'), answerOf({ type: 'redacted_thinking', data: '' }, text('yes')), ...TAIL],
    line: 2,
    code: 'thinking-redacted-empty',
  },
  {
    id: 'thinking-unsigned',
    said: 'messages.1.content.0.thinking.signature: Field required',
    lines: [prompt('u1'), answerOf({ type: 'thinking', thinking: 'so' }, text('yes')), ...TAIL],
    line: 2,
    code: 'thinking-unsigned',
  },
  {
    id: 'thinking-signature',
    said: 'messages.3.content.0: Invalid `signature` in `thinking` block',
    lines: [
      prompt('u1'),
      last('a1'),
      prompt('u2'),
      last('a2', { blocks: [{ type: 'thinking', thinking: 'so', signature: '' }, text('yes')] }),
      ...TAIL,
    ],
    line: 4,
    code: 'thinking-unsigned',
  },
  {
    id: 'thinking-empty',
    said: 'messages.1.content.0.thinking: each thinking block must contain thinking',
    lines: [prompt('u1'), answerOf({ type: 'thinking', thinking: '', signature: 'c2ln' }, text('yes')), ...TAIL],
    line: 2,
  },
  {
    id: 'thinking-not-first',
    said: 'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).',
    lines: [
      prompt('u1'),
      last('a1', { model: 'claude-sonnet-4-5', blocks: [text('yes'), thinking('so'), text('no')] }),
      prompt('u2'),
      last('a2', { model: 'claude-sonnet-4-5' }),
    ],
    line: 2,
    code: 'thinking-not-first',
  },
  {
    id: 'thinking-last',
    said: 'messages.1: The final block in an assistant message cannot be `thinking`.',
    lines: [prompt('u1'), answerOf(text('yes'), thinking('so')), ...TAIL],
    line: 2,
    code: 'thinking-last',
  },

  // Tools
  {
    id: 'tool-use-unanswered',
    said: `messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_2. ${PAIR}`,
    lines: [
      prompt('u1'),
      answer('a1', { message: 'm', blocks: [use('toolu_1')] }),
      answer('a2', { message: 'm', blocks: [use('toolu_2')] }),
      result('r1', 'toolu_1'),
      ...TAIL,
    ],
    line: 3,
    code: 'tool-call-lost',
  },
  {
    id: 'tool-use-unanswered',
    said: `messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_1. ${PAIR}`,
    lines: [prompt('u1'), calls('a1', 'toolu_1'), user('r1', [text('first'), answers('toolu_1')]), last('a2'), ...TAIL],
    line: 3,
    code: 'text-before-result',
  },
  {
    id: 'tool-use-unanswered',
    said: 'Did not find 1 tool_result block(s) at the beginning of this message. Messages following tool_use blocks must begin with a matching number of tool_result blocks.',
    lines: [prompt('u1'), calls('a1', 'toolu_1'), user('r1', [text('first'), answers('toolu_1')]), last('a2'), ...TAIL],
    line: 3,
    code: 'text-before-result',
  },
  {
    id: 'tool-result-unexpected',
    said: 'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_gone. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    lines: [prompt('u1'), last('a1'), result('r1', 'toolu_gone'), ...TAIL],
    line: 3,
    code: 'tool-result-orphan',
  },
  {
    id: 'tool-id-repeated',
    said: 'messages.3.content.0: `tool_use` ids must be unique',
    lines: [
      prompt('u1'),
      calls('a1', 'toolu_1'),
      result('r1', 'toolu_1'),
      calls('a2', 'toolu_1'),
      result('r2', 'toolu_1'),
      ...TAIL,
    ],
    line: 4,
    code: 'tool-id-duplicate',
  },
  {
    id: 'tool-results-many',
    said: 'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_1',
    lines: [
      prompt('u1'),
      calls('a1', 'toolu_1'),
      result('r1', 'toolu_1'),
      user('r2', [answers('toolu_1', 'something else')]),
      ...TAIL,
    ],
    line: 4,
    code: 'tool-result-duplicate',
  },
  {
    id: 'tool-id-characters',
    said: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    lines: [prompt('u1'), calls('a1', 'functions.Bash:0'), result('r1', 'functions.Bash:0'), ...TAIL],
    line: 2,
    code: 'tool-id-invalid',
  },
  {
    id: 'tool-input-not-object',
    said: 'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    lines: [prompt('u1'), answer('a1', { blocks: [use('toolu_1', 'Bash', 'ls')] }), result('r1', 'toolu_1'), ...TAIL],
    line: 2,
    code: 'tool-input-invalid',
  },
  {
    id: 'error-result-media',
    said: 'messages.2.content.0: all content must be type `text` if `is_error` is true',
    lines: [
      prompt('u1'),
      calls('a1', 'toolu_1'),
      user('r1', [answers('toolu_1', [text('failed'), picture(png(10, 10))], { is_error: true })]),
      ...TAIL,
    ],
    line: 3,
    code: 'error-result-media',
  },
  {
    id: 'tool-reference-unknown',
    said: "Tool reference 'mcp__plans__read' not found in available tools",
    lines: [
      prompt('u1'),
      answer('a1', { blocks: [use('toolu_1', 'ToolSearch')] }),
      user('r1', [answers('toolu_1', [{ type: 'tool_reference', tool_name: 'mcp__plans__read' }])]),
      ...TAIL,
    ],
    line: 3,
    code: 'tool-reference',
  },
  {
    id: 'server-tool-orphan',
    said: 'messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.',
    lines: [
      prompt('u1'),
      answerOf({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, text('found')),
      ...TAIL,
    ],
    line: 2,
    code: 'server-tool-orphan',
  },

  // Blocks and messages
  {
    id: 'extra-field',
    said: 'messages.1.content.0.text.note: Extra inputs are not permitted',
    lines: [prompt('u1'), answerOf({ ...text('yes'), note: 'mine' }), ...TAIL],
    line: 2,
    code: 'block-extra-field',
  },
  {
    id: 'cache-marks',
    said: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    lines: [
      prompt('u1'),
      ...['a1', 'a2'].map(uuid => last(uuid, { blocks: [{ ...text('yes'), cache_control: { type: 'ephemeral' } }] })),
      ...TAIL,
    ],
    line: 2,
    code: 'cache-marks-many',
  },
  {
    id: 'text-empty',
    said: 'messages: text content blocks must be non-empty',
    lines: [prompt('u1'), answer('a1', { blocks: [text(''), use('toolu_1')] }), result('r1', 'toolu_1'), ...TAIL],
    line: 2,
    code: 'text-empty',
  },
  {
    id: 'text-blank',
    said: 'messages: text content blocks must contain non-whitespace text',
    lines: [prompt('u1'), last('a1'), user('u2', '\n'), last('a2'), ...TAIL],
    line: 3,
    code: 'message-blank',
  },
  {
    id: 'message-empty',
    said: 'messages.2: user messages must have non-empty content',
    lines: [prompt('u1'), last('a1'), user('u2', ''), last('a2'), ...TAIL],
    line: 3,
    code: 'user-empty',
  },
  {
    id: 'first-not-user',
    said: 'messages: first message must use the "user" role',
    lines: [prompt('u1'), last('a1', { parent: null }), ...TAIL],
    line: 2,
    code: 'parent-null',
  },
  {
    id: 'roles-alternate',
    said: 'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
    lines: [prompt('u1'), answer('a1', { blocks: [] }), ...TAIL],
    line: 2,
    code: 'content-dropped',
  },

  // Images, size
  {
    id: 'image-type',
    said: "messages.2.content.1.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    lines: [prompt('u1'), last('a1'), user('u2', [text('look'), picture('Qk0AAAAA', 'image/bmp')]), last('a2')],
    line: 3,
    code: 'image-type',
  },
  {
    id: 'image-mismatch',
    said: 'messages.2.content.1.image.source.base64.data: The image does not match the provided media type image/png',
    lines: [prompt('u1'), last('a1'), user('u2', [text('look'), picture(gif(10, 10))]), last('a2')],
    line: 3,
    code: 'image-mismatch',
  },
  {
    id: 'image-empty',
    said: 'messages.2.content.1.image.source.base64: image cannot be empty',
    lines: [prompt('u1'), last('a1'), user('u2', [text('look'), picture('')]), last('a2')],
    line: 3,
    code: 'image-empty',
  },
  {
    id: 'image-too-large',
    said: 'messages.2.content.1.image.source.base64: image exceeds 5 MB maximum: 5242884 bytes > 5242880 bytes',
    lines: [prompt('u1'), last('a1'), user('u2', [text('look'), picture('A'.repeat(5_242_884))]), last('a2')],
    line: 3,
    code: 'image-too-large',
  },
  {
    id: 'image-too-wide',
    said: 'messages.2.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    lines: [prompt('u1'), last('a1'), user('u2', [text('look'), picture(png(9000, 10))]), last('a2')],
    line: 3,
    code: 'image-too-wide',
  },
  {
    id: 'images-many-wide',
    said: 'messages.2.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    lines: [
      prompt('u1'),
      last('a1'),
      user('u2', [picture(png(3000, 10))]),
      last('a2'),
      user(
        'u3',
        Array.from({ length: 24 }, () => picture(png(10, 10))),
      ),
      last('a3'),
    ],
    line: 3,
    code: 'images-many-wide',
  },
  {
    id: 'prompt-too-long',
    said: 'prompt is too long: 210000 tokens > 200000 maximum',
    lines: [prompt('u1'), last('a1'), user('u2', 'x'.repeat(9000)), last('a2'), ...TAIL],
    line: 3,
  },
  {
    id: 'lone-surrogate',
    said: 'The request body is not valid JSON: no low surrogate in string: line 1 column 199313 (char 199312)',
    lines: [prompt('u1'), last('a1', { blocks: [text('cut \ud83d')] }), ...TAIL],
    line: 2,
    code: 'line-lone-surrogate',
  },
]

describe('a known message leads to the line at fault', () => {
  test.each(CASES)('$id: line $line', async ({ id, said, lines, line, code }) => {
    const found = await explain(said, bytesOf(...lines))
    expect(found.error?.id).toBe(id)
    expect(found.places[0]?.line ?? null).toBe(line)
    expect(found.places[0]?.finding?.code).toBe(code)
    expect(found.advice).not.toBe('')
  })

  test('with uuid, type and place in the request', async () => {
    const { said, lines } = CASES.find(one => one.id === 'tool-id-characters')!
    const found = await explain(said, bytesOf(...lines))
    expect(found.places[0]).toMatchObject({ uuid: 'a1', type: 'assistant', message: 1, block: 0 })
  })

  test('nothing of the kind in a sound session', async () => {
    const sound = bytesOf(prompt('u1'), calls('a1', 'toolu_1'), result('r1', 'toolu_1'), last('a2'))
    for (const { said } of CASES.filter(one => one.code !== undefined && !/messages\.\d|toolu_/.test(one.said))) {
      const found = await explain(said, sound)
      expect([said, found.places]).toEqual([said, []])
    }
  })

  test.each(KNOWN_ERRORS.map(one => [one.id, one] as const))('%s: its own wording finds it', (_, one) => {
    expect(knownError(one.wording)).toBe(one)
    expect(knownError(`API Error: 400 ${JSON.stringify({ error: { message: one.wording } })}`)).toBe(one)
  })

  test('at least 15 of them, most with a session here', () => {
    const tried = new Set(CASES.map(one => one.id))
    expect(tried.size).toBeGreaterThan(35)
    expect(KNOWN_ERRORS.filter(one => !tried.has(one.id)).map(one => one.id)).toEqual([
      'not-an-id',
      'role-system',
      'prefill',
      'images-too-many',
      'image-unreadable',
      'document-refused',
      'request-too-large',
    ])
  })
})

describe('the place that a message names', () => {
  const lines = [
    prompt('u1'),
    answer('a1', { message: 'm', blocks: [text('so')] }),
    answer('a2', { message: 'm', blocks: [use('toolu_1', 'Bash')] }),
    result('r1', 'toolu_1'),
    last('a3'),
  ]

  test('an id alone: the call, then its result', async () => {
    const found = await explain('toolu_1', bytesOf(...lines))
    expect(found.error).toBeNull()
    expect(found.places.map(one => [one.line, one.knownBy])).toEqual([
      [3, 'id'],
      [4, 'id'],
    ])
  })

  test('an index: the block of the request, which need not be the block of the entry', async () => {
    const found = await explain('messages.1.content.1: something new', bytesOf(...lines))
    expect(found.places.map(one => [one.line, one.uuid, one.message, one.block, one.knownBy])).toEqual([
      [3, 'a2', 1, 1, 'index'],
    ])
  })

  test('an index that leads to something else: the nearest before it of the kind that the message speaks of', async () => {
    const said = 'messages.4.content.0: Invalid `signature` in `thinking` block'
    const found = await explain(said, bytesOf(prompt('u1'), answerOf(thinking('so'), text('yes')), ...TAIL))
    expect(found.places.map(one => [one.line, one.message, one.block])).toEqual([[2, 1, 0]])
  })

  test('an index beyond the request, or an id that is not there: no place', async () => {
    expect((await explain('messages.99: something new', bytesOf(...lines))).places).toEqual([])
    expect((await explain('toolu_2 is missing', bytesOf(...lines))).places).toEqual([])
  })

  test('of several at fault the one nearest below the index: the client adds messages of its own', async () => {
    const empty = (uuid: string): Line => answer(uuid, { blocks: [text(''), use(`toolu_${uuid}`)] })
    const many = ['a1', 'a2', 'a3'].flatMap(uuid => [empty(uuid), result(`r${uuid}`, `toolu_${uuid}`)])
    const found = await explain('messages.4: text content blocks must be non-empty', bytesOf(prompt('u1'), ...many))
    expect(found.places.map(one => one.line)).toEqual([4, 2, 6])
  })
})

describe('an unknown message', () => {
  test('is said to be unknown, with what check finds', async () => {
    const found = await explain(
      'The moon is in the wrong house',
      bytesOf(prompt('u1'), last('a1'), result('r1', 'toolu_gone'), ...TAIL),
    )
    expect([found.error, found.places]).toEqual([null, []])
    expect(found.findings.map(one => one.code)).toContain('tool-result-orphan')
  })
})

describe('the command that is printed takes the finding away', () => {
  const withFix = CASES.filter(({ code }) => code !== undefined && REMEDIES[code as Code]?.command === 'repair')
  test('for most of what is known', () => {
    expect(new Set(withFix.map(({ id }) => id)).size).toBeGreaterThan(KNOWN_ERRORS.length / 2)
  })

  test.each(withFix)('$id: $code', async ({ said, lines, code }) => {
    const bytes = bytesOf(...lines)
    const { fix } = await explain(said, bytes)
    expect(fix).toMatch(/^rethread repair /)
    const mended = repair(bytes, { assume: fix!.endsWith(' --assume') })
    expect(mended.verdict.broken).toEqual([])
    expect(mended.after.findings.map(one => one.code)).not.toContain(code)
    expect((await explain(said, mended.bytes)).places.filter(place => place.finding?.code === code)).toEqual([])
  })
})

test('as text: what it means, where, and what to do, with hostile words made visible', async () => {
  const { said, lines } = CASES.find(one => one.id === 'tool-id-characters')!
  const screen = { width: 80, paint: paint(false), now: 0 }
  const shown = [...presentExplanation(await explain(said, bytesOf(...lines)), screen)].join('\n')
  expect(shown).toContain('line 2')
  expect(shown).toMatch(/^Known API error\n/)
  expect(shown).not.toContain('A2.7')
  expect(shown).toContain(`rethread repair ${path}`)
  const hostile = await explain('\u001b[2J moon', bytesOf(...lines))
  expect([...presentExplanation(hostile, screen)].join('\n')).not.toContain('\u001b')
})
