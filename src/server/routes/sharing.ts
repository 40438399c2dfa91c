// Exports: what would be shared is looked through first, and the preview is the export itself.

import type { Hono } from 'hono'
import { EXPORT_FORMATS, exportSessions } from '../../actions/export/index.js'
import { DEPTHS } from '../../actions/read/index.js'
import { exportLayouts } from '../../present/export/layouts.js'
import { paint } from '../../present/paint.js'
import { numberIn, oneOf, wordIn } from '../asked-words.js'
import { answered } from '../envelope.js'
import { doingOf, type Reading } from '../serving.js'

const TYPES = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
} as const

export function sharingRoutes(app: Hono, { place }: Reading): void {
  app.get('/api/sessions/:key/export', async c => {
    const format = oneOf(wordIn(c, 'to'), 'to', EXPORT_FORMATS) ?? 'html'
    const [from, to] = [numberIn(c, 'from'), numberIn(c, 'until')]
    const pieces: string[] = []
    const report = await exportSessions(
      place,
      {
        layouts: exportLayouts({ width: 100, paint: paint(false), now: Date.now() }),
        sessions: [c.req.param('key')],
        format,
        write: async text => void pieces.push(...text),
        ...(from === undefined && to === undefined
          ? {}
          : { turns: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } }),
        leaf: wordIn(c, 'leaf'),
        depth: oneOf(wordIn(c, 'depth'), 'depth', DEPTHS),
        agents: wordIn(c, 'agents') === 'yes',
        title: wordIn(c, 'title'),
        redact: wordIn(c, 'redact') !== 'off',
        paths: wordIn(c, 'paths') === 'yes',
        names: wordIn(c, 'names') === 'yes',
        images: wordIn(c, 'images') === 'yes',
      },
      doingOf(c),
    )
    if (wordIn(c, 'as') === 'review')
      return answered(c, { secrets: report.secrets, pages: report.pages, redacted: report.redacted })
    const name = `session-${c.req
      .param('key')
      .slice(0, 8)
      .replace(/[^0-9a-z-]/gi, '')}.${format}`
    return c.body(pieces.join(''), 200, {
      'Content-Type': TYPES[format],
      'Content-Disposition': `${wordIn(c, 'as') === 'preview' ? 'inline' : 'attachment'}; filename="${name}"`,
      // A page of its own, with its own policy: no script of it may reach the app.
      ...(format === 'html' ? { 'Content-Security-Policy': PREVIEW_POLICY, 'X-Frame-Options': 'SAMEORIGIN' } : {}),
    })
  })
}

/** The export's own script and style run by the hashes in its own policy; sandboxed, it is nobody's origin. */
const PREVIEW_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')
