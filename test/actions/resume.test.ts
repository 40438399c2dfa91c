// How a session is continued: command, directory, and what speaks against it.

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planResume } from '../../src/actions/resume/resume.js'
import { resumeSchema } from '../../src/actions/schemas.js'
import { encodeProjectPath } from '../../src/format/session-folder.js'
import { paint } from '../../src/present/paint.js'
import { presentResume } from '../../src/present/resume.js'
import { answer, bytesOf, prompt } from '../conversation/lines.js'

const ID = '0e0e0e0e-0000-4000-8000-0000000000a1'
const home = realpathSync(mkdtempSync(join(tmpdir(), 'rethread-resume-')))
const configDir = join(home, '.claude')

function session(directory: string, worked: readonly string[] = [directory]): string {
  const folder = join(configDir, 'projects', encodeProjectPath(directory))
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${ID}.jsonl`)
  const lines = worked.flatMap((cwd, index) => [prompt(`u${index}`, { cwd }), answer(`a${index}`, { more: { cwd } })])
  writeFileSync(path, bytesOf(lines))
  return path
}

async function plan(path: string, usualConfigDir = configDir) {
  const found = await planResume({ kind: 'file', id: ID, path, configDir }, { now: Date.now(), usualConfigDir })
  expect(resumeSchema.parse(found)).toEqual(found)
  return found
}

const shellLine = (found: Awaited<ReturnType<typeof plan>>) =>
  [...presentResume(found, { width: 200, paint: paint(false), now: 0 })].at(-1)

test('the directory it worked in, and no flag but --resume', async () => {
  const found = await plan(session(home))
  expect([found.directory, found.command, found.environment]).toEqual([home, ['claude', '--resume', ID], {}])
  expect(shellLine(found)).toBe(`cd ${home} && claude --resume ${ID}`)
})

test('of several directories the one that the project is named after (B4)', async () => {
  mkdirSync(join(home, 'tree'), { recursive: true })
  expect((await plan(session(join(home, 'tree'), [home, join(home, 'tree')]))).directory).toBe(join(home, 'tree'))
})

test('another config dir is handed to the client', async () => {
  const found = await plan(session(home), '/elsewhere')
  expect(shellLine(found)).toBe(`cd ${home} && CLAUDE_CONFIG_DIR=${configDir} claude --resume ${ID}`)
})

test('a directory that is gone', async () => {
  const gone = join(home, "it's gone")
  const found = await plan(session(gone))
  expect([found.resumes, found.reasons]).toEqual([false, [`directory ${gone} no longer exists`]])
  expect(shellLine(found)).toBe(`cd '${home}/it'\\''s gone' && claude --resume ${ID}`)
})

test('a session that the client refuses', async () => {
  const path = session(home)
  writeFileSync(path, '{"type":"mode","mode":"default"}\n')
  const found = await plan(path)
  expect([found.resumes, found.reasons[0]]).toEqual([false, expect.stringContaining('No conversation found')])
})

test('a session outside of any config dir', async () => {
  await expect(
    planResume({ kind: 'file', id: ID, path: session(home) }, { now: 0, usualConfigDir: configDir }),
  ).rejects.toThrow(/is not in a config dir/)
})
