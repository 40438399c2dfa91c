// The three generations of the real client, and how each is called.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The newest first. A version stands for its generation. The list is a file because what installs them reads it too. */
export const CLIENTS: readonly string[] = JSON.parse(
  readFileSync(join(process.cwd(), 'test', 'client', 'versions.json'), 'utf8'),
)

export const NEWEST = CLIENTS[0]!

/** The program of an installed client and its first arguments. `scripts/client.mjs` has installed it. */
export function clientProgram(version: string): readonly [string, ...string[]] {
  const cache = process.env['RETHREAD_CLIENTS']
  if (!cache) throw new Error('RETHREAD_CLIENTS is not set: run this through scripts/client.mjs')
  const packages = join(cache, version, 'node_modules', '@anthropic-ai')
  // The package proper holds a stub that its install script would replace, so the platform's own package is called.
  const platform = existsSync(packages) ? readdirSync(packages).filter(name => name.startsWith('claude-code-')) : []
  const native = platform.map(name => join(packages, name, 'claude')).find(existsSync)
  if (native) return [native]
  const script = join(packages, 'claude-code', 'cli.js')
  if (!existsSync(script)) throw new Error(`client ${version} is not installed in ${cache}`)
  return [process.execPath, script]
}
