// The app on a home of its own, and a browser to look at it with: for scripts that take pictures or measure.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { root } from './ready.mjs'

/** Runs `use({ url, browser, pid })`, and ends both. */
export async function withApp(env, use) {
  const words = [join(root, 'dist', 'cli', 'rethread.js'), 'serve', '--no-open', '--port', '0']
  const server = spawn(process.execPath, words, { env: { ...process.env, ...env } })
  const { value: url } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    return await use({ url, browser, pid: server.pid })
  } finally {
    await browser.close()
    server.kill('SIGINT')
    await new Promise(resolve => server.once('exit', resolve))
  }
}
