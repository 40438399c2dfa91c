// For random words and phrases of real sessions a plain scan and the index find the same sessions.

import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/catalog/query/parse.js'
import { randomFrom } from '../../tools/generator/random.js'
import { openStore, upToDate } from '../catalog/home.js'
import { contains, textsIn } from '../catalog/plain-scan.js'
import { corpus, listed, noCorpus } from './corpus-files.js'

describe.skipIf(listed.length === 0)(`searching the files in ${corpus}`, () => {
  test('finds what a plain scan finds, 300 times', async () => {
    const config = mkdtempSync(join(tmpdir(), 'rethread-search-'))
    const store = await openStore(join(config, 'index.db'))
    try {
      for (const { file } of listed) {
        const project = join(config, 'projects', `-${dirname(file).replaceAll(/[^\w]/g, '-')}`)
        mkdirSync(project, { recursive: true })
        copyFileSync(join(corpus, file), join(project, basename(file)))
      }
      await upToDate(store, config)
      const texts = textsIn(config)
      const random = randomFrom(1)
      let tried = 0
      const differing: unknown[] = []
      while (tried < 300) {
        const words = random.pick(texts).text.match(/[\p{L}\p{N}]+/gu) ?? []
        const at = random.int(0, Math.max(0, words.length - 1))
        const phrase = words.slice(at, at + random.int(1, 3))
        if (phrase.length === 0 || phrase.some(word => word.length > 60)) continue
        tried++
        const query = `"${phrase.join(' ')}" in:prompt,answer,thinking,input,output`
        const found = await store.search(parseQuery(query, 0).question)
        const byIndex = [...new Set(found.map(({ source }) => source.session))].toSorted()
        const plainly = [...new Set(texts.filter(one => contains(one.text, phrase)).map(one => one.session))].toSorted()
        if (JSON.stringify(byIndex) !== JSON.stringify(plainly))
          differing.push([
            phrase,
            plainly.filter(one => !byIndex.includes(one)),
            byIndex.filter(one => !plainly.includes(one)),
          ])
      }
      expect(differing).toEqual([])
    } finally {
      await store.close()
      rmSync(config, { recursive: true, force: true })
    }
  })
})

test.runIf(listed.length === 0)('there is a corpus', context => context.skip(noCorpus))
