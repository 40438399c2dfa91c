// Changes: planned by the page's words, shown, and then carried out just as they were shown. Nothing is written by a plan.
// What was changed before, and how one goes on with a session.

import type { Hono } from 'hono'
import { changeWordsOf, planChange } from '../../actions/planned/index.js'
import { presets } from '../../actions/reshape/index.js'
import { resume } from '../../actions/resume/index.js'
import { type LineageRow, receipts, rmAll, undo } from '../../actions/undo/index.js'
import { nextRequest } from '../../actions/usage/index.js'
import { differencesIn } from '../asked-words.js'
import { answered } from '../envelope.js'
import { expectRight } from '../rights.js'
import { doingOf, type Serving } from '../serving.js'
import { streamed } from '../streamed.js'

export function changesRoutes(app: Hono, { place, everywhere, rights, plans }: Serving): void {
  app.post('/api/sessions/:key/plans', async c => {
    const words = await changeWordsOf(await c.req.json().catch(() => undefined))
    const reference = c.req.param('key')
    place.kept.find(reference) // not a word of it is streamed where there is no such session
    return streamed(c, async doing => {
      const { report, change } = await planChange(place, words, reference, doing)
      const id = plans.keep(change)
      const tokens = [report.before.tokens, report.after.tokens]
      const next = await nextRequest(place, { session: reference, tokens }, doing)
      return { plan: report.refused.length === 0 ? id : null, needs: change.needs, report, next }
    })
  })

  /** What the model gets now, beside what it would get; nothing is written by looking. */
  app.get('/api/plans/:id/diff', c => {
    const compare = plans.compare(c.req.param('id'))
    const page = differencesIn(c)
    return streamed(c, doing => compare.page(page, doing))
  })

  app.get('/api/presets', c => answered(c, { presets: presets(place) }))

  app.post('/api/plans/:id/apply', c =>
    streamed(c, async ({ signal }) => {
      const { needs, carryOut } = plans.take(c.req.param('id'))
      expectRight(rights, needs)
      const report = await carryOut(signal!)
      return { report, key: report.path === null ? null : (place.kept.keyOf(report.path) ?? null) }
    }),
  )

  app.post('/api/receipts/:id/undo', async c => {
    expectRight(rights, 'new-sessions')
    return answered(c, await undo(place, { id: c.req.param('id') }))
  })

  app.get('/api/sessions/:key/lineage', async c => {
    const { lineage, ...rest } = await receipts(place, { session: c.req.param('key')! }, doingOf(c))
    const withKeys = (rows: readonly LineageRow[] = []) =>
      rows.map(row => ({ ...row, key: row.exists ? (place.kept.keyOf(row.path) ?? null) : null }))
    const [ancestors, descendants] = [withKeys(lineage?.ancestors), withKeys(lineage?.descendants)]
    return answered(c, { ...rest, lineage: { session: lineage?.session ?? '', ancestors, descendants } })
  })

  app.get('/api/sessions/:key/resume', async c =>
    answered(c, await resume(place, { session: c.req.param('key')! }, doingOf(c))),
  )

  app.get('/api/receipts', async c => answered(c, await receipts(everywhere, {}, doingOf(c))))

  app.post('/api/sessions/:key/remove', async c => {
    expectRight(rights, 'in-place')
    return answered(c, await rmAll(place, { sessions: [c.req.param('key')], dryRun: false }))
  })
}
