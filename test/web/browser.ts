// Chromium for a test file: nothing that it could fetch by itself, a profile of its own.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const program = process.env['CHROMIUM'] || PROGRAMS.find(path => existsSync(path))
export const noBrowser = 'no Chromium: apt-get install -y chromium, or CHROMIUM=/path/to/it'

// Where a browser was promised, a suite that is skipped has failed.
if (program === undefined && process.env['RETHREAD_BROWSER_REQUIRED']) throw new Error(noBrowser)

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: program!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
