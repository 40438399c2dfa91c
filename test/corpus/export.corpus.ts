// Every corpus session as a page: it is written, holds no tag of the session's, and no secret that the scanner knows.

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SECRET_RULES, secretScanner } from '../../src/secrets/index.js'
import { ask, temporary } from '../cli/rethread.js'
import { corpus, listed, noCorpus } from './corpus-files.js'

const files = listed.map(({ file }) => file)
const scanner = secretScanner(SECRET_RULES)

describe.skipIf(files.length === 0)('exported', () => {
  test.each(files)('%s', async file => {
    const home = temporary()
    for (const format of ['html', 'md', 'json']) {
      const { code, stdout, stderr } = await ask(['export', join(corpus, file), '--to', format, '-o', '-'], { home })
      expect([code, stderr]).toEqual([0, ''])
      const left = scanner.scan(new TextEncoder().encode(stdout), format === 'json' ? 'json' : 'text')
      expect(left.map(({ kind, start, end }) => [kind, stdout.slice(start - 20, end + 20)])).toEqual([])
      if (format === 'html') expect(stdout.match(/<script/gi)).toHaveLength(1)
    }
  })
})

if (files.length === 0) test.skip(noCorpus, () => undefined)
