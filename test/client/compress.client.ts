// Compressed sessions in the real client: it resumes them and sends the summary and the kept turns, exactly as `context`
// says. All recorded sessions, and of the corpus another few each time; 40 of them with `-- --all`.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bytesOf, listed } from '../corpus/corpus-files.js'
import { banded } from '../reshape/banding.js'
import { compressing } from '../reshape/compressing.js'
import { answer, prompt, restart, text } from '../reshape/entries.js'
import { type Changed, change, session } from '../reshape/in-memory.js'
import { recordedSessions } from './goldens.js'
import { judgedSuite } from './judged-suite.js'
import { ALL, RECORD, sample } from './sample.js'

const CLIENTS = ['2.1.325', '2.0.42']
const WISHES = {
  '--keep-last 1': { kind: 'keep-last', turns: 1 },
  '--oldest 17%': { kind: 'oldest', share: 0.17 },
  '--oldest 60%': { kind: 'oldest', share: 0.6 },
} as const

const { judged } = judgedSuite('compressed')

if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe.each(CLIENTS)('client %s', version => {
    // Each in the client that wrote it, or in the newest; in both where this run covers everything.
    const own = recordedSessions()
      .filter(one => ALL || one.version === version || (version === '2.1.325' && !CLIENTS.includes(one.version)))
      .flatMap(one => compressed(one.name, readFileSync(one.file), '--keep-last 1'))
    const outside = sample(
      listed.filter(({ file }) => file.startsWith('real/')).map(({ file }) => file),
      ALL ? Number.POSITIVE_INFINITY : 12,
      'compressed corpus',
    )
      .flatMap(file => compressed(file, bytesOf(file), '--oldest 60%'))
      .slice(0, 40)
    test.concurrent.each([...own, ...outside, ...large()])('$name', ({ name, changed }) =>
      resumed(version, name, changed),
    )

    const banding = sample(
      listed.filter(({ file }) => file.startsWith('real/')).map(({ file }) => file),
      4,
      'bands',
    )
    if (banding.length > 0)
      test.concurrent.for(banding)('--bands: %s', async (file, { skip }) => {
        const changed = await banded(bytesOf(file), true)
        skip(changed.verdict.broken.length > 0, 'refused')
        await resumed(version, `--bands: ${file}`, changed)
      })
  })

async function resumed(version: string, name: string, { bytes, plan }: Changed): Promise<void> {
  await judged({ name, version, session: bytes, sessionId: plan.sessionId })
}

/** What is kept is above 5 MiB: the client then reads nothing that stands before the boundary (B1). */
function large() {
  restart()
  const turns = Array.from({ length: 6 }, (_, at) => [
    prompt(uuid(at, 1), at === 0 ? null : uuid(at - 1, 2), `turn ${at} ${'word '.repeat(250_000)}`),
    answer(uuid(at, 2), uuid(at, 1), `msg_${at}`, [text(`answer ${at}`)]),
  ])
  return compressed('above 5 MiB', session(...turns.flat()), '--oldest 17%')
}

const uuid = (turn: number, place: number): string => `1a59e000-0000-4000-8000-0000000${turn}000${place}`

/** None where there is nothing to compress, or the session does not resume. */
function compressed(
  name: string,
  bytes: Uint8Array,
  wish: keyof typeof WISHES,
): readonly { readonly name: string; readonly changed: Changed }[] {
  // Most recorded sessions are shorter than any summary of them.
  const changed = change(bytes, compressing(WISHES[wish], wish === '--keep-last 1' ? 'SUMMARY' : undefined))
  if (changed.plan.promises.added === undefined || changed.verdict.before.outcome.kind === 'refuses') return []
  expect(changed.verdict.broken, name).toEqual([])
  return [{ name: `${wish}: ${name}`, changed }]
}
