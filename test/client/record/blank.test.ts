import { expect, test } from 'vitest'
import { blanker } from './blank.js'

const PROSE = 'You are a helper that was told many things in a text which is none of ours'
const blank = blanker(['my own prompt that is quite long and has far more than twelve words in it, surely'])

/** A row through the blanker. */
const row = (value: object): unknown => JSON.parse(blank.lines(JSON.stringify(value)))

test('a long text that the situation does not say leaves a mark, equal for equal texts', () => {
  const [one, two] = [row({ type: 'user', text: PROSE }), row({ type: 'system', text: PROSE })] as { text: string }[]
  expect(one?.text).toMatch(/^\[blanked [0-9a-f]{8}\]$/)
  expect(two?.text).toBe(one?.text)
})

test('what the situation says stays, also inside a longer text', () => {
  const own = 'my own prompt that is quite long and has far more than twelve words in it, surely'
  expect(row({ type: 'user', text: own })).toEqual({ type: 'user', text: own })
  expect(row({ type: 'user', text: `${PROSE}\n${own}\nshort` })).toEqual({
    type: 'user',
    text: expect.stringMatching(new RegExp(`^\\[blanked .{8}\\]\n${own}\nshort$`)),
  })
})

test('ids, hashes, tags and short notices stay', () => {
  const value = {
    type: 'attachment',
    uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
    attachment: { type: 'prompt_snapshot', hash: 'abcdefabcdefabcdefabcdefabcdef', name: 'a short one' },
  }
  expect(row(value)).toEqual(value)
  const tagged = row({ type: 'user', text: `<local-command-caveat>${PROSE}</local-command-caveat>` }) as {
    text: string
  }
  expect(tagged.text).toMatch(/^<local-command-caveat>\[blanked .{8}\]<\/local-command-caveat>$/)
})

test('a reminder of the vendor stays a reminder; what a tool takes becomes an empty schema', () => {
  const blanked = row({
    type: 'attachment',
    attachment: { type: 'skill_listing', content: 'four words are prose' },
    rendered: [{ content: '<system-reminder>\nfour words are prose\n</system-reminder>' }],
    tools: [{ name: 'Bash', input_schema: { properties: { command: { description: PROSE } } } }],
  })
  expect(blanked).toEqual({
    type: 'attachment',
    attachment: { type: 'skill_listing', content: expect.stringMatching(/^\[blanked/) },
    rendered: [{ content: expect.stringMatching(/^<system-reminder>\n\[blanked .{8}\]\n<\/system-reminder>$/) }],
    tools: [{ name: 'Bash', input_schema: { type: 'object', properties: {} } }],
  })
})

test('a line that needs no blanking is not written anew', () => {
  const odd = '{ "type" : "user" , "text" : "\\u0068i" }'
  expect(blank.lines(`${odd}\nnot json\n`)).toBe(`${odd}\nnot json\n`)
})
