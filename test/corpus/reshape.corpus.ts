// Every session of the corpus, changed in many ways: what the commands promise must hold for each.

import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSessionId } from '../../src/format/session-folder.js'
import { expectAsRead } from '../reshape/as-read.js'
import { change, idIn } from '../reshape/in-memory.js'
import { expectKept, expectOnlyIdsChanged, voidThinking, wordsSent } from '../reshape/promises.js'
import { CLONES, COMBINED, inPlace, STRIPS } from '../reshape/ways.js'
import { bytesOf, listed, noCorpus } from './corpus-files.js'

const sessions = listed.map(({ file }) => {
  const bytes = bytesOf(file)
  const name = basename(file, '.jsonl')
  return { file, bytes, id: isSessionId(name) ? name : idIn(bytes), before: Buffer.from(bytes) }
})

describe.skipIf(listed.length === 0)('the corpus', () => {
  test('a clone differs in its ids, and in nothing else', () => {
    const others = sessions.filter(
      ({ bytes }) => !/"sessionId":"(?![0-9a-f-]{36}")/.test(new TextDecoder().decode(bytes)),
    )
    let proofs = 0
    for (const { file, bytes, id } of others) {
      const changed = change(bytes, {}, id)
      expect(changed.verdict.broken, file).toEqual([])
      expectOnlyIdsChanged(bytes, changed, id)
      if (!changed.proven) continue
      proofs++
      expectAsRead(changed, changed.proven, file)
    }
    console.log(`${proofs} of ${others.length} are proven by their edits`)
    expect(proofs).toBeGreaterThan(others.length / 4)
  })

  test.each(Object.entries({ ...CLONES, ...COMBINED }))('%s', (_, way) => {
    for (const { file, bytes, id, before } of sessions) {
      expect(change(bytes, way, id).verdict.broken, file).toEqual([])
      expect(Buffer.compare(bytes, before), file).toBe(0)
    }
  })

  test.each(Object.entries(STRIPS))('strip %s', (_, way) => {
    for (const { file, bytes, id, before } of sessions) {
      const changed = change(bytes, inPlace(way), id)
      expectKept(bytes, changed, file)
      expect(Buffer.compare(bytes, before), file).toBe(0)
      expect(wordsSent(changed.bytes), file).toEqual(wordsSent(bytes))
      expect(voidThinking(bytes, changed.bytes), file).toBe(0)
      const again = change(changed.bytes, inPlace(way), id)
      expect(
        again.plan.steps.filter(step => step.action !== 'keep calls'),
        file,
      ).toEqual([])
      expect(Buffer.compare(again.bytes, changed.bytes), file).toBe(0)
    }
  })
})

if (listed.length === 0) test.skip(noCorpus, () => undefined)
