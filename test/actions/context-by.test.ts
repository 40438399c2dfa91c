// Where the tokens go: every token once, whatever they are told by.

import { beforeEach, expect, test } from 'vitest'
import { sessionContext } from '../../src/actions/context/context.js'
import { CONTEXT_KEYS, type ContextKey, contextBy } from '../../src/actions/context/context-by.js'
import { contextBySchema } from '../../src/actions/schemas.js'
import { type OpenReading, openReading } from '../../src/actions/session/open-reading.js'
import { locate, type Place } from '../../src/actions/session/place.js'
import { samplesHome } from './samples-home.js'

let place: Place
beforeEach(() => {
  place = samplesHome().place
})

async function withSession<T>(reference: string, use: (open: OpenReading) => T): Promise<T> {
  const open = await openReading(await locate(reference, place))
  try {
    return use(open)
  } finally {
    open.close()
  }
}

test.each(CONTEXT_KEYS)('by %s: the parts are all of it', async by => {
  for (const session of ['10a6', '4e81', '91a1', 'a6e9'])
    await withSession(session, open => {
      const report = contextBy(open, by)
      expect(contextBySchema.parse(report)).toEqual(report)
      const { estimate } = sessionContext(open).tokens
      expect(Math.abs(report.tokens - estimate)).toBeLessThanOrEqual(estimate / 100)
      const sum = report.parts.reduce((all, part) => all + part.tokens, 0)
      expect(Math.abs(sum - report.tokens)).toBeLessThanOrEqual(report.parts.length)
      expect(report.parts.reduce((all, part) => all + part.share, 0)).toBeCloseTo(1)
    })
})

const partsOf = (session: string, by: ContextKey) =>
  withSession(session, open => new Map(contextBy(open, by).parts.map(part => [part.key, part])))

test('the call that would free a part is one that the program takes', async () => {
  const tools = await partsOf('10a6', 'tool')
  expect(tools.get('Edit')!.frees).toBe('rethread strip 10a6da70-3a4b-45c6-97d2-4d5e6f708120 --tools --only Edit')
  expect(tools.get('system prompt and tools')!.frees).toBe(null)
  const turns = await partsOf('10a6', 'turn')
  expect(turns.get('turn 2')!.frees).toBe('rethread cut 10a6da70-3a4b-45c6-97d2-4d5e6f708120 --turns 2')
})

test('files are told with how often they are read', async () => {
  const files = await partsOf('10a6', 'file')
  const read = [...files.values()].filter(part => (part.reads ?? 0) > 0)
  expect(read.length).toBeGreaterThan(0)
  for (const part of read) expect(part.calls).toBeGreaterThanOrEqual(part.reads!)
})
