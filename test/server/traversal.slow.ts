// Ids that lead elsewhere, on every route: a session is known by its key or not at all.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PARTS, served } from './served.js'

describe('200 ids that lead elsewhere', () => {
  const parts = [
    '..',
    '.',
    '%2e%2e',
    '..%2f',
    '%252e%252e',
    '..\\',
    '／..',
    '․․',
    '%00',
    '\u0000',
    'C:',
    '~',
    '*',
    '-',
    '--help',
    '....',
  ]
  const targets = ['etc/passwd', 'secret.jsonl', '.credentials.json', 'projects', 'canary', 'x'.repeat(300), '']
  const ids = [
    ...new Set(
      parts.flatMap(part =>
        targets.flatMap(target => [`${part}/${target}`, `${part}${target}`, `${part}/${part}/${target}`]),
      ),
    ),
  ].slice(0, 200)
  const ROUTES = [...PARTS, 'lines/1', 'turns/1/calls/x']

  test('none of them is a session, on any route', { timeout: 120_000 }, async () => {
    const own = served()
    mkdirSync(join(own.home, 'canary'))
    const secret = 'SECRET-OF-THE-CANARY'
    writeFileSync(join(own.home, 'secret.jsonl'), `{"type":"user","message":{"role":"user","content":"${secret}"}}\n`)
    writeFileSync(
      join(own.home, 'canary', 'x.jsonl'),
      `{"type":"user","message":{"role":"user","content":"${secret}"}}\n`,
    )
    expect(ids.length).toBe(200)
    const answered: string[] = []
    for (const id of ids)
      for (const route of ROUTES)
        for (const written of [encodeURIComponent(id), id.replace(/[\u0000-\u001f]/g, '')]) {
          const answer = await own.get(`/api/sessions/${written}/${route}`).catch(() => undefined)
          const text = (await answer?.text()) ?? ''
          if (answer?.status === 200 || text.includes(secret)) answered.push(`${written} ${route}`)
        }
    expect(answered).toEqual([])
    own.close()
  })
})
