// Makes a fresh clone ready: installs what is missing and builds what is older than its source. Quick when all is there.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a command in the project's folder; a failure ends this program with its exit code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
}

/** A program of a development dependency, without npx in between. */
export function tool(name) {
  const manifest = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
  const bin = typeof manifest.bin === 'string' ? manifest.bin : Object.values(manifest.bin)[0]
  return join(root, 'node_modules', name, bin)
}

export function ready({ quiet = false } = {}) {
  install(quiet)
  build(quiet)
}

/** Written when npm has installed; a changed lock file makes it install again. */
export function install(quiet) {
  const installed = join(root, 'node_modules', '.installed')
  const lock = join(root, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  if (quiet) console.error('Installing what rethread is built with …')
  // npm itself may be the one that started us; on Windows it is a script.
  const options = { shell: process.platform === 'win32', stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit' }
  // Not `npm ci`: it wants every platform's optional packages in the lock file, and not every registry has them all.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund'], options)
  writeFileSync(join(root, 'node_modules', '.installed'), '')
}

function build(quiet) {
  const built = join(root, 'dist', '.built')
  const sources = Math.max(newest(join(root, 'src')), newest(join(root, 'web')))
  if (existsSync(built) && statSync(built).mtimeMs > sources) return
  if (quiet) console.error('Building rethread …')
  run(process.execPath, [join(root, 'scripts', 'build.mjs')])
}

function newest(folder) {
  let latest = statSync(folder).mtimeMs
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return latest
}
