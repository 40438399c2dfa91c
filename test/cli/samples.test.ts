// The samples of the package: read by anybody, written by nobody.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, SAMPLES, sampleHome } from './rethread.js'

const path = join(SAMPLES, 'projects/-home-ada-weather-station/91a14000-293a-44b5-86c1-3c4d5e6f7019.jsonl')

test('by their path they are shown, and not removed', async () => {
  const home = sampleHome()
  expect((await ask(['stats', path], { home })).code).toBe(0)
  const { code, stderr } = await ask(['rm', path, '--dry-run'], { home })
  expect(code).toBe(2)
  expect(stderr).toContain('this is a sample')
})
