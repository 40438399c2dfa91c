// The samples as somebody's config dir: copied, with the times that their last entries tell, so that lists have an order.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** When the docs are "now": a few hours after the last sample. */
export const NOW = new Date('2026-06-21T16:00:00Z')

export function sampleHome(root: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'rethread-docs-'))
  const configDir = join(path, '.claude')
  cpSync(join(root, 'samples'), configDir, { recursive: true })
  for (const file of readdirSync(configDir, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.jsonl')) continue
    const time = lastTime(join(configDir, file))
    utimesSync(join(configDir, file), time, time)
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

function lastTime(path: string): Date {
  const times = readFileSync(path, 'utf8').match(/"timestamp":\s*"?(20[^"]+Z)"/g)
  const last = times?.at(-1)?.match(/20[^"]+Z/)?.[0]
  return new Date(last ?? '2026-01-01T00:00:00Z')
}
