// The app as people have it: the real command on a home of its own, and a browser that watches what its pages do.

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { ROOT, SAMPLES, temporary } from '../cli/rethread.js'

export interface ServedApp {
  readonly url: string
  readonly origin: string
  readonly home: string
  readonly configDir: string
  /** Ends it as Ctrl-C does; how it ended. */
  end(): Promise<number | null>
}

export function homeWithSamples(): string {
  const home = temporary()
  cpSync(SAMPLES, join(home, '.claude'), { recursive: true })
  return home
}

export async function servedApp(home: string, flags: readonly string[] = []): Promise<ServedApp> {
  const words = [join(ROOT, 'dist', 'cli', 'rethread.js'), 'serve', '--no-open', '--port', '0', ...flags]
  const env = { PATH: process.env['PATH'], HOME: home, TZ: 'UTC' }
  const child: ChildProcess = spawn(process.execPath, words, { env, cwd: home, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const first = createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next()
  const line = await Promise.race([first, ended.then(code => Promise.reject(new Error(`serve ended with ${code}`)))])
  const url = String(line.value)
  return {
    url,
    origin: new URL(url).origin,
    home,
    configDir: join(home, '.claude'),
    end() {
      child.kill('SIGINT')
      return ended
    },
  }
}

export interface Watched {
  readonly page: Page
  /** One more of the same browser, watched in the same way. */
  another(): Promise<Page>
  /** Whatever was asked of anybody but the server. */
  readonly outside: string[]
  readonly errors: string[]
  /** What a text of a session made run. */
  readonly ran: string[]
  close(): Promise<void>
}

export async function watched(browser: Browser, app: ServedApp, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const [outside, errors, ran]: [string[], string[], string[]] = [[], [], []]
  await context.exposeFunction('hit', (what: unknown) => ran.push(String(what)))
  const another = async (): Promise<Page> => {
    const page = await context.newPage()
    page.on('request', request => {
      if (!request.url().startsWith(`${app.origin}/`) && !/^(?:data|blob):/.test(request.url()))
        outside.push(request.url())
    })
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('dialog', dialog => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    return page
  }
  const page = await another()
  await page.goto(app.url)
  return { page, another, outside, errors, ran, close: () => context.close() }
}
