// Who gets an answer: every combination of host, origin, method, path and cookie, and only the right ones pass.

import { afterAll, describe, expect, test } from 'vitest'
import { cookieName } from '../../src/server/guard.js'
import { HOST, PORT, served, TOKEN } from './served.js'

const server = served()
afterAll(() => server.close())

const HOSTS = [HOST, `localhost:${PORT}`, 'evil.example', `evil.example:${PORT}`, '127.0.0.1', `127.0.0.1:${PORT + 1}`]
const ORIGINS = [undefined, 'same', 'null', 'http://evil.example', `http://127.0.0.1:${PORT + 1}`]
const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
const PATHS = ['/', '/index.html', '/api/about', '/api/events']
const COOKIES = [
  `${cookieName(PORT)}=${TOKEN}`,
  undefined,
  `${cookieName(PORT)}=wrong`,
  `${cookieName(PORT + 1)}=${TOKEN}`,
]

test('480 combinations and more: only the right ones get an answer', async () => {
  const wrong: string[] = []
  let asked = 0
  let passed = 0
  for (const host of HOSTS)
    for (const said of ORIGINS)
      for (const method of METHODS)
        for (const path of PATHS)
          for (const cookie of COOKIES) {
            const origin = said === 'same' ? `http://${host}` : said
            const headers = {
              host,
              ...(origin === undefined ? {} : { origin }),
              ...(cookie === undefined ? {} : { cookie }),
              'content-type': 'application/json',
            }
            const answer = await server.app.request(path, { method, headers })
            await answer.body?.cancel()
            asked++
            const isOurs = host === HOST || host === `localhost:${PORT}`
            const isSame = said === undefined || said === 'same'
            const mayAsk = isOurs && isSame && cookie === COOKIES[0]
            // A POST always names its origin; other methods are never answered.
            const expected = mayAsk && (method === 'GET' || (method === 'POST' && said === 'same'))
            const isAnswered = ![401, 403, 405, 415, 421].includes(answer.status)
            if (isAnswered) passed++
            if (isAnswered !== expected) wrong.push(`${method} ${path} ${host} ${origin} ${cookie}: ${answer.status}`)
          }
  expect(wrong).toEqual([])
  expect(asked).toBe(1920)
  expect(passed).toBeGreaterThan(0)
})

test('the base of the matrix: a POST with everything right changes something', async () => {
  const key = '4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11'
  const answer = await server.post(`/api/sessions/${key}/plans`, { verb: 'clone' })
  expect(answer.status).toBe(200)
})

describe('other pages', () => {
  test.each(['cross-site', 'same-site'])('a request that the browser calls %s is refused', async site => {
    expect((await server.get('/api/about', { 'sec-fetch-site': site })).status).toBe(403)
  })

  test('a POST that is no JSON is refused: a form of another page could send it', async () => {
    const answer = await server.post('/api/sessions/x/plans', {}, { 'content-type': 'text/plain' })
    expect(answer.status).toBe(415)
  })
})

describe('the token', () => {
  test('in the address, it becomes a cookie and goes from the address', async () => {
    const answer = await server.app.request(`/?token=${TOKEN}`, { headers: { host: HOST } })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/')
    const cookie = answer.headers.get('set-cookie')!
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
  })

  test('from a page of another origin the browser is sent on by a page of ours', async () => {
    const headers = { host: HOST, 'sec-fetch-site': 'cross-site' }
    const answer = await server.app.request(`/?token=${TOKEN}`, { headers })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('url=/')
  })

  test.each(['', 'wrong', `${TOKEN}x`, TOKEN.slice(1)])('%j is not it', async token => {
    const answer = await server.app.request(`/?token=${token}`, { headers: { host: HOST } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('is only taken at the first page', async () => {
    const answer = await server.app.request(`/api/about?token=${TOKEN}`, { headers: { host: HOST } })
    expect(answer.status).toBe(401)
  })
})

test.each(['/', '/api/about', '/nothing', '/api/nothing'])('%s says what the browser may do', async path => {
  const { headers } = await server.get(path)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})
