// Every session of the corpus, changed in many ways: what the commands promise must hold for each.

import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSessionId } from '../../src/format/session-folder.js'
import { change, idIn } from '../reshape/in-memory.js'
import { CLONES, STRIPS } from '../reshape/ways.js'
import { bytesOf, listed, noCorpus } from './corpus-files.js'

describe.skipIf(listed.length === 0)('the corpus', () => {
  test.each(Object.entries({ ...CLONES, ...STRIPS }))('%s', (_, way) => {
    const failed: Record<string, readonly string[]> = {}
    for (const { file } of listed) {
      const bytes = bytesOf(file)
      const name = basename(file, '.jsonl')
      const before = bytes.slice()
      const { verdict } = change(bytes, way, isSessionId(name) ? name : idIn(bytes))
      if (verdict.broken.length > 0) failed[file] = verdict.broken
      expect(Buffer.compare(bytes, before), file).toBe(0)
    }
    expect(failed).toEqual({})
  })
})

if (listed.length === 0) test.skip(noCorpus, () => undefined)
