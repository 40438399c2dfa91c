// The status line in the interactive client, set as the documentation says: it stands there, and tells of the session.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeClientHome, placeSession } from './client-home.js'
import { fakeApi } from './judged-suite.js'
import { introduced } from './record/introduced.js'
import { pause, Terminal } from './record/terminal.js'
import { RECORD } from './sample.js'

const api = fakeApi()
const ROOT = resolve(import.meta.dirname, '../..')
const SESSION = '5a1e0c1a-0000-4000-8000-000000000001'
const PATIENCE = 60_000

describe.skipIf(RECORD).each(['2.1.325', '2.0.42'])('interactive client %s', version => {
  test('shows the status line of the session that it resumes', async () => {
    const home = makeClientHome()
    const line = api().open()
    placeSession(home, SESSION, session(home.work, version))
    writeFileSync(join(home.config, '.claude.json'), JSON.stringify(introduced(version, home.work)))
    writeFileSync(join(home.config, 'settings.json'), documentedSetting())
    const bin = join(home.root, 'bin')
    mkdirSync(bin)
    symlinkSync(join(ROOT, 'dist', 'cli', 'rethread.js'), join(bin, 'rethread'))
    const env = { PATH: `${bin}:${process.env['PATH'] ?? '/usr/bin:/bin'}` }
    const terminal = await Terminal.open({ version, home, url: line.url, args: ['--resume', SESSION], env })
    try {
      // 100,000 tokens of output at 15 dollars a million, and nothing else.
      await shown(terminal, /· \$1\.50 session · .*context/)
      expect(terminal.screen()).not.toContain('rethread:')
    } finally {
      await terminal.end()
      line.close()
      home.remove()
    }
  })
})

/** The one in docs/usage.md, as it stands there. */
function documentedSetting(): string {
  const docs = readFileSync(join(ROOT, 'docs', 'usage.md'), 'utf8')
  const setting = /^\{ "statusLine": .*\}$/m.exec(docs)?.[0]
  expect(JSON.parse(setting ?? 'null')).toHaveProperty('statusLine.command', 'rethread usage statusline')
  return setting!
}

async function shown(terminal: Terminal, what: RegExp): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!what.test(terminal.screen())) {
    if (!terminal.isOpen()) throw new Error('the client has ended')
    if (Date.now() > end) throw new Error(`not on the screen: ${what}\n${terminal.screen()}`)
    await pause(100)
  }
}

function session(cwd: string, version: string): Uint8Array {
  const about = { isSidechain: false, userType: 'external', cwd, sessionId: SESSION, version, gitBranch: '' }
  const prompt = {
    parentUuid: null,
    ...about,
    type: 'user',
    message: { role: 'user', content: 'Say hello' },
    uuid: '5a1e0c1a-0000-4000-8000-0000000000a1',
    timestamp: '2026-10-05T10:00:00.000Z',
  }
  const answer = {
    parentUuid: prompt.uuid,
    ...about,
    message: {
      id: 'msg_01StatusLine',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'text', text: 'Hello.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 100_000, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    },
    requestId: 'req_01StatusLine',
    type: 'assistant',
    uuid: '5a1e0c1a-0000-4000-8000-0000000000a2',
    timestamp: '2026-10-05T10:00:05.000Z',
  }
  return new TextEncoder().encode([prompt, answer].map(entry => `${JSON.stringify(entry)}\n`).join(''))
}
