// The samples, copied to a place where they may be changed: whoever tries rethread out has nothing of his own to lose.

import { cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

export interface SampleCopy {
  /** Stands for the home directory: receipts and index are kept there too. */
  readonly home: string
  readonly configDir: string
  remove(): void
}

/** `dates`: when each file was last written, as it says itself; the files are as old as the copy that they lie in. */
export function copySamples(samples: string, dates: ReadonlyMap<string, number>): SampleCopy {
  const home = mkdtempSync(join(tmpdir(), 'rethread-samples-'))
  const configDir = join(home, '.claude')
  cpSync(samples, configDir, { recursive: true, preserveTimestamps: true })
  for (const [path, ms] of dates) utimesSync(join(configDir, relative(samples, path)), ms / 1000, ms / 1000)
  return { home, configDir, remove: () => rmSync(home, { recursive: true, force: true }) }
}
