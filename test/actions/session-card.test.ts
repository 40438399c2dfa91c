// What a list reads of a session stays inside the session's own folder.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ls } from '../../src/actions/list/ls.js'
import { put, tempFolder } from '../disk/temp-folder.js'

const ID = '0f0f0f0f-0000-4000-8000-000000000001'
const LINE = '{"type":"user","uuid":"u1","parentUuid":null,"message":{"role":"user","content":"Hello"}}\n'

async function titleOf(config: string): Promise<string | null | undefined> {
  const report = await ls({ env: {}, home: config, cwd: config, configDir: config }, { limit: 5, all: false })
  return report.sessions[0]?.title
}

test('a title file beside the session is its title', async () => {
  const config = tempFolder()
  put(join(config, 'projects/-p', `${ID}.jsonl`), LINE)
  put(join(config, 'projects/-p', ID, 'custom-title.json'), '{"customTitle":"Given"}')
  expect(await titleOf(config)).toBe('Given')
})

test('a title file that is a link out of the folder is not read', async () => {
  const config = tempFolder()
  const outside = join(tempFolder(), 'secret.json')
  writeFileSync(outside, '{"customTitle":"From outside"}')
  put(join(config, 'projects/-p', `${ID}.jsonl`), LINE)
  mkdirSync(join(config, 'projects/-p', ID))
  symlinkSync(outside, join(config, 'projects/-p', ID, 'custom-title.json'))
  expect(await titleOf(config)).toBe('Hello')
})
