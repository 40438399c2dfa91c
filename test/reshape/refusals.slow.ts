// Of sessions without damage no change is refused: random ones of every client generation and shape, in every way.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { randomSession } from '../../tools/generator/random-session.js'
import { variedSession } from '../../tools/generator/varied-session.js'
import { ask, temporary } from '../cli/rethread.js'
import { compressing } from './compressing.js'
import { change } from './in-memory.js'
import { askedOf, BY_DESIGN, waysFor } from './sound-ways.js'
import { CLONES, COMBINED, STRIPS, type Way } from './ways.js'

/** `RETHREAD_REFUSALS=250` tries ten thousand changes, `RETHREAD_REFUSALS_FROM=1000` others. */
const SESSIONS = Number(process.env['RETHREAD_REFUSALS'] ?? 6)
const FROM = Number(process.env['RETHREAD_REFUSALS_FROM'] ?? 1)

const WAYS: Readonly<Record<string, Way>> = {
  ...CLONES,
  ...COMBINED,
  ...STRIPS,
  'compress --keep-last 1': compressing({ kind: 'keep-last', turns: 1 }, 'SUMMARY'),
  'compress --oldest 60% --by calls': compressing({ kind: 'oldest', share: 0.6, by: 'calls' }, 'SUMMARY'),
}

test('no change of a sound session is refused', () => {
  const refused: string[] = []
  const sessions = Math.max(24, Math.min(SESSIONS, 40))
  for (let seed = 1; seed <= sessions; seed++) {
    const { bytes, sessionId } = randomSession(seed, { turns: 3 + (seed % 12) })
    for (const [name, way] of Object.entries(WAYS))
      for (const reason of change(bytes, way, sessionId).verdict.broken) refused.push(`${seed} ${name}: ${reason}`)
  }
  expect(refused).toEqual([])
})

test(
  'no verb is refused for any shape that clients write, with the files around it',
  async () => {
    const refused: string[] = []
    let tried = 0
    for (let seed = FROM; seed < FROM + SESSIONS; seed++) {
      const home = temporary()
      const session = variedSession(seed, { scenes: 3 + (seed % 12) })
      const lay = (): void => {
        for (const [path, content] of session.files) {
          const file = join(home, '.claude', path)
          mkdirSync(dirname(file), { recursive: true })
          writeFileSync(file, content)
        }
      }
      lay()
      const elsewhere = join(home, 'elsewhere')
      mkdirSync(elsewhere)
      const told = async (args: readonly string[]) => {
        const { stdout, stderr, code } = await ask([...args, '--json'], { home })
        return stdout === '' ? { refused: [`ended with ${code}: ${stderr}`] } : JSON.parse(stdout)
      }
      const { turns } = await told(['turns', session.sessionId])
      const { tokens } = await told(['context', session.sessionId])
      const { findings } = await told(['check', session.sessionId])
      // A call that was stopped has no result, and repair writes one.
      const isWhole = findings.every((one: { fix?: string | null }) => !one.fix)
      const numbers = turns.map((one: { index: number }) => one.index)
      const asked = askedOf(session, { turns: Math.max(0, ...numbers), tokens: tokens.estimate, elsewhere })
      for (const [at, [verb, ...flags]] of waysFor(seed, asked).entries()) {
        tried++
        const isInPlace = verb !== 'clone' && verb !== 'move' && !flags.includes('--linear') && (seed + at) % 2 === 0
        const args = [verb!, session.sessionId, ...flags, ...(isInPlace ? ['--in-place'] : [])]
        const isTried = (seed + at) % 3 === 0
        const report = await told([...args, ...(isTried ? [] : ['--dry-run'])])
        const why: readonly string[] = report.refused.filter((one: string) => !BY_DESIGN.some(known => known.test(one)))
        for (const reason of why) refused.push(`${seed} ${session.generation} ${args.join(' ')}: ${reason}`)
        if (verb === 'repair' && isWhole && report.steps?.length > 0) {
          const steps = report.steps.map((one: { action: string }) => one.action)
          refused.push(
            `${seed} ${session.generation} ${args.join(' ')}: it would mend what is whole: ${steps.join(', ')}`,
          )
        }
        if (isTried && (isInPlace || verb === 'move')) {
          rmSync(join(home, '.claude'), { recursive: true })
          lay()
        }
      }
      rmSync(home, { recursive: true })
    }
    console.log(`${tried} changes of ${SESSIONS} sound sessions from seed ${FROM} on, ${refused.length} refused`)
    for (const one of refused) console.log(one)
    expect(refused).toEqual([])
    // Ten thousand take an hour: the room grows with what is asked.
  },
  SESSIONS * 120_000,
)
