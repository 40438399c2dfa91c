// Moved sessions in the real client: it resumes them in the directory that they were moved to, and sends exactly
// what `context` says. Two kinds of move, a sample of three each time.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { move } from '../../src/actions/move/move.js'
import { readContext } from '../../src/context/index.js'
import { type ClientHome, makeClientHome, placeSession } from './client-home.js'
import { judgedSuite } from './judged-suite.js'
import { RECORD, sample } from './sample.js'
import { recordedBy, type Subject } from './subjects.js'

const CLIENT = '2.1.325'

const { judged } = judgedSuite('moved')

if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe.each([
    ['one session', false],
    ['all sessions of a directory', true],
  ])('%s', (what, isProject) => {
    const tried = sample(recordedBy(CLIENT), 3, `moved ${what}`)
    test.concurrent.each(tried)('$name', one => expectThere(one, isProject))
  })

async function expectThere({ name, sessionId, read }: Subject, isProject: boolean): Promise<void> {
  const home = makeClientHome()
  const there = join(home.root, 'another place')
  mkdirSync(there)
  try {
    const before = inDirectory(read(), home.work)
    placeSession(home, sessionId, before)
    writeFileSync(join(home.config, '.claude.json'), JSON.stringify({ projects: { [home.work]: {} } }))
    if (isProject) rmSync(home.work, { recursive: true })
    const report = await move(
      { env: { CLAUDE_CONFIG_DIR: home.config }, home: join(home.config, 'home'), cwd: home.root },
      {
        call: [],
        reference: isProject ? home.work : sessionId,
        to: there,
        renamed: false,
        allTexts: false,
        dryRun: false,
        now: Date.now(),
      },
    )
    expect(report).toMatchObject({ refused: [], to: there, resume: `cd '${there}' && claude --resume ${sessionId}` })
    const session = readFileSync(report.sessions[0]!.path)
    if (!isProject) expect(readContext(session).messages.length).toBe(readContext(before).messages.length)
    const moved: ClientHome = { ...home, work: there }
    await judged({
      name: `${isProject ? 'project' : 'session'}: ${name}`,
      version: CLIENT,
      session,
      sessionId,
      home: moved,
    })
  } finally {
    home.remove()
  }
}

/** As if the client had recorded it in this directory. */
function inDirectory(bytes: Uint8Array, directory: string): Uint8Array {
  const text = new TextDecoder().decode(bytes)
  const [, was] = /"cwd":("(?:[^"\\]|\\.)*")/.exec(text) ?? []
  if (was === undefined) throw new Error('it does not say where it was recorded')
  return new TextEncoder().encode(text.replaceAll(was.slice(1, -1), JSON.stringify(directory).slice(1, -1)))
}
