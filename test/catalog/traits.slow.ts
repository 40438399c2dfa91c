// What a search asks of whole sessions (`has:`), against a plain filter over the parsed entries of each file.

import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { search } from '../../src/actions/search/search.js'
import { randomFrom } from '../../tools/generator/random.js'
import { put, uuid } from '../disk/temp-folder.js'
import { runs } from '../runs.js'
import { catalogHome } from './home.js'
import { linesOf } from './plain-scan.js'

const TOKEN = /ghp_[A-Za-z0-9]{36}/

/** Places where somebody has pasted a token: said, printed, deep in an input, escaped in a text, in another entry. */
const PLANTS: readonly ((token: string) => object)[] = [
  token => ({ type: 'user', message: { role: 'user', content: `my token is ${token}, take it` } }),
  token => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: `export TOKEN=${token}\n` }] },
  }),
  token => ({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'X', input: { a: [{ b: token }] } }] },
  }),
  token => ({ type: 'user', message: { role: 'user', content: JSON.stringify({ token, note: 'a "quoted" text' }) } }),
  token => ({ type: 'system', subtype: 'informational', content: `seen: ${token}` }),
]

const imagesIn = (content: unknown): boolean =>
  Array.isArray(content) &&
  content.some(block => ['image', 'document'].includes(block?.type) || imagesIn(block?.content))

const TRAITS: Readonly<Record<string, (path: string) => boolean>> = {
  images: path =>
    linesOf(path).some(line => {
      const content = typeof line.message === 'object' ? line.message?.content : undefined
      return imagesIn(content) || imagesIn(line.attachment?.['prompt'])
    }),
  secrets: path => linesOf(path).some(line => TOKEN.test(JSON.stringify(line))),
  compaction: path => linesOf(path).some(line => line.subtype === 'compact_boundary'),
}

test('has:images, has:secrets and has:compaction, and what has none', async () => {
  const { root, config, sessions } = catalogHome(Array.from({ length: runs(14, 60) }, (_, seed) => seed + 1))
  const random = randomFrom(3)
  for (const [at, path] of sessions.entries()) {
    if (at % 3 === 0) continue
    const token = `ghp_${Array.from({ length: 36 }, () => random.pick([...'abcdefXYZ0123456789'])).join('')}`
    // Every third has one; in another third something else stands there.
    const planted = PLANTS[at % PLANTS.length]!(at % 3 === 1 ? token : 'nothing')
    appendFileSync(path, `${JSON.stringify({ uuid: uuid(at + 1), ...planted })}\n`)
  }
  const place = { env: {}, home: root, cwd: root, configDir: config }
  const without = { ...place, env: { XDG_CACHE_HOME: put(`${root}/no-folder`, 'x') } }
  for (const [name, fits] of Object.entries(TRAITS)) {
    const expected = sessions.filter(fits).toSorted()
    const others = sessions.filter(path => !expected.includes(path)).toSorted()
    expect(expected.length, name).toBeGreaterThan(0)
    expect(others.length, name).toBeGreaterThan(0)
    for (const [from, where] of Object.entries({ index: place, scan: without })) {
      const found = async (query: string) => {
        const report = await search(where, { query, limit: 999, hits: 1 })
        expect(report.searched.index).toBe(from === 'index')
        return report.sessions.map(one => one.path).toSorted()
      }
      expect([name, from, await found(`has:${name}`)]).toEqual([name, from, expected])
      expect([name, from, await found(`-has:${name}`)]).toEqual([name, from, others])
    }
  }
})
