// What is known of each block that the model gets, one by one: this is what a result is compared by.

import { expect, test } from 'vitest'
import type { Context, Part } from '../../src/context/context.js'
import { findContext, WHOLE } from '../../src/context/index.js'
import { NONE } from '../../src/conversation/rows.js'
import { blockPrints } from '../../src/reshape/verdict/sent-blocks.js'
import { a, att, image, meta, PIXEL, result, session, text, think, u } from '../client/experiments/builders.js'
import { examine, folderOf, idIn } from './in-memory.js'

const ROWS = [
  u('u1', null, 'a prompt'),
  a('a1', 'u1', 'm1', [think('thought'), text('an answer')]),
  u('r1', 'a1', [result('c1', 'came out'), image(PIXEL), { text: 'without a type' }]),
  att('q1', 'r1', 'image', { content: { type: 'image', file: { base64: PIXEL } } }),
  meta('n1', 'q1', [text('[rethread: 3 tool calls removed]'), text('   ')]),
  u('e1', 'n1', []),
]

function blocksOf(parts: readonly Part[], role: Context['messages'][number]['role'] = 'user', sourceRows?: number[]) {
  const bytes = session(ROWS)
  const examined = examine(bytes, folderOf(idIn(bytes)))
  const context = { ...findContext(examined.reading), messages: [{ role, parts }] }
  return { blocks: [...blockPrints(context, examined, sourceRows)], examined }
}

const stored = (row: number, block: number): Part => ({ kind: 'stored', row, block })

test('the role is that of the message', () => {
  for (const role of ['user', 'assistant', 'system'] as const)
    expect(blocksOf([stored(0, WHOLE)], role).blocks[0]!.role).toBe(role)
})

test('a block that the client writes is stored nowhere, and is none of the others', () => {
  const block = { type: 'text', text: 'No response requested.' } as const
  const [written] = blocksOf([{ kind: 'written', block, rule: 'R-T2' }]).blocks
  const print = JSON.stringify(block)
  expect(written).toEqual({
    role: 'user',
    type: 'text',
    row: NONE,
    line: 0,
    print,
    words: print,
    isStored: false,
    isNote: false,
    isBlank: false,
    isAttached: false,
  })
})

test('types are those of the blocks; what has none is a text, an attached image an image', () => {
  const parts = [
    stored(0, WHOLE),
    stored(1, 0),
    stored(1, 1),
    stored(2, 0),
    stored(2, 1),
    stored(2, 2),
    stored(3, WHOLE),
  ]
  const { blocks } = blocksOf(parts)
  expect(blocks.map(({ type }) => type)).toEqual(['text', 'thinking', 'text', 'tool_result', 'image', 'text', 'image'])
  expect(blocks.map(({ line }) => line)).toEqual([1, 2, 2, 3, 3, 3, 4])
  expect(blocks.map(({ isAttached }) => isAttached)).toEqual([false, false, false, false, false, false, true])
  expect(blocks.every(({ isStored }) => isStored)).toBe(true)
})

test('a note of ours and a blank are told from words', () => {
  const { blocks } = blocksOf([stored(0, WHOLE), stored(4, 0), stored(4, 1)])
  expect(blocks.map(({ isNote, isBlank }) => [isNote, isBlank])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
})

test('two blocks have one print where they say the same, and another with what the client does to one', () => {
  const change = { kind: 'text', text: 'framed' } as never
  const [plain, same, changed, other] = blocksOf([
    stored(0, WHOLE),
    stored(0, WHOLE),
    { kind: 'stored', row: 0, block: WHOLE, change },
    stored(1, 1),
  ]).blocks
  expect(same!.print).toBe(plain!.print)
  expect(plain!.print).toBe(plain!.words)
  expect(changed!.words).toBe(plain!.words)
  expect(changed!.print).toBe(`${plain!.words} ${JSON.stringify(change)}`)
  expect(other!.print).not.toBe(plain!.print)
})

test('an entry without words is told by its length', () => {
  const { blocks, examined } = blocksOf([stored(5, WHOLE)])
  expect(blocks[0]!.words).toBe(examined.reading.conversation.rows.length[5])
})

test('rows are those of the source; one that the source does not have has none', () => {
  const { blocks } = blocksOf([stored(0, WHOLE), stored(1, 1), stored(2, 0)], 'user', [7, 9])
  expect(blocks.map(({ row }) => row)).toEqual([7, 9, NONE])
})

test('more blocks than messages find room, and an order is an order of places', () => {
  const bytes = session(ROWS)
  const examined = examine(bytes, folderOf(idIn(bytes)))
  const parts = Array.from({ length: 50 }, (_, at) => stored(at % 2, at % 2 === 0 ? WHOLE : 1))
  const blocks = blockPrints({ ...findContext(examined.reading), messages: [{ role: 'user', parts }] }, examined)
  expect(Array.from(blocks, ({ row }) => row)).toEqual(parts.map((_, at) => at % 2))
  const odd = blocks.filter(({ row }) => row === 1)
  expect([odd.length, blocks.length]).toEqual([25, 50])
  expect(Array.from(odd.inOrder(Int32Array.of(3, 0)), ({ line }) => line)).toEqual([2, 2])
  expect(odd.at(25)).toBeUndefined()
})
