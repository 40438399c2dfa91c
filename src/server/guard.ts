// Who may ask: only a page that this server gave out itself, in the browser of whoever started it. Checked for every path
// and method, event streams and files included.

import { timingSafeEqual } from 'node:crypto'

export interface Asked {
  readonly method: string
  readonly path: string
  /** The token in the address, where there is one. */
  readonly token: string | undefined
  readonly host: string | undefined
  readonly origin: string | undefined
  /** What the browser says of where the request comes from. */
  readonly site: string | undefined
  readonly cookie: string | undefined
  readonly contentType: string | undefined
}

export type Verdict =
  | { readonly kind: 'pass' }
  /** The address has the right token: the browser gets its cookie, and an address without it. */
  | { readonly kind: 'welcome'; readonly isFromElsewhere: boolean }
  | { readonly kind: 'refuse'; readonly status: 401 | 403 | 405 | 415 | 421; readonly why: string }

const READING = new Set(['GET', 'HEAD'])
const METHODS = new Set([...READING, 'POST'])

export function judge(asked: Asked, port: number, token: string): Verdict {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  // A name that leads here by another's DNS is not ours.
  if (asked.host === undefined || !hosts.includes(asked.host.toLowerCase()))
    return refuse(421, 'this server answers only as 127.0.0.1 and localhost')
  if (!METHODS.has(asked.method)) return refuse(405, 'only GET and POST are answered')
  const isReading = READING.has(asked.method)
  if (asked.origin !== undefined && asked.origin !== `http://${asked.host}`)
    return refuse(403, 'requests from other pages are not answered')
  // Every browser names the origin of a POST. What names none is no page of ours.
  if (asked.origin === undefined && !isReading) return refuse(403, 'a change must come from the page itself')
  const isFromElsewhere = asked.site !== undefined && asked.site !== 'same-origin' && asked.site !== 'none'
  if (asked.token !== undefined && asked.path === '/' && asked.method === 'GET' && asked.origin === undefined)
    return isSame(asked.token, token)
      ? { kind: 'welcome', isFromElsewhere }
      : refuse(401, 'the token in the address is not valid')
  if (isFromElsewhere) return refuse(403, 'requests from other pages are not answered')
  if (!isReading && !/^application\/json\b/i.test(asked.contentType ?? '')) return refuse(415, 'a POST must be JSON')
  if (isSame(cookieNamed(asked.cookie, cookieName(port)), token)) return { kind: 'pass' }
  return refuse(401, 'open the address that rethread serve printed')
}

/** Cookies are shared by all ports of a host: each server has a name of its own. */
export function cookieName(port: number): string {
  return `rethread-${port}`
}

export function cookieFor(port: number, token: string): string {
  return `${cookieName(port)}=${token}; HttpOnly; SameSite=Strict; Path=/`
}

function refuse(status: 401 | 403 | 405 | 415 | 421, why: string): Verdict {
  return { kind: 'refuse', status, why }
}

function cookieNamed(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** Takes the same time however much of it is right. */
function isSame(given: string | undefined, token: string): boolean {
  if (given === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
