// What rethread makes of a session changes no total: it holds the same answers, and they were asked for once.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { usage } from '../../src/actions/usage/usage.js'
import { ask } from '../cli/rethread.js'
import { samplesHome } from './samples-home.js'

const VERBS: readonly (readonly string[])[] = [
  ['clone', '10a6'],
  ['clone', '10a6', '--keep-ids'],
  ['clone', '10a6', '--to-turn', '1'],
  ['clone', '4e81', '--leaf', '2'],
  ['clone', '10a6', '--linear'],
  ['clone', '10a6', '--rewrite-words'],
  ['strip', '10a6', '--tools'],
  ['strip', '10a6', '--results', '--oldest', '50%'],
  ['strip', '10a6', '--thinking'],
  ['strip', '10a6', '--preset', 'emergency'],
  ['trim', '10a6', '--budget', '22k'],
  ['cut', '10a6', '--turns', '1'],
  ['compress', '10a6', '--keep-last', '1'],
  ['compress', '10a6', '--bands', '0-100:10%'],
  ['redact', '10a6', '--paths'],
  ['repair', 'dead'],
]

describe('the totals are the same after', () => {
  test.each(VERBS.map(words => ({ words, name: words.join(' ') })))('$name', async ({ words }) => {
    const { home, config, place } = samplesHome()
    mkdirSync(join(home, 'elsewhere'))
    const sums = async () => {
      const { totals, rows } = await usage(place, { report: 'session', timezone: 'UTC' })
      return { totals, rows: rows.map(row => ({ ...row, project: '' })) }
    }
    const before = await sums()
    expect(before.totals.messages).toBeGreaterThan(100)
    const { code, stderr } = await ask([...words, '--to-project', join(home, 'elsewhere')], {
      home,
      env: { CLAUDE_CONFIG_DIR: config },
    })
    expect([code, stderr]).toEqual([0, ''])
    const { notes } = await usage(place, { report: 'daily' })
    expect(notes.files).toBeGreaterThan(25)
    // The sessions too: what was made is known by its receipt.
    expect(await sums()).toEqual(before)
  })
})
