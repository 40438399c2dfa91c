// Does `npm start` do what it says? Starts it, opens the address that it prints, asks for its sessions, and ends it as
// Ctrl-C does: it must end by itself, with 0 and nothing left.

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './ready.mjs'

const home = mkdtempSync(join(tmpdir(), 'rethread-start-'))
const temporary = mkdtempSync(join(tmpdir(), 'rethread-start-'))
const env = { ...process.env, HOME: home, TMPDIR: temporary, DISPLAY: '', WAYLAND_DISPLAY: '' }
for (const name of ['CLAUDE_CONFIG_DIR', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME']) delete env[name]
const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve(code ?? signal)))
try {
  const url = await Promise.race([
    address(),
    ended.then(code => fail(`ended with ${code} before it printed its address`)),
  ])
  console.log(`printed ${new URL(url).origin}`)
  const welcome = await fetch(url, { redirect: 'manual' })
  const cookie = welcome.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) fail('the address gives no cookie')
  const page = await fetch(new URL('/', url), { headers: { cookie } })
  if (!(await page.text()).includes('<div id="app">')) fail('the page is not there')
  const answer = await (await fetch(new URL('/api/sessions', url), { headers: { cookie } })).json()
  if (!(answer.value?.sessions.length > 10)) fail('the samples are not there')
  console.log(`lists ${answer.value.sessions.length} sessions`)
  child.kill('SIGINT')
  const code = await ended
  if (code !== 0) fail(`ended with ${code}`)
  const left = readdirSync(temporary)
  if (left.length > 0) fail(`left ${left.join(', ')}`)
  console.log('ended with 0, nothing left')
} finally {
  child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
  rmSync(temporary, { recursive: true, force: true })
}

function address() {
  return new Promise(resolve => {
    let text = ''
    child.stdout.on('data', piece => {
      text += piece
      const found = /^http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/m.exec(text)
      if (found) resolve(found[0])
    })
  })
}

function fail(why) {
  throw new Error(`npm start: ${why}`)
}
