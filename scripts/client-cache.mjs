// The real clients, installed from npm into a cache outside the tree: `<cache>/<version>/node_modules/…`.
// Their install scripts never run.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const PACKAGE = '@anthropic-ai/claude-code'

export const cache =
  process.env.RETHREAD_CLIENTS ?? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rethread', 'clients')

/** Installs what is missing. Returns why it could not, or undefined. */
export function installClients(versions) {
  for (const version of versions) {
    if (!/^\d+\.\d+\.\d+$/.test(version)) return `${version} is no version of the client`
    if (existsSync(join(cache, version, 'node_modules', PACKAGE))) continue
    console.error(`Installing client ${version} …`)
    const trouble = install(version)
    if (trouble) return `client ${version} cannot be installed: ${trouble}`
  }
  return undefined
}

/** Into a folder of its own first, so that a broken install never looks like a client. */
function install(version) {
  const folder = join(cache, `.${version}.${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawnSync('npm', [...args, `${PACKAGE}@${version}`], { cwd: folder, encoding: 'utf8' })
  const failed =
    npm.error?.message ?? (npm.status === 0 ? undefined : npm.stderr.trim().split('\n').slice(0, 3).join(' '))
  if (failed === undefined) renameSync(folder, join(cache, version))
  else rmSync(folder, { recursive: true, force: true })
  return failed
}
