// Colour only on a terminal, and obedient; long output through a pager there, and only there.

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasTerminal, onTerminal, rethread, sampleHome } from './rethread.js'

let home: string
beforeAll(() => {
  home = sampleHome()
  script('shout', 'sed "s/^/PAGED /"')
  script('other', 'sed "s/^/OTHER /"')
  script('quit', 'head -n 1 >/dev/null; exit 0')
  // Ctrl-C goes to everybody in the foreground, so to the program as well.
  script('patient', 'trap "echo CAUGHT" INT; kill -INT 0; sleep 0.8; cat > /dev/null; echo DONE')
})

/** A pager of ours. */
function script(name: string, body: string): void {
  writeFileSync(join(home, name), `#!/bin/bash\n${body}\n`)
  chmodSync(join(home, name), 0o755)
}

const ESCAPE = '\u001b'

describe('on a pipe', () => {
  test.concurrent('no colour, no pager', async () => {
    const { stdout } = await rethread(['show', '91a1'], { home, env: { PAGER: './shout', TERM: 'xterm' } })
    expect(stdout).not.toContain(ESCAPE)
    expect(stdout).not.toContain('PAGED')
  })
})

describe.skipIf(!hasTerminal)('on a terminal (needs script of util-linux)', () => {
  const print = async (line: string, env: Record<string, string> = {}) =>
    (await onTerminal(line, { home, env: { PAGER: 'cat', ...env } })).stdout

  test.concurrent('colour', async () => {
    expect(await print('rethread ls; rethread show 91a1')).toContain(`${ESCAPE}[33m`)
  })

  test.concurrent('no colour by NO_COLOR, by --no-color, on a dumb terminal; NO_COLOR must say something', async () => {
    expect(await print('rethread show 91a1', { NO_COLOR: '1' })).not.toContain(ESCAPE)
    expect(await print('rethread show 91a1 --no-color; rethread --no-color ls')).not.toContain(ESCAPE)
    expect(await print('rethread show 91a1', { TERM: 'dumb' })).not.toContain(ESCAPE)
    expect(await print('rethread show 91a1', { NO_COLOR: '' })).toContain(ESCAPE)
  })

  test.concurrent('PAGER, RETHREAD_PAGER before it, and neither with --no-pager or --json', async () => {
    const env = { PAGER: './shout' }
    expect(await print('rethread show 91a1', env)).toMatch(/PAGED .*Dew point/)
    expect(await print('rethread show 91a1', { ...env, RETHREAD_PAGER: './other' })).toMatch(/OTHER .*Dew point/)
    const unpaged = await print('rethread show 91a1 --no-pager; rethread show 91a1 --json', env)
    expect(unpaged).toContain('Dew point')
    expect(unpaged).not.toContain('PAGED')
    expect(await print('rethread show 91a1', { RETHREAD_PAGER: '', ...env })).not.toContain('PAGED')
  })

  test.concurrent('a pager that is left early is fine', async () => {
    const { code, stdout } = await onTerminal('rethread show 10a6 --depth all', { home, env: { PAGER: './quit' } })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  test.concurrent('a pager that does not exist is said, not taken for an answer', async () => {
    const { code, stdout } = await onTerminal('rethread show 91a1', { home, env: { PAGER: './no-such-pager' } })
    expect(code).toBe(3)
    expect(stdout).toContain('rethread: cannot start the pager "./no-such-pager"')
  })
  test.concurrent('Ctrl-C belongs to the pager: the program stays until it is done', async () => {
    const line = "set -m; trap '' INT; bash -c 'rethread show 91a1; echo LEFT $?'"
    const { stdout } = await onTerminal(line, { home, env: { PAGER: './patient' } })
    expect(stdout).toMatch(/CAUGHT\s+DONE\s+LEFT 0/)
  })
})
