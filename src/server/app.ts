// The server's answers, without a socket: a request in, a response out.

import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { BuiltFile } from '../disk/built-files.js'
import { RethreadError } from '../format/error.js'
import { pointReference } from '../format/point-reference.js'
import { answered, failed } from './envelope.js'
import { cookieFor, judge } from './guard.js'
import { pageFile } from './page-files.js'
import { changesRoutes } from './routes/changes.js'
import { eventRoutes } from './routes/events.js'
import { keepingRoutes } from './routes/keeping.js'
import { sessionRoutes } from './routes/session.js'
import { sessionsRoutes } from './routes/sessions.js'
import { sharingRoutes } from './routes/sharing.js'
import { SAFE_HEADERS } from './safe-headers.js'
import type { Serving, TeamServing } from './serving.js'

export interface AppOptions {
  /** One's own sessions. */
  readonly serving?: Serving
  /** The team's, below `/team`. */
  readonly team?: TeamServing
  readonly files: ReadonlyMap<string, BuiltFile>
  readonly token: string
  /** Known when the socket is. */
  readonly port: () => number
}

const MOST_ASKED = 1024 * 1024

const FORWARD =
  '<!doctype html><meta charset="utf-8"><title>rethread</title><meta http-equiv="refresh" content="0;url=/"><p><a href="/">Open rethread</a></p>\n'

export function createApp({ serving, team, files, token, port }: AppOptions): Hono {
  const app = new Hono()
  app.use('*', async (c, next) => {
    for (const [name, value] of Object.entries(SAFE_HEADERS)) c.header(name, value)
    const verdict = judge(
      {
        method: c.req.method,
        path: c.req.path,
        token: c.req.query('token'),
        host: c.req.header('host'),
        origin: c.req.header('origin'),
        site: c.req.header('sec-fetch-site'),
        cookie: c.req.header('cookie'),
        contentType: c.req.header('content-type'),
      },
      port(),
      token,
    )
    if (verdict.kind === 'refuse') return c.text(`rethread: ${verdict.why}\n`, verdict.status)
    if (verdict.kind === 'welcome') {
      c.header('Set-Cookie', cookieFor(port(), token))
      // A strict cookie does not go along with a redirect that another page began; with a page of ours it does.
      return verdict.isFromElsewhere ? c.html(FORWARD) : c.redirect('/', 303)
    }
    await next()
    return undefined
  })
  for (const path of ['/api/*', '/team/api/*']) app.use(path, compress({ threshold: 2048 }))
  app.use(
    '*',
    bodyLimit({
      maxSize: MOST_ASKED,
      onError: c => failed(c, new RethreadError('too-large', 2, 'the request is too large')),
    }),
  )
  if (serving) ownRoutes(app, serving, team !== undefined)
  else app.get('/', c => c.redirect('/team/', 303))
  if (team) app.route('/team', teamRoutes(team))
  for (const path of ['/api/*', '/team/api/*'])
    app.all(path, c => failed(c, new RethreadError('route-unknown', 2, 'the API has no such route')))
  // Addresses of the app are answered by its one page; its files by their names.
  app.get('*', c => {
    const name = c.req.path.slice(1)
    const scope = /^team(?=\/|$)/.exec(name)?.[0] ?? ''
    const isServed = scope === '' ? serving !== undefined : team !== undefined
    const isPage = isServed && /^(?:|usage|s\/[^/]+(?:\/[a-z]+)?)$/.test(name.slice(scope.length).replace(/^\//, ''))
    return pageFile(c, files, isPage ? 'index.html' : name) ?? c.text('rethread: not found\n', 404)
  })
  app.onError((error, c) => failed(c, error))
  return app
}

function ownRoutes(app: Hono, serving: Serving, hasTeam: boolean): void {
  const { areSamples, rights } = serving
  app.get('/api/about', c => answered(c, { areSamples, rights, other: hasTeam ? 'team' : null, store: null }))
  sessionsRoutes(app, serving)
  sessionRoutes(app, serving)
  changesRoutes(app, serving)
  sharingRoutes(app, serving)
  keepingRoutes(app, serving)
  eventRoutes(app, serving)
}

/** Reading only: there is no route that could change, keep or remove anything, whatever the server was started with. */
function teamRoutes({ team, hasOwn }: TeamServing): Hono {
  const app = new Hono()
  const about = { areSamples: false, rights: 'read', other: hasOwn ? 'own' : null, store: team.location } as const
  app.get('/api/about', c => answered(c, about))
  app.use('/api/sessions/:key/*', async (c, next) => {
    await team.bring(c.req.param('key'))
    // What it is compared with.
    const other = c.req.query('with')
    if (other) await team.bring(pointReference(other).session)
    await next()
  })
  sessionsRoutes(app, team)
  sessionRoutes(app, team)
  sharingRoutes(app, team)
  app.onError((error, c) => failed(c, error))
  return app
}
