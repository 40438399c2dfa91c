// Where is rethread? Named by RETHREAD_PROGRAM, built in the clone or package that this plugin belongs to, or on the PATH.

import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PLUGIN = dirname(dirname(fileURLToPath(import.meta.url)))

/** A file that Node can run, or a program; undefined where there is none. */
export function findRethread(env = process.env, plugin = PLUGIN) {
  const named = env['RETHREAD_PROGRAM']
  if (named) return asFound(named)
  const beside = join(dirname(plugin), 'dist', 'cli', 'rethread.js')
  if (existsSync(beside)) return asFound(beside)
  const installed = join(dirname(plugin), 'node_modules', 'rethread', 'dist', 'cli', 'rethread.js')
  if (existsSync(installed)) return asFound(installed)
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .flatMap(folder => (process.platform === 'win32' ? [join(folder, 'rethread.cmd')] : [join(folder, 'rethread')]))
    .find(isExecutable)
  return onPath === undefined ? undefined : asFound(onPath)
}

/** What npm installs is a link to a module: running it in this process saves a start. */
function asFound(path) {
  const real = existsSync(path) ? realpathSync(path) : path
  const isModule =
    /\.m?js$/.test(real) && existsSync(real) && readFileSync(real, 'utf8').startsWith('#!/usr/bin/env node')
  return isModule ? { kind: 'module', path: real } : { kind: 'program', path }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const NOT_FOUND = [
  'rethread: not found. Install it (npm install --global .  in a clone, or put rethread on your PATH), build the clone',
  '(npm install && npm run build), or set RETHREAD_PROGRAM to its dist/cli/rethread.js.',
].join('\n')
