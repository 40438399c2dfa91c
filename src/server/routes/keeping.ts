// What the client will delete next, and keeping it.

import type { Hono } from 'hono'
import { archive, archiveStatus } from '../../actions/archive/index.js'
import { InputError } from '../../format/error.js'
import { numberIn } from '../asked-words.js'
import { answered } from '../envelope.js'
import { expectRight } from '../rights.js'
import { doingOf, type Serving } from '../serving.js'
import { streamed } from '../streamed.js'

const MOST = 500

export function keepingRoutes(app: Hono, { place, everywhere, rights }: Serving): void {
  app.get('/api/archive', async c => {
    const status = await archiveStatus(everywhere, { limit: Math.min(numberIn(c, 'limit') ?? 50, MOST) }, doingOf(c))
    return answered(c, {
      ...status,
      next: status.next.map(one => ({ ...one, key: place.kept.keyOf(one.path) ?? null })),
    })
  })

  app.post('/api/archive', async c => {
    expectRight(rights, 'new-sessions')
    const keys = keysIn(await c.req.json().catch(() => undefined))
    // Known by their keys; the archive takes their files.
    const paths = keys.map(key => place.kept.find(key).path)
    return streamed(c, doing => archive(everywhere, { sessions: paths }, doing))
  })
}

function keysIn(body: unknown): readonly string[] {
  const keys = (body as { readonly keys?: unknown } | undefined | null)?.keys
  if (Array.isArray(keys) && keys.length > 0 && keys.length <= MOST && keys.every(key => typeof key === 'string'))
    return keys as readonly string[]
  throw new InputError('usage', `archiving needs the keys of 1 to ${MOST} sessions`)
}
