// Every entry of the conversation is in a message of the context or among what is not sent, and in one of them only
// (I23), for every client and every file. The conversation's entries are counted from the JSON of the lines.

import { describe, expect, test } from 'vitest'
import { blockAsSent, findContext, PROFILES, readForContext } from '../../src/context/index.js'
import { NONE } from '../../src/conversation/rows.js'
import { entryValue, parseSession } from '../../src/format/session.js'
import { bytesOf, corpus, listed, noCorpus } from './corpus-files.js'

const CHAINED = new Set(['user', 'assistant', 'system', 'attachment', 'progress'])

describe.skipIf(listed.length === 0)(`what is sent and what is not, of the files in ${corpus}`, () => {
  test.each(listed)('$file', ({ file }) => {
    const bytes = bytesOf(file)
    const session = parseSession(bytes)
    const values = session.entries.map(entry => entryValue(session, entry) as { type?: unknown } | undefined)
    const conversation = values.flatMap((value, row) => (CHAINED.has(String(value?.type)) ? [row] : []))
    const reading = readForContext(bytes)
    const newest = findContext(reading)
    // What the conversation takes for its end is where the history ends, unless the client refuses it.
    const end = reading.conversation.leaf
    if (newest.outcome.kind !== 'refuses') expect(end.kind === 'none' ? NONE : end.row).toBe(newest.leaf)
    for (const { client } of PROFILES) {
      const context = findContext(reading, { client })
      const sent = new Set<number>()
      for (const { parts } of context.messages)
        for (const part of parts) {
          if (part.kind !== 'stored') continue
          sent.add(part.row)
          expect(blockAsSent(part, values[part.row] as Record<string, unknown>)).toHaveProperty('type')
        }
      const omitted = context.omitted.flatMap(({ rows }) => rows)
      for (const { why } of context.omitted) expect(why).not.toBe('')
      expect(
        [...sent, ...omitted].toSorted((a, b) => a - b),
        client,
      ).toEqual(conversation)
    }
  })
})

test.runIf(listed.length === 0)('no corpus', () => {
  console.log(noCorpus)
})
