// The finder in a real terminal: tmux runs it, types and reads the screen. Nothing here waits for a fixed time.

import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ROOT } from '../cli/rethread.js'
import { tempFolder } from '../disk/temp-folder.js'
import { hasTmux, terminal } from '../tmux.js'

if (!hasTmux) console.error('SKIPPED: tmux is missing, so the finder was not tried (apt-get install tmux)')

const { screen, type, shown, ...tmux } = terminal('finder')

function open(columns: number, rows: number, env: Readonly<Record<string, string>> = {}): string {
  const home = tempFolder()
  const configDir = join(home, '.claude')
  cpSync(join(ROOT, 'samples'), configDir, { recursive: true })
  const set = Object.entries({
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_DATA_HOME: join(home, 'data'),
    PAGER: 'cat',
    ...env,
  })
  const words = set.map(([name, value]) => `${name}='${value}'`).join(' ')
  const call = `echo before; env ${words} ${process.execPath} ${join(ROOT, 'dist', 'cli', 'rethread.js')}; echo "ended with $?"`
  tmux.open(call, columns, rows)
  return configDir
}

describe.skipIf(!hasTmux)('the finder', { timeout: 120_000 }, () => {
  afterEach(() => tmux.end())

  test('80 columns, 24 rows: the list, a look below it, narrowing, and no trace', async () => {
    open(80, 24)
    const whole = await shown(/\d+ of 21/)
    expect(whole).toContain('Enter show')
    expect(whole).toContain('Last prompt')
    type('dew')
    expect(await shown(/> dew/)).toContain('Dew point on the station page')
    type('Escape')
    await shown(/Type to find a session/)
    type('Escape')
    const after = await shown(/ended with 0/)
    expect(after).toContain('before')
    expect(after).not.toContain('Enter show')
  })

  test('texts are found behind the names, and the hit is shown', async () => {
    open(130, 30)
    await shown(/\d+ of 21/)
    // In no title.
    type('knots')
    expect(await shown(/│ Found in turn \d/)).toContain('A wind page for the station ≡')
  })

  test('Enter shows the session and comes back', async () => {
    open(80, 24, { RETHREAD_PAGER: 'less -X' })
    await shown(/\d+ of 21/)
    type('dew')
    await shown(/› .*Dew point/)
    type('Enter')
    await shown(/turn 1/)
    type('q')
    expect(await shown(/> dew/)).toContain('Dew point')
  })

  test('Ctrl-D writes a clone and ends', async () => {
    const configDir = open(80, 40)
    await shown(/\d+ of 21/)
    const sessions = () => readdirSync(join(configDir, 'projects'), { recursive: true }).length
    const before = sessions()
    type('dew')
    await shown(/› .*Dew point/)
    type('C-d')
    await shown(/ended with 0/)
    expect(sessions()).toBe(before + 1)
  })

  test('plain characters where the locale has no UTF-8', async () => {
    open(80, 24, { LC_ALL: 'C' })
    const text = await shown(/\d+ of 21/)
    expect(text).not.toMatch(/[^\u0000-\u007f]/)
  })

  test('--plain, a dumb terminal: the overview', async () => {
    open(100, 40, { TERM: 'dumb' })
    expect(await shown(/ended with 0/)).toContain('read a session turn by turn')
  })
})
