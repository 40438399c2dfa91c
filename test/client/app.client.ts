// What a page of the app has written, in the real client: the largest contributors are taken out of a session as the page
// does it, and the client resumes the copy and sends what the page said. A sample each time.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporary } from '../cli/rethread.js'
import { served } from '../server/served.js'
import { judgedSuite } from './judged-suite.js'
import { RECORD, sample } from './sample.js'
import { recordedBy } from './subjects.js'

const CLIENT = '2.1.325'
const { judged } = judgedSuite('app')

interface Ledger {
  readonly resumes: boolean
  readonly outcome: string
  readonly largest: readonly { readonly call: string }[]
}

interface Planned {
  readonly refused: readonly string[]
  readonly steps: readonly { readonly action: string; readonly lines: readonly number[] }[]
}

interface Applied {
  readonly value: {
    readonly key: string
    readonly report: { readonly path: string; readonly written: boolean; readonly sessionId: string }
  }
}

if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe('taken out by the app', () => {
    test.concurrent.for(sample(recordedBy(CLIENT), 10, 'app'))('$name', async ({ name, sessionId, read }, { skip }) => {
      const home = temporary()
      const folder = join(home, '.claude', 'projects', '-work')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${sessionId}.jsonl`), read())
      const app = served('new-sessions', home)
      try {
        const ledger = (await app.value(`/api/sessions/${sessionId}/ledger`)) as Ledger
        skip(ledger.outcome !== 'resumes', 'the client does not resume it as it is')
        skip(ledger.largest.length === 0, 'it has no calls')
        const calls = ledger.largest.slice(0, 3).map(one => one.call)
        const planned = await app.post(`/api/sessions/${sessionId}/plans`, { verb: 'take-out', calls })
        const { value } = (await planned.json()) as { value: { plan: string | null; report: Planned } }
        expect(value.report.refused).toEqual([])
        const { value: done } = (await (await app.post(`/api/plans/${value.plan}/apply`, {})).json()) as Applied
        expect(done.report.written).toBe(true)
        const shown = (await app.value(`/api/sessions/${done.key}/ledger`)) as Ledger
        expect(shown.resumes).toBe(true)
        // What must stay is named by the plan: a queued prompt would come before its prompt without the call between them.
        const kept = value.report.steps.filter(step => step.action === 'keep calls').flatMap(step => step.lines)
        const left = shown.largest.filter(one => calls.includes(one.call)).length
        expect(left).toBeLessThanOrEqual(kept.length)
        await judged({
          name,
          version: CLIENT,
          session: readFileSync(done.report.path),
          sessionId: done.report.sessionId,
        })
      } finally {
        app.close()
      }
    })
  })
