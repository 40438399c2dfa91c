// Before secrets are replaced, people on a terminal are shown them and asked.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ROOT, temporary } from '../cli/rethread.js'
import { hasTmux, terminal } from '../tmux.js'

if (!hasTmux) console.error('SKIPPED: tmux is missing, so nobody was asked (apt-get install tmux)')

const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
const ID = 'e0e0e0e0-4444-4444-8444-444444444444'
const { open, shown, type, end } = terminal('asked')

describe.skipIf(!hasTmux)('export on a terminal', { timeout: 120_000 }, () => {
  afterEach(end)

  test.each([
    ['y', '1 secret replaced', 0, false],
    ['n', '1 secret kept', 0, true],
    ['q', 'Nothing was written', 1, undefined],
  ] as const)('answered with %s: %s', async (key, said, code, isInPage) => {
    const home = temporary()
    const project = join(home, '.claude', 'projects', '-p')
    mkdirSync(project, { recursive: true })
    const message = { role: 'user', content: `use the token ${SECRET} now` }
    const entry = {
      type: 'user',
      message,
      uuid: ID,
      parentUuid: null,
      sessionId: ID,
      timestamp: '2026-01-01T00:00:00Z',
    }
    writeFileSync(join(project, `${ID}.jsonl`), `${JSON.stringify(entry)}\n`)
    const page = join(home, 'page.html')
    const call = `HOME='${home}' PAGER=cat ${process.execPath} ${join(ROOT, 'dist', 'cli', 'rethread.js')}`
    open(`${call} export ${ID} -o '${page}'; echo "ended with $?"`, 100, 24)
    const asked = await shown(/Replace them\?/)
    expect(asked).toContain('github-token')
    expect(asked).not.toContain(SECRET.slice(0, 12))
    type(key, 'Enter')
    const after = await shown(/ended with \d/)
    expect(after).toContain(said)
    expect(after).toContain(`ended with ${code}`)
    expect(existsSync(page) ? readFileSync(page, 'utf8').includes(SECRET) : undefined).toBe(isInPage)
  })
})
