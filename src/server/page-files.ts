// The files of the app, as they were built: a fixed list, read once, sent compressed. Nothing else on disk is ever sent.

import type { Context } from 'hono'
import type { BuiltFile } from '../disk/built-files.js'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
}

/** Names of files hold a hash of what is in them: they never change. */
const FOR_EVER = 'private, max-age=31536000, immutable'

export function pageFile(c: Context, files: ReadonlyMap<string, BuiltFile>, name: string): Response | undefined {
  const file = files.get(name)
  if (!file) return undefined
  const accepts = c.req.header('accept-encoding') ?? ''
  const encoding = (['br', 'gzip'] as const).find(one => accepts.includes(one) && file[one])
  const body = (encoding === undefined ? undefined : file[encoding]) ?? file.plain
  return c.body(new Uint8Array(body), 200, {
    'Content-Type': TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream',
    'Cache-Control': name.startsWith('assets/') ? FOR_EVER : 'no-store',
    Vary: 'Accept-Encoding',
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  })
}
